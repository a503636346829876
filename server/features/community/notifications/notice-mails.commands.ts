import type { NotificationKind } from '../../../../contract/notifications.ts'
import type { NotifyKind } from '../../../../contract/preferences.ts'
import { type Context, now } from '../../../context.ts'
import { noteRefusedAddress } from '../../../mail/send.ts'
import { readSetting } from '../../../settings/settings.ts'
import { isPaused, noticeDueAt } from '../../identity/accounts/notice-times.rules.ts'
import { writePreferences } from '../../identity/accounts/preferences.commands.ts'
import { readNoticeChoices } from '../../identity/accounts/preferences.queries.ts'
import { dropPushes } from '../../identity/push-devices/push-messages.commands.ts'
import { mailRhythmOf } from './notifications.rules.ts'

/** Queues a job for each time at which an email about a notice is due. */
export async function scheduleNoticeMails(ctx: Pick<Context, 'addJob'>, times: (string | null)[]): Promise<void> {
  // In one order: another transaction that queues the same times would wait for one of these, and this for one of those.
  const known = new Set(times.filter((time) => time !== null))
  for (const run_at of [...known].toSorted()) {
    await ctx.addJob('notifications.mail', {}, { run_at, unique_key: `notifications.mail ${run_at}` })
  }
}

/**
 * Moves notices to another time, in the caller's transaction. Null: a message takes them, and from then on no other has them, whatever
 * happens to it; or no email tells of them. What a message has taken stays with it, unless `was_claimed`: then it gives them back, as the
 * mail server certainly did not take it. Resolves to false when another process took some of them first.
 */
export async function moveNotices(
  ctx: Context,
  ids: string[],
  mail_at: string | null,
  was_claimed = false,
): Promise<boolean> {
  // Another process may have taken all of them meanwhile, and PostgreSQL refuses an empty list.
  if (ids.length === 0) return true
  const { numUpdatedRows } = await ctx.db
    .updateTable('notifications')
    .set({ mail_at })
    .where('id', 'in', ids)
    .$if(!was_claimed, (query) => query.where('mail_at', 'is not', null))
    .executeTakeFirst()
  await scheduleNoticeMails(ctx, [mail_at])
  return numUpdatedRows === BigInt(ids.length)
}

/** Leaves what waits for an email to the page alone. */
async function dropNotices({ db }: Pick<Context, 'db'>, user_id: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('user_id', '=', user_id)
    .where('mail_at', 'is not', null)
    .execute()
}

/**
 * Works out anew when the notices that wait for an email are due, by what the person has chosen now. What waits when a pause begins
 * is only shown on the page, as what happens during it.
 */
export async function rescheduleNotices(ctx: Context, user_id: string): Promise<void> {
  const choices = await readNoticeChoices(ctx.db, user_id)
  if (isPaused(choices, now(ctx))) {
    await dropNotices(ctx, user_id)
    return await dropPushes(ctx, user_id)
  }
  const waiting = await ctx.db
    .selectFrom('notifications')
    .select(['id', 'kind', 'mail_at'])
    .where('user_id', '=', user_id)
    .where('mail_at', 'is not', null)
    .execute()
  const site_zone = await readSetting(ctx, 'time_zone')
  const times: (string | null)[] = []
  for (const kind of new Set(waiting.map((notice) => notice.kind))) {
    const rhythm = mailRhythmOf(kind as NotificationKind, choices.notices)
    // From now on, not from when they came: what waited for Sunday comes tomorrow, once that is chosen.
    const mail_at = rhythm === null ? null : noticeDueAt(now(ctx), rhythm, choices, site_zone)
    times.push(mail_at)
    await ctx.db
      .updateTable('notifications')
      .set({ mail_at })
      .where('user_id', '=', user_id)
      .where('kind', '=', kind)
      .where('mail_at', 'is not', null)
      .execute()
  }
  await scheduleNoticeMails(ctx, times)
}

/** Remembers that the mail server refuses the person's address for good: no more emails about notices go there. */
export async function pauseAddress(ctx: Context, user_id: string, refused_address_hash: string): Promise<void> {
  await noteRefusedAddress(ctx, user_id, refused_address_hash)
  await dropNotices(ctx, user_id)
}

/** Stops emails about these kinds of notices; they still come into the person's news. Returns false when there is no such person. */
export async function stopEmails(
  ctx: Context,
  { user_id, kinds }: { user_id: string; kinds: NotifyKind[] },
): Promise<boolean> {
  const person = await ctx.db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
  if (!person) return false
  await writePreferences(ctx, user_id, { notices: Object.fromEntries(kinds.map((kind) => [kind, 'off'])) })
  return true
}
