import { type Expression, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PrayerList, Reminder } from '../../../../contract/prayer-lists.ts'
import { type Context, now } from '../../../context.ts'
import { type Db, idsOf } from '../../../db/open.ts'
import { check } from '../../../http/errors.ts'
import { filterReadable } from '../prayers/prayers.queries.ts'
import { localTimeOf, nextRemindAt, reordered, resumedAt } from './prayer-lists.rules.ts'
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
  const ids = reordered(idsOf(lists), named)
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

/** Adds a request at the end of the list, or keeps it from now: an answer before this asks no longer whether it stays. */
export const saveItem = (
  ctx: Context,
  item: { prayer_list_id: string; prayer_request_id: string; order: number },
): Promise<unknown> =>
  ctx.db
    .insertInto('prayer_list_items')
    .values({ ...item, created_at: now(ctx) })
    .onConflict((conflict) =>
      conflict.columns(['prayer_list_id', 'prayer_request_id']).doUpdateSet({ created_at: now(ctx) }),
    )
    .execute()

/** Replaces an earlier reminder about the same request or list, in its place. */
export async function saveReminder(
  ctx: Context,
  user_id: string,
  reminder: Omit<Reminder, 'id' | 'is_paused'>,
): Promise<Reminder> {
  const { prayer_request_id, prayer_list_id } = reminder
  const replaced = await ctx.db
    .deleteFrom('reminders')
    .where('user_id', '=', user_id)
    .where('prayer_request_id', 'is not distinct from', prayer_request_id)
    .where('prayer_list_id', 'is not distinct from', prayer_list_id)
    .returning('created_at')
    .executeTakeFirst()
  const { time_zone } = reminder
  const local_time = time_zone === null ? null : localTimeOf(reminder.remind_at, time_zone)
  // The clock of the device may be behind: what comes again waits for its next time.
  const remind_at = resumedAt({ ...reminder, local_time }, now(ctx)) ?? reminder.remind_at
  const saved = { id: uuidv7(), ...reminder, remind_at, is_paused: false }
  await scheduleReminder(ctx, saved)
  await ctx.db
    .insertInto('reminders')
    .values({ ...saved, local_time, user_id, created_at: replaced?.created_at ?? now(ctx) })
    .execute()
  return saved
}

/** Pauses a reminder, or resumes it at its next time from now. */
export async function pauseReminder(
  ctx: Context,
  { local_time, ...reminder }: Reminder & { local_time: string | null },
  is_paused: boolean,
): Promise<Reminder> {
  if (is_paused === reminder.is_paused) return reminder
  const remind_at = is_paused ? reminder.remind_at : resumedAt({ ...reminder, local_time }, now(ctx))
  check(remind_at !== null, 'prayer_lists.reminder_passed')
  const changed = { ...reminder, remind_at, is_paused }
  await ctx.db.updateTable('reminders').set({ remind_at, is_paused }).where('id', '=', reminder.id).execute()
  // The job of a time that is still to come is still there.
  if (remind_at !== reminder.remind_at) await scheduleReminder(ctx, changed)
  return changed
}

/** The reminders that come again about a request, paused or not, of those who may read it: others would learn by them how it goes. */
async function findRemindersOf(
  db: Db,
  prayer_request_id: string,
  is_paused: boolean,
): Promise<{ id: string; user_id: string }[]> {
  const reminders = await db
    .selectFrom('reminders')
    .innerJoin('users', 'users.id', 'reminders.user_id')
    .where('reminders.prayer_request_id', '=', prayer_request_id)
    .where('reminders.repeats', '!=', 'once')
    .where('reminders.is_paused', '=', is_paused)
    .select(['reminders.id', 'reminders.user_id', 'users.role'])
    .execute()
  const found: typeof reminders = []
  for (const reminder of reminders) {
    const { user_id, role } = reminder
    const viewer = { id: user_id, role, session_id: '', confirmed_at: '' }
    const readable = await filterReadable(db, viewer, [prayer_request_id])
    if (readable.has(prayer_request_id)) found.push(reminder)
  }
  return found
}

/**
 * Pauses the reminders that come again about a request that is over, and returns whose they were: whoever wants to go on resumes them,
 * and those that are set later come.
 */
export async function pauseRemindersOf(db: Db, prayer_request_id: string): Promise<{ id: string; user_id: string }[]> {
  const paused = await findRemindersOf(db, prayer_request_id, false)
  if (paused.length > 0)
    await db.updateTable('reminders').set({ is_paused: true }).where('id', 'in', idsOf(paused)).execute()
  return paused
}

/** Those of these reminders that nobody has resumed or deleted. */
export const listPaused = async (db: Db, ids: string[]): Promise<string[]> =>
  idsOf(await db.selectFrom('reminders').select('id').where('id', 'in', ids).where('is_paused', '=', true).execute())

/** Resumes those of these reminders of a request that are still paused. */
export async function resumeReminders(ctx: Context, prayer_request_id: string, ids: string[]): Promise<void> {
  const paused = idsOf(await findRemindersOf(ctx.db, prayer_request_id, true)).filter((id) => ids.includes(id))
  if (paused.length === 0) return
  const reminders = await ctx.db
    .selectFrom('reminders')
    .select([...reminderColumns, 'local_time'])
    .where('id', 'in', paused)
    .orderBy('id')
    .execute()
  for (const reminder of reminders) await pauseReminder(ctx, reminder, false)
}

const REMINDER_KEY = 'notifications.remind '

/** The job includes the time: one that was scheduled before the reminder changed finds nothing to do. */
const scheduleReminder = (ctx: Context, { id, remind_at }: Pick<Reminder, 'id' | 'remind_at'>): Promise<void> =>
  ctx.addJob(
    'notifications.remind',
    { id, remind_at },
    { run_at: remind_at, unique_key: `${REMINDER_KEY}${id} ${remind_at}` },
  )

/** Deletes the waiting jobs of reminders that are gone, also with their request, list or person. */
export async function purgeReminderJobs({ db }: Context): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', sql.lit('notifications.remind'))
    .where('status', '=', sql.lit('queued'))
    .where(
      sql<SqlBool>`substr(unique_key, ${sql.lit(REMINDER_KEY.length + 1)}, 36) not in (select cast(id as text) from reminders)`,
    )
    .execute()
}

/**
 * Moves a due reminder to its next time, or deletes it if it does not repeat. Returns undefined when it was
 * changed, or is paused.
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
    .where('is_paused', '=', false)
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
