import { type SqlBool, sql } from 'kysely'
import { type Context, now } from '../../../context.ts'
import { type Db, idsOf, lockRows, prayersWithoutReader } from '../../../db/open.ts'
import { readSetting } from '../../../settings/settings.ts'
import { isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import { lockCategoryCounts } from '../categories/categories.commands.ts'
import { setPrayerStatus } from './prayers.commands.ts'
import { isRemovedByDecision } from './prayers.queries.ts'
import {
  ARCHIVE_DELAY_MS,
  DELETED_RETENTION_MS,
  MAX_ASKED_EARLY_MS,
  QUIET_THRESHOLD_MS,
  askedAt,
} from './prayers.rules.ts'

/** Maximum number of requests per transaction, so that others can write in between. */
const PAGE = 200

const timeBefore = (ctx: Context, ms: number): string => new Date(ctx.clock().getTime() - ms).toISOString()

// Must match the condition of the partial indexes exactly.
const isUnanswered = sql<SqlBool>`publication = 'published' and status in ('open', 'ongoing')`

/** Nobody is asked how it went with a line that they left under another's request. */
const isRequest = sql<SqlBool>`line_of is null`

const enqueueLifecycleNotice = (ctx: Context, kind: 'quiet' | 'expected' | 'archived', id: string): Promise<void> =>
  ctx.addJob('notifications.tell_owner', { kind, prayer_request_id: id })

/** Locks a page of requests in the order of their ids, as whoever deletes a category: in another order each would wait for the other. */
async function lockPage(ctx: Context, page: { execute(): Promise<{ id: string }[]> }): Promise<void> {
  const ids = idsOf(await page.execute())
  if (ids.length === 0) return
  const rows = prayersWithoutReader(ctx.db).select('id').where('id', 'in', ids).orderBy('id')
  await lockRows(rows, ctx.database).execute()
}

/**
 * Asks the authors of a page of quiet requests for an update, once per quiet period. Returns true when there are more.
 */
export async function promptQuietPrayers(ctx: Context): Promise<boolean> {
  const page = prayersWithoutReader(ctx.db)
    .select('id')
    .where(isUnanswered)
    .where(isRequest)
    .where('last_activity_at', '<=', timeBefore(ctx, QUIET_THRESHOLD_MS))
    .where(sql<SqlBool>`(asked_at is null or asked_at < last_activity_at)`)
    .orderBy('last_activity_at')
    .orderBy('id')
    .limit(PAGE)
  await lockPage(ctx, page)
  const rows = await lockRows(page, ctx.database).execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await ctx.db
    .updateTable('prayers')
    .set({ asked_at: now(ctx) })
    .where('id', 'in', ids)
    .execute()
  for (const id of ids) await enqueueLifecycleNotice(ctx, 'quiet', id)
  return rows.length === PAGE
}

/** Archives a page of requests that stayed quiet after their authors were asked. Returns true when there are more. */
export async function archiveQuietPrayers(ctx: Context): Promise<boolean> {
  const page = prayersWithoutReader(ctx.db)
    .select(['id', 'is_anonymous', 'answered_at'])
    .where(isUnanswered)
    .where(isRequest)
    .where('last_activity_at', '<=', timeBefore(ctx, QUIET_THRESHOLD_MS + ARCHIVE_DELAY_MS))
    .where('asked_at', '<=', timeBefore(ctx, ARCHIVE_DELAY_MS))
    .where(sql<SqlBool>`asked_at >= last_activity_at`)
    .orderBy('last_activity_at')
    .orderBy('id')
    .limit(PAGE)
  await lockPage(ctx, page)
  const rows = await lockRows(page, ctx.database).execute()
  if (rows.length === 0) return false
  await lockCategoryCounts(ctx, idsOf(rows))
  for (const row of rows) {
    await setPrayerStatus(ctx, row, 'archived')
    await enqueueLifecycleNotice(ctx, 'archived', row.id)
  }
  return rows.length === PAGE
}

/** Marks where a page of requests with a day ends. */
export type ExpectedCursor = Record<'expires_at' | 'id', string>

/**
 * Asks the authors of a page of requests for the outcome on the evening of the day they hoped for. `after`: where the page
 * before ended. Returns where this one ends, or null when there are no more.
 */
export async function promptExpectedPrayers(
  ctx: Context,
  after: ExpectedCursor | null,
): Promise<ExpectedCursor | null> {
  const site_zone = await readSetting(ctx, 'time_zone')
  const page = prayersWithoutReader(ctx.db)
    .select(['id', 'expires_at'])
    .select((eb) =>
      eb
        .selectFrom('preferences')
        .select('time_zone')
        .whereRef('preferences.user_id', '=', 'prayers.author_id')
        .as('time_zone'),
    )
    .where(isUnanswered)
    .where(isRequest)
    .where(sql<SqlBool>`expected_told_at is null and expires_at is not null`)
    .where('expires_at', '<=', timeBefore(ctx, -MAX_ASKED_EARLY_MS))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('expires_at', 'id'), '>', eb.tuple(after?.expires_at ?? null, after?.id ?? '')),
      ),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(PAGE)
  await lockPage(ctx, page)
  const rows = await lockRows(page, ctx.database).execute()
  const isDue = (expires_at: string, zone: string | null): boolean =>
    askedAt(expires_at, zone !== null && isTimeZone(zone) ? zone : site_zone) <= ctx.clock().getTime()
  const ends = rows.flatMap(({ id, expires_at, ...row }) => (expires_at === null ? [] : [{ id, expires_at, ...row }]))
  const ids = ends.filter((row) => isDue(row.expires_at, row.time_zone)).map(({ id }) => id)
  if (ids.length > 0) {
    await ctx.db
      .updateTable('prayers')
      .set({ expected_told_at: now(ctx) })
      .where('id', 'in', ids)
      .execute()
  }
  for (const id of ids) await enqueueLifecycleNotice(ctx, 'expected', id)
  return rows.length === PAGE ? (ends.at(-1) ?? null) : null
}

