import { type Expression, sql } from 'kysely'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import type { AlertKind, HeldReason, NewPrayer, PrayerStatus } from '../../../contract/prayers.ts'
import type { ParsedInput } from '../../../contract/schemas.ts'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Publication } from '../../db/schema.ts'
import { unindexPrayers, indexPrayers } from '../../db/search.ts'
import type { Viewer } from '../../http/session.ts'
import { readSetting } from '../../settings/settings.ts'
import { adjustCategoryCounts } from '../categories/categories.queries.ts'
import { publishNewPrayer, schedulePrayedEvent, withLiveEvents } from './prayers.telling.ts'
import {
  PRAY_COUNT_BUCKETS,
  type PrayerRow,
  PRAY_UNDO_WINDOW_MS,
  answeredAt,
  isAnsweredStatus,
  listedAt,
} from './prayers.rules.ts'

/** Lets nobody else change these requests until the transaction ends. */
export async function lockPrayers(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('prayers')
    .set((row) => ({ publication: row.ref('publication') }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * Runs a change of a request, or of several, and keeps the categories' counts right. They count published public requests only,
 * so a change of who may read it moves them as much as a change of its categories.
 */
export async function withCategoryCounts<Result>(
  db: Db,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const ids = [id].flat()
  const counted = async (): Promise<string[]> => {
    const rows = await db
      .selectFrom('prayer_categories')
      .innerJoin('prayers', 'prayers.id', 'prayer_categories.prayer_request_id')
      .select('category_id')
      .where('prayers.id', 'in', ids)
      .where('publication', '=', sql.lit('published'))
      .where('visibility', '=', sql.lit('public'))
      .where('status', '!=', sql.lit('archived'))
      .execute()
    return rows.map(({ category_id }) => category_id)
  }
  // Or two changes at once would count the same step twice.
  await lockPrayers(db, ids)
  const changes = new Map<string, number>()
  const add = (categories: string[], step: number): void => {
    for (const category of categories) changes.set(category, (changes.get(category) ?? 0) + step)
  }
  add(await counted(), -1)
  const result = await change()
  add(await counted(), 1)
  await adjustCategoryCounts(db, changes)
  return result
}

/** The same, and tells of it. */
const withCountsAndEvents = <Result>(
  ctx: Context,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> => withLiveEvents(ctx, id, () => withCategoryCounts(ctx.db, id, change))

export async function insertPrayer(
  ctx: Context,
  author: Viewer,
  input: NewPrayer,
  held_reason: HeldReason | null,
  alert: AlertKind | null = null,
): Promise<string> {
  const id = uuidv4()
  const at = now(ctx)
  const { is_anonymous = false, visibility = 'public' } = input
  const listed_at = listedAt(at, is_anonymous)
  await ctx.db
    .insertInto('prayers')
    .values({
      id,
      author_id: author.id,
      group_id: input.group_id ?? null,
      title: input.title ?? null,
      content: input.content,
      language: input.language ?? null,
      is_anonymous,
      visibility,
      publication: held_reason === null ? 'published' : 'held',
      held_reason,
      held_at: held_reason === null ? null : at,
      alert,
      is_urgent: input.is_urgent ?? false,
      is_guarded: input.is_guarded ?? false,
      about_other: input.about_other ?? false,
      shows_pray_count: input.shows_pray_count ?? true,
      created_at: at,
      listed_at,
      updated_at: at,
      last_activity_at: at,
      expires_at: input.expires_at ?? null,
    })
    .execute()
  await indexPrayers(ctx.db, [{ id, listed_at, title: input.title ?? null, content: input.content }])
  await publishNewPrayer(ctx, id)
  return id
}

export type PrayerChange = Omit<ParsedInput<'prayers.edit'>, 'id' | 'categoryIds'> & {
  /** Left out: as it was. */
  held?: { publication: Publication; held_reason: HeldReason | null; held_at: string | null; kept_at: null }
  alert?: AlertKind | null
}

/** Changes the given members and keeps the words that were there before. */
export async function updatePrayer(
  ctx: Context,
  editor: Viewer,
  row: PrayerRow,
  { held, ...change }: PrayerChange,
): Promise<void> {
  const at = now(ctx)
  const is_anonymous = change.is_anonymous ?? row.is_anonymous
  const listed_at = listedAt(row.created_at, is_anonymous)
  const status = change.status ?? row.status
  const answered_at = answeredAt({ status, is_anonymous, answered_at: row.answered_at }, at)
  const changesText =
    (change.content ?? row.content) !== row.content ||
    (change.title === undefined ? row.title : change.title) !== row.title
  if (changesText) {
    await ctx.db
      .insertInto('prayer_edits')
      .values({
        id: uuidv7(),
        prayer_request_id: row.id,
        title: row.title,
        content: row.content,
        visibility: row.visibility,
        edited_by: editor.id,
        created_at: at,
      })
      .execute()
  }
  await withCountsAndEvents(ctx, row.id, () =>
    ctx.db
      .updateTable('prayers')
      .set({
        ...change,
        ...held,
        listed_at,
        answered_at,
        updated_at: at,
        last_activity_at: at,
        ...(change.expires_at !== undefined && change.expires_at !== row.expires_at && { expected_told_at: null }),
      })
      .where('id', '=', row.id)
      .execute(),
  )
  if (listed_at !== row.listed_at) {
    await ctx.db.updateTable('prayer_categories').set({ listed_at }).where('prayer_request_id', '=', row.id).execute()
  }
  if (changesText || listed_at !== row.listed_at) {
    const { content = row.content, title = row.title } = change
    await indexPrayers(ctx.db, [{ id: row.id, listed_at, title, content }])
  }
  if (change.shows_pray_count !== undefined && change.shows_pray_count !== row.shows_pray_count) {
    await ctx.db
      .updateTable('prayers')
      .set({ waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts')) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** What became of a request, with the time of the answer. */
export async function setPrayerStatus(
  ctx: Context,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  status: PrayerStatus,
): Promise<void> {
  const at = now(ctx)
  const answered_at = answeredAt({ ...prayer, status }, at)
  await withCountsAndEvents(ctx, prayer.id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ status, answered_at, updated_at: at, last_activity_at: at })
      .where('id', '=', prayer.id)
      .execute(),
  )
}

/** Takes a request from the wall, or puts it back. */
export async function setPrayerPublication(
  ctx: Context,
  id: string,
  publication: Publication,
  held_reason: HeldReason | null,
): Promise<void> {
  await withCountsAndEvents(ctx, id, () =>
    ctx.db.updateTable('prayers').set({ publication, held_reason, kept_at: null }).where('id', '=', id).execute(),
  )
}

/** Brings a request back to where it was, also one that was deleted. */
export async function restorePrayer(
  ctx: Context,
  id: string,
  state: Pick<PrayerRow, 'publication' | 'held_reason'> & { held_at: string | null; kept_at: string | null },
): Promise<void> {
  await withCountsAndEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ ...state, deleted_at: null })
      .where('id', '=', id)
      .execute(),
  )
  const words = await ctx.db
    .selectFrom('prayers')
    .select(['id', 'listed_at', 'title', 'content'])
    .where('id', '=', id)
    .execute()
  await indexPrayers(ctx.db, words)
}

/** Tells those who follow a request, soon after. */
export const enqueueFollowerNotices = (
  ctx: Context,
  notice: { prayer_request_id: string; update_id: string | null; status: PrayerStatus | null },
): Promise<void> =>
  ctx.addJob('notifications.tell_followers', {
    ...notice,
    kind: isAnsweredStatus(notice.status) ? 'answered' : 'update',
  })

/**
 * The place among those who wait: exact where the number is told, else its step. `change` is what is about to be added
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

/** Puts the next requests in the order that the site's setting asks for. Gives the last id, or undefined at the end. */
export async function reorderWaiting(ctx: Context, after: string | null): Promise<string | undefined> {
  const rows = await ctx.db
    .selectFrom('prayers')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(WAITING_BATCH)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return undefined
  await ctx.db
    .updateTable('prayers')
    .set({ waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts')) })
    .where('id', 'in', ids)
    .execute()
  return ids.length < WAITING_BATCH ? undefined : ids.at(-1)
}

/** Closes a request of the group for everybody but its author. False when it is not, or no longer, in the group. */
export async function removeFromGroup(ctx: Context, id: string, group_id: string): Promise<boolean> {
  const { numUpdatedRows } = await withLiveEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ visibility: 'private', group_id: null, updated_at: now(ctx) })
      .where('id', '=', id)
      .where('group_id', '=', group_id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

export async function deletePrayers(ctx: Context, ids: string[]): Promise<void> {
  await withCountsAndEvents(ctx, ids, () =>
    ctx.db
      .updateTable('prayers')
      .set({ publication: 'deleted', deleted_at: now(ctx) })
      .where('id', 'in', ids)
      .execute(),
  )
  await unindexPrayers(ctx.db, ids)
}

/** Records an act of prayer; a person counts once, and again within the cooldown changes nothing. Gives the act that counts. */
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
  } else {
    await ctx.db
      .updateTable('prayed')
      .set({ prayed_at: at })
      .where('prayer_request_id', '=', prayer_request_id)
      .where('user_id', '=', user_id)
      .where('prayed_at', '<=', new Date(ctx.clock().getTime() - cooldown_ms).toISOString())
      .execute()
  }
  const { prayed_at } = await ctx.db
    .selectFrom('prayed')
    .select('prayed_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { prayed_at, first }
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

/** Takes a prayer back that was first said a moment ago. `too_late` when it was said before that. */
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

/** Puts the categories that its author chose in place of all others. */
export async function replaceCategories(
  ctx: Context,
  prayer: { id: string; listed_at: string },
  categories: string[],
): Promise<void> {
  await withCountsAndEvents(ctx, prayer.id, async () => {
    await ctx.db.deleteFrom('prayer_categories').where('prayer_request_id', '=', prayer.id).execute()
    if (categories.length === 0) return
    await ctx.db
      .insertInto('prayer_categories')
      .values(
        categories.map((category_id, position) => ({
          prayer_request_id: prayer.id,
          category_id,
          is_machine_generated: false,
          confidence: null,
          position,
          listed_at: prayer.listed_at,
          created_at: now(ctx),
        })),
      )
      .execute()
  })
  await ctx.addJob('classifications.learn', { id: prayer.id, wrong: [] })
}
