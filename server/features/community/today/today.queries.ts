import { type Expression, type SqlBool, sql } from 'kysely'
import type { TodayItem } from '../../../../contract/today.ts'
import { literals } from '../../../db/compiled.ts'
import { type Db, hasRow } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { findGroupPrayers, waitingStatuses } from '../prayers/feed.queries.ts'
import { selectPrayers, serializePrayers } from '../prayers/prayers.queries.ts'
import { PRAY_COOLDOWN_MS, visibleTo } from '../prayers/prayers.rules.ts'
import { type Candidate, type Candidates, isOfDay } from './today.rules.ts'

/** So many of each source are looked at: far more than a day holds. */
const POOL = 60
const LISTED_POOL = 500

/** A day anywhere on earth lies within this of the same day in UTC. */
const MAX_APART_MS = 14 * 3_600_000

/** Selects what people can pray for, with what decides whether it comes today. */
const selectCandidates = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('prayers')
    .leftJoin('prayed', (join) =>
      join.onRef('prayed.prayer_request_id', '=', 'prayers.id').on('prayed.user_id', '=', viewer.id),
    )
    .where(visibleTo(viewer))
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.status', 'in', literals(waitingStatuses))
    .select(['prayers.id', 'prayers.author_id', 'prayers.waiting_order', 'prayers.expires_at', 'prayed.prayed_at'])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('prayer_categories as link')
            .innerJoin('categories', 'categories.id', 'link.category_id')
            .whereRef('link.prayer_request_id', '=', 'prayers.id')
            .where('categories.key', '=', sql.lit('thanks'))
            .select('link.category_id'),
        )
        .as('is_thankful'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectCandidates>['execute']>>[number]

/** Everything that could come to the viewer on the day, by its reason. Others’ requests, but for what is in the viewer's lists. */
export async function readCandidates(
  db: Db,
  viewer: Viewer,
  { day, time_zone, at }: { day: string; time_zone: string; at: Date },
): Promise<Candidates> {
  const toCandidate = (row: Row, prayer_list_id: string | null = null): Candidate => ({
    id: row.id,
    prayer_list_id,
    prayed_at: row.prayed_at,
    waiting_order: row.waiting_order,
    is_thankful: Boolean(row.is_thankful),
    is_own: row.author_id === viewer.id,
  })
  const select = selectCandidates(db, viewer)
  const isOthers = sql<SqlBool>`prayers.author_id is distinct from ${viewer.id}`
  const rested = new Date(at.getTime() - PRAY_COOLDOWN_MS).toISOString()
  const isRested = sql<SqlBool>`(prayed.prayed_at is null or prayed.prayed_at < ${rested})` as Expression<SqlBool>
  const noon = Date.parse(`${day}T12:00:00.000Z`)
  const groups = await findGroupPrayers(db, viewer, { limit: POOL })
  const [ofDay, listed, followed, ofGroups, waiting] = await Promise.all([
    select
      .where(isOthers)
      .where('prayers.visibility', '!=', sql.lit('private'))
      .where(sql<SqlBool>`prayers.expected_told_at is null and prayers.expires_at is not null`)
      .where('prayers.expires_at', '>=', new Date(noon - DAY_MS / 2 - MAX_APART_MS).toISOString())
      .where('prayers.expires_at', '<=', new Date(noon + DAY_MS / 2 + MAX_APART_MS).toISOString())
      .orderBy('prayers.expires_at')
      .limit(LISTED_POOL)
      .execute(),
    select
      .innerJoin('prayer_list_items as item', 'item.prayer_request_id', 'prayers.id')
      .innerJoin('prayer_lists as list', 'list.id', 'item.prayer_list_id')
      .where('list.user_id', '=', viewer.id)
      // A list comes on the days of its weekly reminder; one without comes on every day.
      .where(
        sql<SqlBool>`coalesce((select weekdays from reminders where prayer_list_id = list.id and repeats = 'weekly'
          and not is_paused limit 1), '1234567') like ${`%${Temporal.PlainDate.from(day).dayOfWeek}%`}`,
      )
      .select('list.id as prayer_list_id')
      // Where they are too many: the longest not prayed for, from every list.
      .orderBy('prayed.prayed_at', (order) => order.asc().nullsFirst())
      .orderBy('item.order')
      .orderBy('list.order')
      .limit(LISTED_POOL)
      .execute(),
    select
      .innerJoin('follows', 'follows.prayer_request_id', 'prayers.id')
      .where('follows.user_id', '=', viewer.id)
      .where(isOthers)
      .where(isRested)
      .orderBy('follows.created_at', 'desc')
      .limit(LISTED_POOL)
      .execute(),
    groups.length === 0 ? [] : select.where('prayers.id', 'in', groups).where(isOthers).where(isRested).execute(),
    select
      .where(isOthers)
      .where(isRested)
      .where('prayers.visibility', '!=', sql.lit('private'))
      .orderBy('prayers.waiting_order')
      .orderBy('prayers.listed_at', 'desc')
      .orderBy('prayers.id', 'desc')
      .limit(POOL)
      .execute(),
  ])
  return {
    day: ofDay
      .filter(({ expires_at }) => expires_at !== null && isOfDay(expires_at, day, time_zone))
      .map((row) => toCandidate(row)),
    list: listed.map((row) => toCandidate(row, row.prayer_list_id)),
    following: followed.map((row) => toCandidate(row)),
    group: ofGroups.map((row) => toCandidate(row)),
    waiting: waiting.map((row) => toCandidate(row)),
  }
}

/** Returns what is stored of the day, in its order, whatever became of the requests. */
export const listStored = (db: Db, user_id: string) =>
  db
    .selectFrom('today_prayers')
    .where('user_id', '=', user_id)
    .select(['prayer_request_id', 'reason', 'prayer_list_id', 'prayed_at'])
    .orderBy('position')
    .execute()

/** True if `listToday` shows anything of what is stored. */
export const showsAny = (db: Db, viewer: Viewer): Promise<boolean> =>
  db
    .selectFrom('prayers')
    .innerJoin('today_prayers', 'today_prayers.prayer_request_id', 'prayers.id')
    .where(visibleTo(viewer))
    .where('today_prayers.user_id', '=', viewer.id)
    .where('prayers.publication', '=', sql.lit('published'))
    .where((where) =>
      where.or([
        where('today_prayers.prayed_at', 'is not', null),
        where('prayers.status', 'in', literals(waitingStatuses)),
      ]),
    )
    .select('today_prayers.position')
    .limit(1)
    .$call(hasRow)

export type StoredRequest = Awaited<ReturnType<typeof listStored>>[number]

/**
 * The requests of the day that the viewer may read, as they are now: what nobody can pray for any more has left. `chosen`: those of a
 * day that is not stored.
 */
export async function listToday(db: Db, viewer: Viewer, chosen?: StoredRequest[]): Promise<TodayItem[]> {
  const stored = chosen ?? (await listStored(db, viewer.id))
  const ids = stored.map(({ prayer_request_id }) => prayer_request_id)
  if (ids.length === 0) return []
  const [rows, lists] = await Promise.all([
    selectPrayers(db, viewer)
      .where('prayers.id', 'in', ids)
      .where('prayers.publication', '=', sql.lit('published'))
      .execute(),
    db.selectFrom('prayer_lists').where('user_id', '=', viewer.id).select(['id', 'name']).execute(),
  ])
  const prayers = new Map((await serializePrayers(db, rows, viewer)).map((prayer) => [prayer.id, prayer]))
  const byId = new Map(lists.map((list) => [list.id, list]))
  return stored.flatMap(({ prayer_request_id, reason, prayer_list_id, prayed_at }) => {
    const prayer = prayers.get(prayer_request_id)
    const has_prayed = prayed_at !== null
    if (!prayer || (!has_prayed && prayer.status !== 'open' && prayer.status !== 'ongoing')) return []
    return [{ reason, prayer_list: (prayer_list_id !== null && byId.get(prayer_list_id)) || null, has_prayed, prayer }]
  })
}
