import { type Expression, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PrayerList, Reminder } from '../../../../contract/prayer-lists.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { localTimeOf, nextRemindAt, reordered } from './prayer-lists.rules.ts'
import { listLists, reminderColumns } from './prayer-lists.queries.ts'

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

/** An SQL expression that gives each id its position, in one statement. */
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

/** Replaces an earlier reminder about the same request or list. */
export async function saveReminder(ctx: Context, user_id: string, reminder: Omit<Reminder, 'id'>): Promise<Reminder> {
  const { prayer_request_id, prayer_list_id } = reminder
  await ctx.db
    .deleteFrom('reminders')
    .where('user_id', '=', user_id)
    .where('prayer_request_id', 'is not distinct from', prayer_request_id)
    .where('prayer_list_id', 'is not distinct from', prayer_list_id)
    .execute()
  const saved = { id: uuidv7(), ...reminder }
  const { remind_at, time_zone } = reminder
  const local_time = time_zone === null ? null : localTimeOf(remind_at, time_zone)
  await scheduleReminder(ctx, saved)
  await ctx.db
    .insertInto('reminders')
    .values({ ...saved, local_time, user_id, created_at: now(ctx) })
    .execute()
  return saved
}

/** The job includes the time: one that was scheduled before the reminder changed finds nothing to do. */
const scheduleReminder = (ctx: Context, { id, remind_at }: Pick<Reminder, 'id' | 'remind_at'>): Promise<void> =>
  ctx.addJob('notifications.remind', { id, remind_at }, { run_at: remind_at })

/**
 * Moves a due reminder to its next time, or deletes it if it does not repeat. Returns undefined when it was changed.
 */
export async function advanceReminder(
  ctx: Context,
  id: string,
  remind_at: string,
): Promise<(Reminder & { user_id: string }) | undefined> {
  const reminder = await ctx.db
    .selectFrom('reminders')
    .select([...reminderColumns, 'local_time', 'user_id'])
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
