import { type Expression, sql } from 'kysely'
import type { PrayerStatus } from '../../../../contract/prayers.ts'
import { isStaff } from '../../../../contract/roles.ts'
import { roles } from '../../../../contract/users.values.ts'
import { type Context, now } from '../../../context.ts'
import { readSetting } from '../../../settings/settings.ts'
import { schedulePrayedEvent } from './prayer-events.ts'
import {
  PRAY_COOLDOWN_MS,
  PRAY_COUNT_BUCKETS,
  PRAY_DIGEST_DELAY_MS,
  PRAY_UNDO_WINDOW_MS,
  type PrayerRow,
  isAnsweredStatus,
} from './prayers.rules.ts'
import { CROWD, CROWD_WINDOW_MS, prayedNoticeDelay } from './praying.rules.ts'
import { withoutReader } from '../../../db/open.ts'

/**
 * Records an act of prayer. A user counts once; repeating within the cooldown changes nothing. Returns the act that
 * counts.
 */
export async function recordPrayed(
  ctx: Context,
  { prayer_request_id, user_id, cooldown_ms }: { prayer_request_id: string; user_id: string; cooldown_ms: number },
): Promise<{ prayed_at: string; first: boolean }> {
  const at = now(ctx)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('prayed')
    .values({ prayer_request_id, user_id, first_prayed_at: at, prayed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const first = numInsertedOrUpdatedRows === 1n
  if (first) {
    await adjustPrayCount(ctx, prayer_request_id, 1)
    return { prayed_at: at, first }
  }
  await ctx.db
    .updateTable('prayed')
    .set({ prayed_at: at })
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .where('prayed_at', '<=', new Date(ctx.clock().getTime() - cooldown_ms).toISOString())
    .execute()
  const { prayed_at } = await ctx.db
    .selectFrom('prayed')
    .select('prayed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { prayed_at, first }
}

type PrayedFor = Pick<PrayerRow, 'id' | 'author_id' | 'visibility' | 'group_id' | 'is_guarded' | 'pray_count'>

/** Records an act of prayer by a person, and queues the notice to the author of the request. */
export async function pray(ctx: Context, row: PrayedFor, user_id: string): Promise<{ prayed_at: string }> {
  const { id: prayer_request_id, author_id } = row
  const { prayed_at, first } = await recordPrayed(ctx, { prayer_request_id, user_id, cooldown_ms: PRAY_COOLDOWN_MS })
  await lightToday(ctx, { prayer_request_id, user_id, prayed_at: now(ctx) })
  if (first && author_id !== user_id) {
    const readers = row.pray_count === 0 ? await countReaders(ctx, row) : 0
    await enqueuePrayedNotice(ctx, 'prayed', prayer_request_id, prayed_at, prayedNoticeDelay({ ...row, readers }))
  }
  return { prayed_at }
}

/** How many others than the author, up to `CROWD`, may read the request and were here lately. */
async function countReaders(ctx: Context, { author_id, visibility, group_id }: PrayedFor): Promise<number> {
  const since = new Date(ctx.clock().getTime() - CROWD_WINDOW_MS).toISOString()
  const rows = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.user_id')
    .distinct()
    .where('sessions.last_seen_at', '>', since)
    .where('users.status', '=', sql.lit('active'))
    .where('sessions.user_id', 'is distinct from', author_id)
    .$if(visibility === 'team', (query) => query.where('users.role', 'in', roles.filter(isStaff)))
    .$if(visibility === 'group', (query) =>
      query.where('sessions.user_id', 'in', (of) =>
        of
          .selectFrom('memberships')
          .select('memberships.user_id')
          .where('memberships.group_id', '=', group_id)
          .where('memberships.status', '=', sql.lit('active')),
      ),
    )
    .limit(CROWD)
    .execute()
  return rows.length
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
 * an act to who is online, and is not notified of one that was undone: see `prayedNoticeDelay`.
 */
export async function enqueuePrayedNotice(
  ctx: Context,
  kind: 'prayed' | 'thanked',
  prayer_request_id: string,
  time: string,
  delay_ms = PRAY_DIGEST_DELAY_MS,
): Promise<void> {
  const run_at = new Date(ctx.clock().getTime() + delay_ms).toISOString()
  const day = time.slice(0, 'yyyy-mm-dd'.length)
  const unique_key = `notifications.tell_${kind} ${prayer_request_id} ${day}`
  await ctx.addJob('notifications.tell_prayed', { prayer_request_id, day, kind }, { run_at, unique_key })
}

/**
 * Queues the notice to the author that somebody left them this line. Delayed like that of the prayer, so that
 * neither tells of the other.
 */
export async function enqueueLineNotice(ctx: Context, id: string): Promise<void> {
  const run_at = new Date(ctx.clock().getTime() + PRAY_DIGEST_DELAY_MS).toISOString()
  await ctx.addJob('notifications.tell_line', { id }, { run_at, unique_key: `notifications.tell_line ${id}` })
}

async function adjustPrayCount(ctx: Context, id: string, change: 1 | -1): Promise<void> {
  await ctx.db
    .updateTable('prayers')
    .set({
      pray_count: sql`pray_count + ${sql.lit(change)}`,
      waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts'), change),
      ...(change === 1 && { last_activity_at: now(ctx) }),
    })
    .where('id', '=', id)
    .execute()
  await schedulePrayedEvent(ctx, id)
}

/** Undoes a prayer that was first recorded a moment ago. Returns `too_late` after `PRAY_UNDO_WINDOW_MS`. */
export async function undoPrayed(
  ctx: Context,
  prayer_request_id: string,
  user_id: string,
): Promise<'done' | 'nothing' | 'too_late'> {
  const row = await ctx.db
    .selectFrom('prayed')
    .select('first_prayed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return 'nothing'
  if (ctx.clock().getTime() - Date.parse(row.first_prayed_at) > PRAY_UNDO_WINDOW_MS) return 'too_late'
  const { numDeletedRows } = await ctx.db
    .deleteFrom('prayed')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await lightToday(ctx, { prayer_request_id, user_id, prayed_at: null })
  if (numDeletedRows === 1n) await adjustPrayCount(ctx, prayer_request_id, -1)
  return 'done'
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
  const rows = await ctx.db
    .selectFrom('prayers')
    .$call(withoutReader)
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
