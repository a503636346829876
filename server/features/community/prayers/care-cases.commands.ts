import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CaseEntry, CaseOrigin } from '../../../../contract/cases.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { type Context, now } from '../../../context.ts'
import { type Db, prayersWithoutReader } from '../../../db/open.ts'
import { publishEvents } from '../../../live/announce.ts'

const columnOf = { words: 'by_words', report: 'by_report', referred: 'by_referral' } as const satisfies Record<
  CaseOrigin,
  string
>

/** Writes down what was written, noted or done in a case. What the team did appears on their open pages. */
export async function addCaseEntry(
  ctx: Context,
  prayer_request_id: string,
  {
    act,
    user_id = null,
    to_user_id = null,
    content = null,
  }: { act: CaseEntry['act']; user_id?: string | null; to_user_id?: string | null; content?: string | null },
): Promise<void> {
  const entry = { id: uuidv7(), prayer_request_id, act, user_id, to_user_id, content, created_at: now(ctx) }
  await ctx.db.insertInto('care_case_entries').values(entry).execute()
  // It would tell all staff the minute of what the author did: those who look after it have a notice.
  if (user_id !== null) await publishEvents(ctx, [{ kind: 'queues', audience: 'team' }])
}

/** Nobody has the case any more. */
export async function releaseCase({ db }: Context, prayer_request_id: string): Promise<void> {
  // First, as everybody who changes a case locks its request before it.
  const nobody = { acknowledged_by: null, acknowledged_at: null }
  await db.updateTable('prayers').set(nobody).where('id', '=', prayer_request_id).execute()
  await db
    .updateTable('care_cases')
    .set({ offered_to: null })
    .where('prayer_request_id', '=', prayer_request_id)
    .execute()
}

/** Opens a case that was closed: the alarm is raised anew, and nobody has it. */
export async function reopenCase(ctx: Context, prayer_request_id: string, user_id: string | null): Promise<void> {
  await releaseCase(ctx, prayer_request_id)
  await ctx.db
    .updateTable('care_cases')
    .set({ opened_at: now(ctx), closed_at: null, closed_by: null, outcome: null, look_again_on: null })
    .where('prayer_request_id', '=', prayer_request_id)
    .execute()
  await addCaseEntry(ctx, prayer_request_id, { act: 'reopened', user_id })
}

/**
 * Somebody may be in danger: opens the case of the request, joins the one that is open, or opens a closed one again, and tells the
 * care team. `is_copy`: one of the same words, shared in several groups at once, of which the first tells the team.
 */
export async function openCase(
  ctx: Context,
  prayer_request_id: string,
  origin: CaseOrigin,
  { is_copy = false } = {},
): Promise<void> {
  const because = { [columnOf[origin]]: true }
  const { numInsertedOrUpdatedRows: opened } = await ctx.db
    .insertInto('care_cases')
    .values({ prayer_request_id, ...because, opened_at: now(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (opened === 1n) await addCaseEntry(ctx, prayer_request_id, { act: 'opened' })
  else {
    // Locks the case until the transaction ends.
    const { closed_at } = await ctx.db
      .updateTable('care_cases')
      .set(because)
      .where('prayer_request_id', '=', prayer_request_id)
      .returning('closed_at')
      .executeTakeFirstOrThrow()
    if (closed_at === null) await addCaseEntry(ctx, prayer_request_id, { act: 'found_again' })
    else await reopenCase(ctx, prayer_request_id, null)
  }
  if (!is_copy) await ctx.addJob('notifications.tell_care', { prayer_request_id })
}

/**
 * The words of a request that is held for danger are new, or words wait under one that is hidden: a case of it that was closed is open
 * again, or nobody would look at them. `is_hidden`: where the words of the case were no danger, moderators look at them.
 */
export async function reopenForNewWords(ctx: Context, prayer_request_id: string, is_hidden = false): Promise<void> {
  const closed = await ctx.db
    .selectFrom('care_cases')
    .select('closed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('closed_at', 'is not', null)
    .$if(is_hidden, (query) => query.where('by_words', '=', true).where('outcome', '!=', sql.lit('no_danger')))
    .executeTakeFirst()
  if (!closed) return
  await reopenCase(ctx, prayer_request_id, null)
  await ctx.addJob('notifications.tell_care', { prayer_request_id })
}

/** True for cases of the same words that were opened by one press: shared in several groups at once, they have one alarm. */
export const isOpenedWith = (opened_at: string, other: string): boolean =>
  Math.abs(Date.parse(opened_at) - Date.parse(other)) < MINUTE_MS

/**
 * The author deletes these requests, changes their words or takes them out of their group: of the same words in other groups nobody may
 * have been told, see `is_copy`. For use before that. One tells for all, and none where somebody has one of them, or anything came to it
 * after its opening, which told of itself.
 */
export async function tellOfCopies(ctx: Context, prayer_request_ids: string[]): Promise<void> {
  if (prayer_request_ids.length === 0) return
  const isHeard = sql<SqlBool>`(prayers.acknowledged_at is not null or exists (select 1 from care_case_entries
    where care_case_entries.prayer_request_id = prayers.id and care_case_entries.act not in ('opened', 'note')))`
  const copies = await prayersWithoutReader(ctx.db)
    .innerJoin('prayers as gone', 'gone.author_id', 'prayers.author_id')
    .innerJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .where('gone.id', 'in', prayer_request_ids)
    .where('prayers.id', 'not in', prayer_request_ids)
    .whereRef('prayers.content', '=', 'gone.content')
    .where('prayers.group_id', 'is not', null)
    .where('care_cases.closed_at', 'is', null)
    .select(['prayers.id', 'prayers.content', 'care_cases.opened_at'])
    .select((query) => query.case().when(isHeard).then(1).else(0).end().as('is_heard'))
    .distinct()
    .orderBy('prayers.id')
    .execute()
  const heard = copies.filter(({ is_heard }) => is_heard === 1)
  for (const copy of copies) {
    if (heard.some((one) => one.content === copy.content && isOpenedWith(one.opened_at, copy.opened_at))) continue
    heard.push(copy)
    await ctx.addJob('notifications.tell_care', { prayer_request_id: copy.id })
  }
}

/** Deletes cases with all that was written in them: their author deleted the request, or their account. */
export async function deleteCases(db: Db, prayer_request_ids: string[]): Promise<void> {
  if (prayer_request_ids.length === 0) return
  await db.deleteFrom('care_cases').where('prayer_request_id', 'in', prayer_request_ids).execute()
}
