import { v4 as uuidv4 } from 'uuid'
import { type Context, hasMailServer, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { publishEvents } from '../../../live/announce.ts'
import type { Viewer } from '../../../http/session.ts'
import { truncateToHour } from '../prayers/prayers.rules.ts'
import {
  type StoredChoices,
  isPaused,
  noticeDueAt,
  toNoticeChoices,
} from '../../identity/accounts/notice-times.rules.ts'
import { readSetting } from '../../../settings/settings.ts'
import { noticeColumns } from '../../identity/accounts/preferences.queries.ts'
import { readPushTargets } from '../../identity/push-devices/push-devices.queries.ts'
import { queuePushes } from '../../identity/push-devices/push-messages.commands.ts'
import { mailRhythmOf, wantsNotice } from './notifications.rules.ts'
import { isPushed, topicOf } from './notice-pushes.rules.ts'
import { scheduleNoticeMails } from './notice-mails.commands.ts'
import { type NewNotice, selectOwn } from './notifications.queries.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

const BATCH = 500
/** The time for which notices stay that were read, and reminders in any case. */
const READ_RETENTION_MS = 365 * DAY_MS

/** The moment from which the email about a notice may leave: an anonymous author's acts must not reveal their minute. */
const mailableFrom = (ctx: Context, { is_anonymous = false }: NewNotice): string =>
  is_anonymous ? new Date(Date.parse(truncateToHour(now(ctx))) + HOUR_MS).toISOString() : now(ctx)

/** Queues what the devices of the people show about their notices. */
async function queueNoticePushes(
  ctx: Context,
  notice: NewNotice,
  notices: { id: string; user_id: string }[],
  {
    mailable_from,
    choices,
    site_zone,
  }: { mailable_from: string; choices: Map<string, StoredChoices>; site_zone: string },
): Promise<void> {
  const topic = topicOf(notice)
  const sends_mail = await hasMailServer(ctx)
  const due = notices.flatMap(({ id: notification_id, user_id }) => {
    const choice = toNoticeChoices(choices.get(user_id))
    if (isPaused(choice, now(ctx))) return []
    const due_at = noticeDueAt(mailable_from, 'at_once', choice, site_zone)
    return due_at !== null && isPushed(notice.kind, choice, { sends_mail }) ? { user_id, notification_id, due_at } : []
  })
  const targets = await readPushTargets(
    ctx.db,
    due.map(({ user_id }) => user_id),
  )
  const devices = Map.groupBy(targets, ({ user_id }) => user_id)
  await queuePushes(
    ctx,
    due.flatMap(({ user_id, ...message }) =>
      (devices.get(user_id) ?? []).map(({ id: device_id }) => ({ ...message, device_id, topic })),
    ),
  )
}

/** Notifies each user once, except those who switched this kind off. */
export async function notify(ctx: Context, people: string[], notice: NewNotice): Promise<void> {
  const { kind, prayer_request_id = null, update_id = null, group_id = null, decision_id = null, payload = {} } = notice
  // One for all batches: with a later time in each, two of these could wait for each other’s jobs.
  const mailable_from = mailableFrom(ctx, notice)
  const site_zone = await readSetting(ctx, 'time_zone')
  const mailTime = (user_id: string, row: StoredChoices | undefined): string | null => {
    const choice = toNoticeChoices(row)
    const rhythm = mailRhythmOf(kind, choice.notices)
    if (rhythm === null) return null
    const waiting_until = notice.told_today?.get(user_id)
    if (waiting_until) return waiting_until
    if (isPaused(choice, now(ctx))) return null
    const isMailed = waiting_until === null && rhythm === 'at_once'
    return noticeDueAt(mailable_from, isMailed ? 'daily' : rhythm, choice, site_zone)
  }
  for (let start = 0; start < people.length; start += BATCH) {
    const some = people.slice(start, start + BATCH)
    const chosen = await ctx.db
      .selectFrom('preferences')
      .select(['user_id', 'notify', ...noticeColumns])
      .where('user_id', 'in', some)
      .execute()
    const choices = new Map(chosen.map((row) => [row.user_id, row]))
    const rows = some
      .filter((user_id) => notice.is_grave === true || wantsNotice(choices.get(user_id)?.notify, kind))
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
        mail_at: mailTime(user_id, choices.get(user_id)),
      }))
    if (rows.length === 0) continue
    await forgetOldNotices(
      ctx,
      rows.map(({ user_id }) => user_id),
    )
    await ctx.db.insertInto('notifications').values(rows).execute()
    await scheduleNoticeMails(
      ctx,
      rows.map(({ mail_at }) => mail_at),
    )
    await queueNoticePushes(ctx, notice, rows, { mailable_from, choices, site_zone })
    if (notice.is_anonymous === true) continue
    const published = rows.map(({ id, user_id }) => ({ audience_id: user_id, notification_id: id }))
    await publishEvents(
      ctx,
      published.map((one) => ({ kind: 'notices', audience: 'person', ...one })),
    )
  }
}

/**
 * Deletes what these people read long ago: news comes without end, and nobody scrolls back by a year. Reminders also unread: whoever has
 * a daily one and stays away would find hundreds.
 */
async function forgetOldNotices(ctx: Context, user_ids: string[]): Promise<void> {
  await ctx.db
    .deleteFrom('notifications')
    .where('user_id', 'in', user_ids)
    .where('created_at', '<', new Date(ctx.clock().getTime() - READ_RETENTION_MS).toISOString())
    .where((query) => query.or([query('read_at', 'is not', null), query('kind', '=', 'reminder')]))
    .execute()
}

/** The person's open pages, also on their other devices, read anew what is new. */
const tellOtherPages = (ctx: Context, viewer: Viewer): Promise<void> =>
  publishEvents(ctx, [{ kind: 'notices', audience: 'person', audience_id: viewer.id }])

/** Marks one of the user's notices. Returns false when they are shown none with this id. */
export async function markNotice(ctx: Context, viewer: Viewer, id: string, is_read: boolean): Promise<boolean> {
  const notice = await selectOwn(ctx.db, viewer).select('id').where('id', '=', id).executeTakeFirst()
  if (!notice) return false
  await ctx.db
    .updateTable('notifications')
    .set({ read_at: is_read ? now(ctx) : null })
    .where('id', '=', id)
    .execute()
  await tellOtherPages(ctx, viewer)
  return true
}

/** Marks these of the user's notices as read, or all of them. */
export async function markRead(ctx: Context, viewer: Viewer, ids?: string[]): Promise<void> {
  const isChanged = await ctx.db
    .updateTable('notifications')
    .set({ read_at: now(ctx) })
    .where('user_id', '=', viewer.id)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$call(hasEffect)
  if (isChanged) await tellOtherPages(ctx, viewer)
}