/**
 * Deletes a page of rows of requests that were deleted long ago, with everything that refers to them. Returns true when
 * there are more.
 */
export async function purgeDeletedPrayers(ctx: Context): Promise<boolean> {
  const rows = await prayersWithoutReader(ctx.db)
    .select('id')
    .where('deleted_at', '<=', timeBefore(ctx, DELETED_RETENTION_MS))
    .where('publication', '=', sql.lit('deleted'))
    // Keeps requests whose author's appeal is not answered yet, but for those that their author has deleted.
    .where(
      sql<SqlBool>`not (${isRemovedByDecision()} and exists (select 1 from decisions where decisions.prayer_request_id = prayers.id
        and decisions.appealed_at is not null and decisions.appeal_outcome is null and decisions.undone_at is null))`,
    )
    // And those whose author may still be in danger.
    .where(
      sql<SqlBool>`not exists (select 1 from care_cases where care_cases.closed_at is null
        and care_cases.prayer_request_id in (select id from prayers as own where own.id = prayers.id or own.line_of = prayers.id))`,
    )
    .orderBy('deleted_at')
    .limit(PAGE)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await deleteReactionCounts(ctx.db, sql`${sql.join(ids)}`)
  await ctx.db.deleteFrom('prayers').where('id', 'in', ids).execute()
  return rows.length === PAGE
}

/**
 * Like `purgeDeletedPrayers`, for the rows of deleted updates whose request is still there. They go that long after their last words, and
 * so no later than that after they were deleted.
 */
export async function purgeDeletedUpdates(ctx: Context): Promise<boolean> {
  const before = timeBefore(ctx, DELETED_RETENTION_MS)
  const rows = await ctx.db
    .selectFrom('prayer_updates')
    .select('id')
    .where('publication', '=', sql.lit('deleted'))
    .where('updated_at', '<=', before)
    // Keeps what moderators decided lately, or have to: its author may appeal, and until then it may be shown again.
    .where(
      sql<SqlBool>`not exists (select 1 from decisions where decisions.update_id = prayer_updates.id
        and decisions.undone_at is null and (decisions.decided_at > ${before}
          or (decisions.appealed_at is not null and decisions.appeal_outcome is null)))`,
    )
    .where(
      sql<SqlBool>`not exists (select 1 from reports where reports.update_id = prayer_updates.id
        and (reports.status in ('open', 'in_review') or reports.updated_at > ${before}))`,
    )
    // And words for which their request may be held, or somebody may be in danger. withoutReader: for a purge.
    .where(
      sql<SqlBool>`not exists (select 1 from prayers where prayers.id = prayer_updates.prayer_request_id
        and prayers.publication = 'held')`,
    )
    .where(
      sql<SqlBool>`not exists (select 1 from care_cases where care_cases.closed_at is null
        and care_cases.prayer_request_id = prayer_updates.prayer_request_id)`,
    )
    .limit(PAGE)
    .execute()
  if (rows.length === 0) return false
  await deleteUpdateRows(ctx.db, sql`${sql.join(idsOf(rows))}`)
  return rows.length === PAGE
}

/** Deletes the rows of updates, with what names them without a foreign key. `updates`: ids, or a subquery of ids. */
export async function deleteUpdateRows(db: Db, updates: ReturnType<typeof sql>): Promise<void> {
  await db
    .deleteFrom('reaction_counts')
    .where(sql<SqlBool>`target_id in (${updates})`)
    .execute()
  await db
    .deleteFrom('quiet_alerts')
    .where(sql<SqlBool>`text_id in (${updates})`)
    .execute()
  await db
    .deleteFrom('prayer_updates')
    .where(sql<SqlBool>`id in (${updates})`)
    .execute()
}

/**
 * `prayers`: ids, or a subquery of ids. Counts of reactions store the ids of requests and updates alike, so no foreign
 * key deletes them.
 */
export async function deleteReactionCounts(db: Db, prayers: ReturnType<typeof sql>): Promise<void> {
  await db
    .deleteFrom('reaction_counts')
    .where(
      sql<SqlBool>`(target_id in (${prayers}) or target_id in
        (select id from prayer_updates where prayer_request_id in (${prayers})))`,
    )
    .execute()
}
