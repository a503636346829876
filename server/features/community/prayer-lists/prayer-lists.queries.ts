import { sql } from 'kysely'
import type { Prayer } from '../../../../contract/prayers.ts'
import type { PrayerList, PrayerListItem, Reminder } from '../../../../contract/prayer-lists.ts'
import type { Context } from '../../../context.ts'
import { type Db, lockRows } from '../../../db/open.ts'
import { ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { serializePrayers, selectPrayers } from '../prayers/prayers.queries.ts'

/** A user's lists, each with its number of requests and whether the given request is in it. */
export async function listLists(db: Db, user_id: string, prayer_request_id?: string): Promise<PrayerList[]> {
  const rows = await db
    .selectFrom('prayer_lists')
    .where('prayer_lists.user_id', '=', user_id)
    .select(['prayer_lists.id', 'prayer_lists.name', 'prayer_lists.order', 'prayer_lists.created_at'])
    .select((query) => [
      query
        .selectFrom('prayer_list_items as item')
        .whereRef('item.prayer_list_id', '=', 'prayer_lists.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('item_count'),
      query
        .selectFrom('prayer_list_items as item')
        .whereRef('item.prayer_list_id', '=', 'prayer_lists.id')
        .where('item.prayer_request_id', '=', prayer_request_id ?? null)
        .select('item.prayer_request_id')
        .as('request'),
    ])
    .orderBy('prayer_lists.order')
    .orderBy('prayer_lists.id')
    .execute()
  return rows.map(({ request, item_count, ...row }) => ({
    ...row,
    item_count: item_count ?? 0,
    has_request: request !== null,
  }))
}

/**
 * One of the user's own lists. Locks the row until the transaction ends. Rejects alike for other users' lists and for
 * none.
 */
export const lockList = async ({ db, database }: Context, user_id: string, id: string) =>
  ensureFound(await lockRows(selectOwnList(db, user_id, id), database).executeTakeFirst(), 'prayer_lists.not_found')

export const readList = async (db: Db, user_id: string, id: string) =>
  ensureFound(await selectOwnList(db, user_id, id).executeTakeFirst(), 'prayer_lists.not_found')

const selectOwnList = (db: Db, user_id: string, id: string) =>
  db.selectFrom('prayer_lists').select(['id', 'name']).where('id', '=', id).where('user_id', '=', user_id)

/** The requests of a list, in its order. Uses as many statements for one request as for five hundred. */
export async function listItems(db: Db, viewer: Viewer, id: string): Promise<PrayerListItem[]> {
  const [items, rows] = await Promise.all([
    db
      .selectFrom('prayer_list_items')
      .select(['prayer_request_id', 'created_at'])
      .where('prayer_list_id', '=', id)
      .orderBy('order')
      .orderBy('prayer_request_id')
      .execute(),
    selectPrayers(db, viewer)
      .where(
        'prayers.id',
        'in',
        db.selectFrom('prayer_list_items').select('prayer_request_id').where('prayer_list_id', '=', id),
      )
      .execute(),
  ])
  const prayers = new Map<string, Prayer>(
    (await serializePrayers(db, rows, viewer)).map((prayer) => [prayer.id, prayer]),
  )
  return items.map((item) => ({ ...item, prayer: prayers.get(item.prayer_request_id) ?? null }))
}

/** The number of requests in a list, the position of the next one, and whether this request is in it. */
export async function readListPosition(
  db: Db,
  prayer_list_id: string,
  prayer_request_id: string,
): Promise<{ count: number; next: number; has: boolean }> {
  const { count, last, same } = await db
    .selectFrom('prayer_list_items')
    .where('prayer_list_id', '=', prayer_list_id)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('order').as('last')])
    .select(sql<number>`count(case when prayer_request_id = ${prayer_request_id} then 1 end)`.as('same'))
    .executeTakeFirstOrThrow()
  return { count, next: (last ?? -1) + 1, has: same > 0 }
}

export const reminderColumns = [
  'id',
  'prayer_request_id',
  'prayer_list_id',
  'remind_at',
  'repeats',
  'time_zone',
  'weekdays',
  'is_paused',
] as const

/** In the order in which they were first set, so that none moves when it is paused or comes. */
export const listReminders = (db: Db, user_id: string): Promise<Reminder[]> =>
  db
    .selectFrom('reminders')
    .select(reminderColumns)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * One of the user's own reminders. Locks the row until the transaction ends. Rejects alike for other users' reminders and for
 * none.
 */
export const lockReminder = async ({ db, database }: Context, user_id: string, id: string) =>
  ensureFound(
    await lockRows(
      db
        .selectFrom('reminders')
        .select([...reminderColumns, 'local_time'])
        .where('id', '=', id)
        .where('user_id', '=', user_id),
      database,
    ).executeTakeFirst(),
    'prayer_lists.no_reminder',
  )

export const readListNames = async (db: Db, user_id: string, ids: string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('prayer_lists')
        .select(['id', 'name'])
        .where('user_id', '=', user_id)
        .where('id', 'in', ids)
        .execute()
