import { v4 as uuidv4 } from 'uuid'
import { type Context, now } from '../../../context.ts'
import { publishEvents } from '../../../live/announce.ts'
import type { Viewer } from '../../../http/session.ts'
import { truncateToHour } from '../prayers/prayers.rules.ts'
import { wantsNotice } from './notifications.rules.ts'
import { type NewNotice, selectOwn } from './notifications.queries.ts'

const BATCH = 500

/** Notifies each user once, except those who switched this kind off. */
export async function notify(ctx: Context, people: string[], notice: NewNotice): Promise<void> {
  const { kind, prayer_request_id = null, update_id = null, group_id = null, decision_id = null, payload = {} } = notice
  for (let start = 0; start < people.length; start += BATCH) {
    const some = people.slice(start, start + BATCH)
    const chosen = await ctx.db
      .selectFrom('preferences')
      .select(['user_id', 'notify'])
      .where('user_id', 'in', some)
      .execute()
    const switches = new Map(chosen.map((row) => [row.user_id, row.notify]))
    const rows = some
      .filter((user_id) => notice.is_grave === true || wantsNotice(switches.get(user_id), kind))
      .map((user_id) => ({
        // Random, because an id that contains the time would reveal the minute in which an anonymous author acted.
        id: uuidv4(),
        user_id,
        kind,
        prayer_request_id,
        update_id,
        group_id,
        decision_id,
        payload: JSON.stringify(payload),
        created_at: notice.is_anonymous === true ? truncateToHour(now(ctx)) : (notice.created_at ?? now(ctx)),
      }))
    if (rows.length === 0) continue
    await ctx.db.insertInto('notifications').values(rows).execute()
    if (notice.is_anonymous === true) continue
    const published = rows.map(({ id, user_id }) => ({ audience_id: user_id, notification_id: id }))
    await publishEvents(
      ctx,
      published.map((one) => ({ kind: 'notices', audience: 'person', ...one })),
    )
  }
}

/** Marks one of the user's notices. Returns false when they are shown none with this id. */
export async function markNotice(ctx: Context, viewer: Viewer, id: string, is_read: boolean): Promise<boolean> {
  const notice = await selectOwn(ctx.db, viewer).select('id').where('id', '=', id).executeTakeFirst()
  if (!notice) return false
  await ctx.db
    .updateTable('notifications')
    .set({ read_at: is_read ? now(ctx) : null })
    .where('id', '=', id)
    .execute()
  return true
}

export async function markAllRead(ctx: Context, viewer: Viewer): Promise<void> {
  await ctx.db
    .updateTable('notifications')
    .set({ read_at: now(ctx) })
    .where('user_id', '=', viewer.id)
    .where('read_at', 'is', null)
    .execute()
}
