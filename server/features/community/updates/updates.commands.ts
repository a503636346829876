import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { PrayerStatus } from '../../../../contract/prayers.ts'
import { type Context, now } from '../../../context.ts'
import type { Publication } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { reopenForNewWords } from '../prayers/care-cases.commands.ts'
import { holdPrayer, setPrayerStatus } from '../prayers/prayers.commands.ts'
import { withLiveEvents } from '../prayers/prayer-events.ts'
import { isAnsweredStatus, isModerated, type PrayerRow } from '../prayers/prayers.rules.ts'
import { detectDanger, openCaseOfWords, reasonOfLimited } from '../prayers/prayer-review.ts'
import { enqueueFollowerNotices } from '../prayers/praying.commands.ts'
import { type Db, hasRow, prayersWithoutReader } from '../../../db/open.ts'

export async function insertUpdate(
  ctx: Context,
  author: Viewer,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  { content, status, is_held }: { content: string; status: PrayerStatus | null; is_held: boolean },
): Promise<string> {
  // Random, like the ids of requests: an id that contains the time would reveal the minute of an anonymous one.
  const id = uuidv4()
  const at = now(ctx)
  await ctx.db
    .insertInto('prayer_updates')
    .values({
      id,
      prayer_request_id: prayer.id,
      author_id: author.id,
      content,
      status,
      language: ctx.classifier().detectLanguage(content),
      publication: 'held',
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (!is_held) await publishUpdate(ctx, prayer, { id, status })
  return id
}

/** Publishes a new or held update: applies its status to the request, unless a newer one has said more, and notifies the followers. */
export async function publishUpdate(
  ctx: Context,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  { id, status }: { id: string; status: PrayerStatus | null },
): Promise<void> {
  await setUpdatePublication(ctx, id, 'published')
  if (status !== null && !(await isOvertaken(ctx.db, id))) await setPrayerStatus(ctx, prayer, status)
  else await reopenArchived(ctx, prayer)
  await ctx.db
    .updateTable('prayers')
    .set({ last_activity_at: now(ctx) })
    .where('id', '=', prayer.id)
    .execute()
  await enqueueFollowerNotices(ctx, { prayer_request_id: prayer.id, update_id: id, status })
}

/** True when a newer update that others read has said what became of the request. */
export const isOvertaken = (db: Db, id: string): Promise<boolean> =>
  db
    .selectFrom('prayer_updates as own')
    .innerJoin('prayer_updates as newer', (join) =>
      join
        .onRef('newer.prayer_request_id', '=', 'own.prayer_request_id')
        .onRef('newer.created_at', '>', 'own.created_at'),
    )
    .where('own.id', '=', id)
    .where('newer.publication', '=', sql.lit('published'))
    .where('newer.status', 'is not', null)
    .select('newer.id')
    .$call(hasRow)

/** An update of an archived request reopens it. */
async function reopenArchived(ctx: Context, prayer: Parameters<typeof setPrayerStatus>[1]): Promise<void> {
  const { status } = await prayersWithoutReader(ctx.db)
    .select('status')
    .where('id', '=', prayer.id)
    .executeTakeFirstOrThrow()
  if (status === 'archived') await setPrayerStatus(ctx, prayer, 'open')
}

/** Publishes, hides or deletes an update, and keeps the request's number of updates correct. */
export async function setUpdatePublication(ctx: Context, id: string, publication: Publication): Promise<void> {
  const { prayer_request_id } = await ctx.db
    .selectFrom('prayer_updates')
    .select('prayer_request_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await withLiveEvents(ctx, prayer_request_id, () => writePublication(ctx, id, publication))
}

async function writePublication(ctx: Context, id: string, publication: Publication): Promise<void> {
  const shown = publication === 'published'
  const changed = await ctx.db
    .updateTable('prayer_updates')
    .set({ publication })
    .where('id', '=', id)
    .where('publication', shown ? '!=' : '=', sql.lit('published'))
    .returning('prayer_request_id')
    .executeTakeFirst()
  if (changed) {
    await ctx.db
      .updateTable('prayers')
      .set({ update_count: sql`update_count + ${sql.lit(shown ? 1 : -1)}` })
      .where('id', '=', changed.prayer_request_id)
      .execute()
  } else if (!shown) {
    await ctx.db.updateTable('prayer_updates').set({ publication }).where('id', '=', id).execute()
  }
}

/**
 * The status of a request without what this update says of it, and the time of the answer that stands then. Undefined where the request
 * has another status, or a newer update has said more.
 */
export async function statusWithout(
  db: Db,
  prayer: Pick<PrayerRow, 'id' | 'status' | 'answered_at'>,
  update_id: string,
): Promise<{ status: PrayerStatus; answered_at: string | null } | undefined> {
  const [newest, ...earlier] = await db
    .selectFrom('prayer_updates')
    .select(['id', 'status', 'created_at'])
    .where('prayer_request_id', '=', prayer.id)
    .where('publication', '=', sql.lit('published'))
    .where('status', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  if (newest?.id !== update_id || newest.status !== prayer.status) return undefined
  const end = earlier.findIndex(({ status }) => !isAnsweredStatus(status))
  const first = (end === -1 ? earlier : earlier.slice(0, end)).at(-1)
  return { status: earlier[0]?.status ?? 'open', answered_at: prayer.answered_at ?? first?.created_at ?? null }
}

/** Deletes an update, and undoes what it said of the request. An answer that was told before keeps its time. */
export async function deleteUpdate(
  ctx: Context,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at' | 'status'>,
  id: string,
): Promise<void> {
  const before = await statusWithout(ctx.db, prayer, id)
  await setUpdatePublication(ctx, id, 'deleted')
  if (before) await setPrayerStatus(ctx, { ...prayer, answered_at: before.answered_at }, before.status)
}

/** The request of an update, whatever became of either. */
export const readPrayerOf = (db: Db, update_id: string) =>
  prayersWithoutReader(db)
    .select(['id', 'is_anonymous', 'answered_at', 'status'])
    .where('id', '=', (query) =>
      query.selectFrom('prayer_updates').select('prayer_request_id').where('prayer_updates.id', '=', update_id),
    )
    .executeTakeFirstOrThrow()

/** Publishes an update again that was deleted, and what it said of the request, unless somebody has said something else since. */
export async function restoreUpdate(ctx: Context, id: string): Promise<void> {
  await setUpdatePublication(ctx, id, 'published')
  const { status, created_at } = await ctx.db
    .selectFrom('prayer_updates')
    .select(['status', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === null) return
  const prayer = await readPrayerOf(ctx.db, id)
  const before = await statusWithout(ctx.db, { ...prayer, status }, id)
  if (before?.status === prayer.status)
    await setPrayerStatus(ctx, { ...prayer, answered_at: before.answered_at ?? created_at }, status)
}

/**
 * Holds an update that suggests danger, or that a limited author writes, together with its request, so that whoever decides finds
 * both in the queue and nobody else reads them meanwhile. `is_held`: true for such an update; `is_quiet`: true when it is perhaps
 * about danger.
 */
export async function reviewUpdate(
  ctx: Context,
  author: Viewer,
  prayer: Pick<PrayerRow, 'id' | 'visibility' | 'publication' | 'held_reason'>,
  content: string,
): Promise<{ is_held: boolean; is_quiet: boolean }> {
  const { alert, is_quiet } = detectDanger(ctx, { title: null, content })
  const { id, publication, visibility, held_reason } = prayer
  if (alert === null) {
    if (publication === 'held' && held_reason === 'crisis' && visibility !== 'private') await reopenForNewWords(ctx, id)
    const is_held = author.role === 'limited' && isModerated(prayer)
    if (is_held && publication === 'published') await holdPrayer(ctx, id, await reasonOfLimited(ctx))
    if (is_held && publication === 'hidden') await reopenForNewWords(ctx, id, true)
    return { is_held, is_quiet }
  }
  if (publication === 'published' || publication === 'held') await holdPrayer(ctx, id, 'crisis')
  await ctx.db.updateTable('prayers').set({ alert }).where('id', '=', id).execute()
  await openCaseOfWords(ctx, prayer)
  return { is_held: true, is_quiet }
}
