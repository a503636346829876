import { type Expression, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Prayer } from '../../../contract/prayers.ts'
import type { PrayerList, PrayerListItem, Reminder } from '../../../contract/prayer_lists.ts'
import { type Context, now } from '../../context.ts'
import { type Db, lockRows } from '../../db/open.ts'
import { ensureFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { serializePrayers, selectPrayers } from '../prayers/prayers.queries.ts'
import { nextRemindAt, reordered } from './prayer_lists.rules.ts'

/** A person's lists, with the number of what is in each, and whether a request is. */
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

/** One of the person's own lists, which nobody changes until the transaction ends. Rejects for those of others as for none. */
export const lockList = async ({ db, database }: Context, user_id: string, id: string) =>
  ensureFound(await lockRows(selectOwnList(db, user_id, id), database).executeTakeFirst(), 'prayer_lists.not_found')

export const readList = async (db: Db, user_id: string, id: string) =>
  ensureFound(await selectOwnList(db, user_id, id).executeTakeFirst(), 'prayer_lists.not_found')

const selectOwnList = (db: Db, user_id: string, id: string) =>
  db.selectFrom('prayer_lists').select(['id', 'name']).where('id', '=', id).where('user_id', '=', user_id)

/** What is in a list, in its order: in as many statements for one request as for five hundred. */
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

export async function countLists(db: Db, user_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('prayer_lists')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertList(ctx: Context, user_id: string, name: string): Promise<PrayerList> {
  const { last } = await ctx.db
    .selectFrom('prayer_lists')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.max('order').as('last'))
    .executeTakeFirstOrThrow()
  const list = { id: uuidv7(), name, order: (last ?? -1) + 1, created_at: now(ctx) }
  await ctx.db
    .insertInto('prayer_lists')
    .values({ ...list, user_id })
    .execute()
  return { ...list, item_count: 0, has_request: false }
}

/** A place for each id, as one value of a statement. */
const orderExpression = (column: 'id' | 'prayer_request_id', ids: string[]): Expression<number> =>
  sql<number>`case ${sql.ref(column)} ${sql.join(
    ids.map((id, index) => sql`when ${id} then ${sql.lit(index)}`),
    sql` `,
  )} end`

export async function orderLists(db: Db, user_id: string, named: string[]): Promise<void> {
  const lists = await listLists(db, user_id)
  const ids = reordered(
    lists.map(({ id }) => id),
    named,
  )
  if (ids.length === 0) return
  await db
    .updateTable('prayer_lists')
    .set({ order: orderExpression('id', ids) })
    .where('user_id', '=', user_id)
    .where('id', 'in', ids)
    .execute()
}

export async function orderItems(db: Db, prayer_list_id: string, named: string[]): Promise<void> {
  const items = await db
    .selectFrom('prayer_list_items')
    .select('prayer_request_id')
    .where('prayer_list_id', '=', prayer_list_id)
    .orderBy('order')
    .orderBy('prayer_request_id')
    .execute()
  const ids = reordered(
    items.map(({ prayer_request_id }) => prayer_request_id),
    named,
  )
  if (ids.length === 0) return
  await db
    .updateTable('prayer_list_items')
    .set({ order: orderExpression('prayer_request_id', ids) })
    .where('prayer_list_id', '=', prayer_list_id)
    .where('prayer_request_id', 'in', ids)
    .execute()
}

/** How many requests are in a list, where the next one goes, and whether this one is there. */
export async function readListPosition(
  db: Db,
  prayer_list_id: string,
  prayer_request_id: string,
): Promise<{ count: number; next: number; has: boolean }> {
  const [row, there] = await Promise.all([
    db
      .selectFrom('prayer_list_items')
      .where('prayer_list_id', '=', prayer_list_id)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('order').as('last')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('prayer_list_items')
      .select('prayer_request_id')
      .where('prayer_list_id', '=', prayer_list_id)
      .where('prayer_request_id', '=', prayer_request_id)
      .executeTakeFirst(),
  ])
  return { count: row.count, next: (row.last ?? -1) + 1, has: there !== undefined }
}

const reminderColumns = ['id', 'prayer_request_id', 'prayer_list_id', 'remind_at', 'repeats'] as const

export const listReminders = (db: Db, user_id: string): Promise<Reminder[]> =>
  db
    .selectFrom('reminders')
    .select(reminderColumns)
    .where('user_id', '=', user_id)
    .orderBy('remind_at')
    .orderBy('id')
    .execute()

/** Puts a reminder in place of an earlier one about the same. */
export async function saveReminder(ctx: Context, user_id: string, reminder: Omit<Reminder, 'id'>): Promise<Reminder> {
  const { prayer_request_id, prayer_list_id } = reminder
  await ctx.db
    .deleteFrom('reminders')
    .where('user_id', '=', user_id)
    .where('prayer_request_id', 'is not distinct from', prayer_request_id)
    .where('prayer_list_id', 'is not distinct from', prayer_list_id)
    .execute()
  const saved = { id: uuidv7(), ...reminder }
  await scheduleReminder(ctx, saved)
  await ctx.db
    .insertInto('reminders')
    .values({ ...saved, user_id, created_at: now(ctx) })
    .execute()
  return saved
}

/** The time is part of the job: one that was planned before the reminder was changed finds nothing to do. */
const scheduleReminder = (ctx: Context, { id, remind_at }: Pick<Reminder, 'id' | 'remind_at'>): Promise<void> =>
  ctx.addJob('notifications.remind', { id, remind_at }, { run_at: remind_at })

/** A reminder whose time has come, moved on to its next time, or gone if it was for once. Undefined when it was changed. */
export async function advanceReminder(
  ctx: Context,
  id: string,
  remind_at: string,
): Promise<(Reminder & { user_id: string }) | undefined> {
  const reminder = await ctx.db
    .selectFrom('reminders')
    .select([...reminderColumns, 'user_id'])
    .where('id', '=', id)
    .where('remind_at', '=', remind_at)
    .executeTakeFirst()
  if (!reminder) return undefined
  const next = nextRemindAt(reminder, now(ctx))
  if (next === null) {
    await ctx.db.deleteFrom('reminders').where('id', '=', id).execute()
  } else {
    await ctx.db.updateTable('reminders').set({ remind_at: next }).where('id', '=', id).execute()
    await scheduleReminder(ctx, { id, remind_at: next })
  }
  return reminder
}

export const readListNames = async (db: Db, user_id: string, ids: string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('prayer_lists')
        .select(['id', 'name'])
        .where('user_id', '=', user_id)
        .where('id', 'in', ids)
        .execute()
