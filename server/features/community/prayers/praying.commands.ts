import { type Expression, sql } from 'kysely'
import type { PrayerStatus } from '../../../../contract/prayers.ts'
import { type Context, now } from '../../../context.ts'
import { readSetting } from '../../../settings/settings.ts'
import { schedulePrayedEvent } from './prayer-events.ts'
import {
  PRAY_COOLDOWN_MS,
  PRAY_COUNT_BUCKETS,
  PRAY_DIGEST_DELAY_MS,
  PRAY_UNDO_WINDOW_MS,
  isAnsweredStatus,
} from './prayers.rules.ts'
import { prayersWithoutReader } from '../../../db/open.ts'

/**
 * Records an act of prayer. A user counts once; repeating within the cooldown changes nothing. Returns the act that
 * counts, and how many have prayed now, unless this adds nobody.
 */
async function recordPrayed(
  ctx: Context,
  prayer_request_id: string,
  user_id: string,
): Promise<{ prayed_at: string; pray_count: number | null }> {
  const at = now(ctx)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('prayed')
    .values({ prayer_request_id, user_id, first_prayed_at: at, prayed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n)
    return { prayed_at: at, pray_count: await adjustPrayCount(ctx, prayer_request_id, 1) }
  await ctx.db
    .updateTable('prayed')
    .set({ prayed_at: at })
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .where('prayed_at', '<=', new Date(ctx.clock().getTime() - PRAY_COOLDOWN_MS).toISOString())
    .execute()
  const { prayed_at } = await ctx.db
    .selectFrom('prayed')
    .select('prayed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { prayed_at, pray_count: null }
}

/** Records an act of prayer by a person, and queues the notice to the author of the request. */
export async function pray(
  ctx: Context,
  { id: prayer_request_id, author_id }: { id: string; author_id: string | null },
  user_id: string,
): Promise<{ prayed_at: string; pray_count: number | null }> {
  const { prayed_at, pray_count } = await recordPrayed(ctx, prayer_request_id, user_id)
  await lightToday(ctx, { prayer_request_id, user_id, prayed_at: now(ctx) })
  if (pray_count !== null && author_id !== user_id)
    await enqueuePrayedNotice(ctx, 'prayed', prayer_request_id, { time: prayed_at, is_first: pray_count === 1 })
  return { prayed_at, pray_count }
}

/** Notes on the person's day that they prayed for what came to them, or took that back. It counts on each day anew. */
const lightToday = (
  ctx: Context,
  { prayer_request_id, user_id, prayed_at }: { prayer_request_id: string; user_id: string; prayed_at: string | null },
): Promise<unknown> =>
  ctx.db
    .updateTable('today_prayers')
    .set({ prayed_at })
    .where('user_id', '=', user_id)
    .where('prayer_request_id', '=', prayer_request_id)
    .execute()

/**
 * Queues the notice to the author that somebody prayed, or gave thanks for the answer. Delayed, so that the author cannot link
 * an act to who is online, and is not notified of one that was undone. The job of the first prayer runs as soon as that can no
 * longer be undone, and finds out whether the author may know already.
 */
export async function enqueuePrayedNotice(
  ctx: Context,
  kind: 'prayed' | 'thanked',
  prayer_request_id: string,
  { time, is_first = false }: { time: string; is_first?: boolean },
): Promise<void> {
  const later = (ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()
  const usual_at = later(PRAY_DIGEST_DELAY_MS)
  const day = time.slice(0, 'yyyy-mm-dd'.length)
  const unique_key = `notifications.tell_${kind} ${prayer_request_id} ${day}`
  if (is_first) {
    const once = { run_at: later(PRAY_UNDO_WINDOW_MS), unique_key }
    await ctx.addJob('notifications.tell_first_prayer', { prayer_request_id, day, usual_at }, once)
  } else {
    await ctx.addJob('notifications.tell_prayed', { prayer_request_id, day, kind }, { run_at: usual_at, unique_key })
  }
}

/**
 * Queues the notice to the author that somebody left them this line. Delayed like that of the prayer, so that
 * neither tells of the other.
 */
export async function enqueueLineNotice(ctx: Context, id: string): Promise<void> {
  const run_at = new Date(ctx.clock().getTime() + PRAY_DIGEST_DELAY_MS).toISOString()
  await ctx.addJob('notifications.tell_line', { id }, { run_at, unique_key: `notifications.tell_line ${id}` })
}

async function adjustPrayCount(ctx: Context, id: string, change: 1 | -1): Promise<number> {
  const { pray_count } = await ctx.db
    .updateTable('prayers')
    .set({
      pray_count: sql`pray_count + ${sql.lit(change)}`,
      waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts'), change),
      ...(change === 1 && { last_activity_at: now(ctx) }),
    })
    .where('id', '=', id)
    .returning('pray_count')
    .executeTakeFirstOrThrow()
  await schedulePrayedEvent(ctx, id)
  return pray_count
}

/** Undoes a prayer, if there is one. Returns false when it was first recorded longer than `PRAY_UNDO_WINDOW_MS` ago. */
export async function undoPrayed(ctx: Context, prayer_request_id: string, user_id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('prayed')
    .select('first_prayed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return true
  if (ctx.clock().getTime() - Date.parse(row.first_prayed_at) > PRAY_UNDO_WINDOW_MS) return false
  const { numDeletedRows } = await ctx.db
    .deleteFrom('prayed')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await lightToday(ctx, { prayer_request_id, user_id, prayed_at: null })
  if (numDeletedRows === 1n) await adjustPrayCount(ctx, prayer_request_id, -1)
  return true
}

export async function setFollowing(
  ctx: Context,
  { prayer_request_id, user_id, follows }: { prayer_request_id: string; user_id: string; follows: boolean },
): Promise<void> {
  if (!follows) {
    await ctx.db
      .deleteFrom('follows')
      .where('prayer_request_id', '=', prayer_request_id)
      .where('user_id', '=', user_id)
      .execute()
    return
  }
  await ctx.db
    .insertInto('follows')
    .values({ prayer_request_id, user_id, created_at: now(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Enqueues the notices to the followers of a request. */
export const enqueueFollowerNotices = (
  ctx: Context,
  notice: { prayer_request_id: string; update_id: string | null; status: PrayerStatus | null },
): Promise<void> =>
  ctx.addJob('notifications.tell_followers', {
    ...notice,
    kind: isAnsweredStatus(notice.status) ? 'answered' : 'update',
  })

/**
 * Enqueues what follows when an author says without a new update how their request went: an answer is told, and reminders pause at any
 * end. `update_id`: the update that was changed; whoever was told of it is not told again.
 */
export const enqueueOutcome = (
  ctx: Context,
  { status, ...of }: { prayer_request_id: string; update_id: string | null; status: PrayerStatus },
): Promise<void> =>
  isAnsweredStatus(status)
    ? enqueueFollowerNotices(ctx, { ...of, status })
    : ctx.addJob('notifications.pause_reminders', { prayer_request_id: of.prayer_request_id })

/**
 * The position among waiting requests: the exact number where it is shown, else its step. `change` is about to be added
 * to `pray_count`.
 */
export function waitingOrder(site_shows: boolean, change = 0): Expression<number> {
  const count = sql<number>`(pray_count + ${sql.lit(change)})`
  const steps = PRAY_COUNT_BUCKETS.map(
    (step, index) =>
      sql`when ${count} < ${sql.lit(step)} then ${sql.lit(index === 0 ? 0 : (PRAY_COUNT_BUCKETS[index - 1] ?? 0))}`,
  )
  const coarse = sql<number>`case ${sql.join(steps, sql` `)} else ${sql.lit(PRAY_COUNT_BUCKETS.at(-1) ?? 0)} end`
  return site_shows ? sql<number>`case when shows_pray_count then ${count} else ${coarse} end` : coarse
}

const WAITING_BATCH = 500

/** Recomputes the order of the next batch for the site's setting. Returns the last id, or undefined at the end. */
export async function reorderWaiting(ctx: Context, after: string | null): Promise<string | null> {
  const rows = await prayersWithoutReader(ctx.db)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(WAITING_BATCH)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return null
  await ctx.db
    .updateTable('prayers')
    .set({ waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts')) })
    .where('id', 'in', ids)
    .execute()
  return ids.length < WAITING_BATCH ? null : (ids.at(-1) ?? null)
}
