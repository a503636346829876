import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../../context.ts'
import { idsOf, lockAvailableRows } from '../../../db/open.ts'

/** A message that waits for its time. Its words are put together when it leaves. */
export interface NewPush {
  device_id: string
  /** Names what it is about: a later message about the same takes its place. */
  topic: string
  /** Null for a test. */
  notification_id: string | null
  /** ISO 8601. */
  due_at: string
}

/** The topic of a test. */
export const TEST_TOPIC = 'test'

/** Messages of one statement. */
const BATCH = 500
/** How long a claimed message is left alone before it is sent again, because its process died. Milliseconds. */
const LEASE_MS = 2 * 60_000

async function schedulePush({ addJob }: Pick<Context, 'addJob'>, run_at: string): Promise<void> {
  await addJob('notifications.push', {}, { run_at, unique_key: `notifications.push ${run_at}` })
}

/** Queues messages in the caller's transaction, in place of those about the same that have not left. */
export async function queuePushes(ctx: Context, messages: NewPush[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    await ctx.db
      .insertInto('push_messages')
      .values(messages.slice(start, start + BATCH).map((message) => ({ id: uuidv7(), ...message })))
      .onConflict((conflict) =>
        conflict.columns(['device_id', 'topic']).doUpdateSet((row) => ({
          notification_id: row.ref('excluded.notification_id'),
          due_at: row.ref('excluded.due_at'),
          tries: 0,
        })),
      )
      .execute()
  }
  // In one order, as those of emails.
  const times = new Set(messages.map(({ due_at }) => due_at))
  for (const due_at of [...times].toSorted()) await schedulePush(ctx, due_at)
}

/** A message in the hands of this process. */
export interface ClaimedPush extends NewPush {
  id: string
  tries: number
}

/**
 * Takes messages that are due, which have waited longest first. No other process has them until `LEASE_MS` have gone by: one that
 * dies after it sent a message and before it noted so sends that message again, and the device then shows it in place of the first.
 */
export async function claimPushes(root: Context, limit: number): Promise<ClaimedPush[]> {
  return await root.transaction(async (ctx) => {
    const at = ctx.clock()
    const due = await lockAvailableRows(
      ctx.db
        .selectFrom('push_messages')
        .select('id')
        .where('due_at', '<=', at.toISOString())
        .orderBy('due_at')
        .limit(limit),
      ctx.database,
    ).execute()
    if (due.length === 0) return []
    const due_at = new Date(at.getTime() + LEASE_MS).toISOString()
    await schedulePush(ctx, due_at)
    return await ctx.db
      .updateTable('push_messages')
      .set({ due_at })
      .where('id', 'in', idsOf(due))
      .returning(['id', 'device_id', 'topic', 'notification_id', 'due_at', 'tries'])
      .execute()
  })
}

/** Forgets a claimed message, unless a newer one has taken its place meanwhile. */
export async function finishPush({ db }: Pick<Context, 'db'>, { id, due_at }: ClaimedPush): Promise<void> {
  await db.deleteFrom('push_messages').where('id', '=', id).where('due_at', '=', due_at).execute()
}

/** Forgets what waits for the person's devices, tests aside. */
export async function dropPushes({ db }: Pick<Context, 'db'>, user_id: string): Promise<void> {
  await db
    .deleteFrom('push_messages')
    .where('device_id', 'in', db.selectFrom('push_devices').where('user_id', '=', user_id).select('id'))
    .where('notification_id', 'is not', null)
    .execute()
}

/** Puts a claimed message off, unless a newer one has taken its place meanwhile. `until`: ISO 8601. */
export async function postponePush(
  ctx: Context,
  { id, due_at }: ClaimedPush,
  until: string,
  tries: number,
): Promise<void> {
  await ctx.db
    .updateTable('push_messages')
    .set({ due_at: until, tries })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .execute()
  await schedulePush(ctx, until)
}

/** Queues the job anew when more is due than it takes at a time. */
export const continuePushes = (ctx: Context): Promise<void> =>
  // Later than this job, whose key is in use until it is done.
  schedulePush(ctx, new Date(ctx.clock().getTime() + 1).toISOString())
