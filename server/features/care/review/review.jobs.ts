import { sql } from 'kysely'
import type { Visibility } from '../../../../contract/prayers.ts'
import { type Context, now } from '../../../context.ts'
import { type Db, prayersWithoutReader } from '../../../db/open.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { detectDanger, openCaseOfWords } from '../../community/prayers/prayer-review.ts'
import { holdPrayer, lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { publishHeld } from './review.commands.ts'

/** Maximum number of requests that are looked at again per hour after the model has changed. */
const BATCH = 500

/** Requests that wait for the care team because of danger, and about which this model was not asked again. */
const selectOutdated = (db: Db, model: string) =>
  prayersWithoutReader(db)
    .where('publication', '=', sql.lit('held'))
    .where('held_reason', '=', sql.lit('crisis'))
    .where('kept_at', 'is', null)
    // A line is private, and all the same read by the team.
    .where((query) => query.or([query('visibility', '!=', sql.lit('private')), query('line_of', 'is not', null)]))
    .where('alert_model', 'is distinct from', model)

/**
 * True when the model takes any words of the request for danger. The words that its author has since changed or deleted count: they are
 * why it is held. The former words of an update are kept nowhere, so one that was changed counts as danger.
 */
async function soundsOfDanger(ctx: Context, id: string, current: { title: string | null; content: string }) {
  const [edits, updates] = await Promise.all([
    ctx.db.selectFrom('prayer_edits').where('prayer_request_id', '=', id).select(['title', 'content']).execute(),
    ctx.db
      .selectFrom('prayer_updates')
      .where('prayer_request_id', '=', id)
      .select(['content', 'created_at', 'updated_at'])
      .execute(),
  ])
  const texts = [current, ...edits, ...updates.map(({ content }) => ({ title: null, content }))]
  return (
    updates.some(({ created_at, updated_at }) => created_at !== updated_at) ||
    texts.some((text) => detectDanger(ctx, text).alert !== null)
  )
}

/**
 * Asks the model again about each request that is held for danger, once: another one may have held it. It publishes nothing and tells
 * nobody.
 */
async function lookAgain(root: Context): Promise<void> {
  const model = root.classifier().id
  const found = await selectOutdated(root.db, model)
    .select('id')
    .orderBy('held_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  await doEach(found, ({ id }) =>
    root.transaction(async (ctx) => {
      await lockPrayers(ctx.db, [id])
      const outdated = selectOutdated(ctx.db, model).where('id', '=', id)
      const row = await outdated.select(['title', 'content']).executeTakeFirst()
      if (!row) return
      const alert_cleared_at = (await soundsOfDanger(ctx, id, row)) ? null : now(ctx)
      await ctx.db.updateTable('prayers').set({ alert_model: model, alert_cleared_at }).where('id', '=', id).execute()
    }),
  )
}

/** Requests that wait although nobody may read them: an earlier version held them, or their author has narrowed the audience. */
const selectUnreadable = (db: Db) =>
  prayersWithoutReader(db)
    .where('publication', '=', sql.lit('held'))
    .where('held_reason', '!=', sql.lit('crisis'))
    .where('kept_at', 'is', null)
    .where('visibility', 'not in', ['public', 'members'])
    .where('line_of', 'is', null)
    .where('alert', 'is', null)
    .where(sql<boolean>`not exists (select 1 from care_cases where care_cases.prayer_request_id = prayers.id)`)

/** Calls the care team where the model takes words that wait for nobody for danger. */
async function openCaseOfWaiting(
  ctx: Context,
  row: { id: string; title: string | null; content: string; visibility: Visibility },
): Promise<void> {
  const { alert } = detectDanger(ctx, row)
  if (alert === null || row.visibility === 'private') return
  await holdPrayer(ctx, row.id, 'crisis')
  await ctx.db.updateTable('prayers').set({ alert }).where('id', '=', row.id).execute()
  await openCaseOfWords(ctx, row)
}

/** Publishes what waits for nobody. Nothing that was ever taken for danger, or is now: of that the care team is told. */
async function publishUnreadable(root: Context): Promise<void> {
  const found = await selectUnreadable(root.db).select('id').orderBy('held_at').orderBy('id').limit(BATCH).execute()
  await doEach(found, ({ id }) =>
    root.transaction(async (ctx) => {
      await lockPrayers(ctx.db, [id])
      const row = await selectUnreadable(ctx.db)
        .where('id', '=', id)
        .select(['id', 'author_id', 'held_reason', 'kept_at', 'is_anonymous', 'answered_at'])
        .select(['title', 'content', 'held_at', 'visibility'])
        .executeTakeFirst()
      if (!row) return
      if (await soundsOfDanger(ctx, id, row)) await openCaseOfWaiting(ctx, row)
      else await publishHeld(ctx, row, undefined)
    }),
  )
}

export const reviewJobs = (ctx: Context): JobHandlers<'review.look_again'> => ({
  'review.look_again': () => doEach([lookAgain, publishUnreadable], (work) => work(ctx)),
})
