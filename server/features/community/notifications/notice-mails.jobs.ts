import { type Context, now } from '../../../context.ts'
import { idsOf } from '../../../db/open.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import type { Handed } from '../../../mail/notice-mail.ts'
import { type Pace, newPace, sendDue } from '../../../mail/pace.ts'
import { MAIL_TIMEOUTS, type MailTimeouts } from '../../../mail/transport.ts'
import { sendNews } from './news-mail.ts'
import { composeNotices } from './notice-mail-text.ts'
import { moveNotices, pauseAddress, rescheduleNotices, scheduleNoticeMails } from './notice-mails.commands.ts'
import { findDueNotices, findDuePeople, readNoticeReceiver, readNoticesToMail } from './notice-mails.queries.ts'
import { toMailedNotice } from './notice-mails.rules.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/**
 * Notices that have waited for longer are only shown on the page. Milliseconds: a week for its digest, another one where its hour or the
 * time zone changed on its day, and two days to send it.
 */
const MAX_AGE_MS = 16 * DAY_MS

/** Sends one message with all that is due for a person. Undefined when there was nothing to tell. */
async function mailPerson(ctx: Context, user_id: string, limits: MailTimeouts): Promise<Handed | undefined> {
  const at = ctx.clock()
  const due = await findDueNotices(ctx.db, user_id, at.toISOString())
  const ids = idsOf(due)
  const young = due.filter(({ created_at }) => at.getTime() - Date.parse(created_at) < MAX_AGE_MS)
  return await sendNews(
    ctx,
    {
      read: async (inside) => {
        const receiver = await readNoticeReceiver(inside, user_id)
        if (!receiver || young.length === 0) return undefined
        const rows = await readNoticesToMail(inside.db, receiver.viewer, idsOf(young))
        const notices = rows.flatMap((row) => toMailedNotice(row, receiver.viewer, receiver.times.notices) ?? [])
        return notices.length === 0 ? undefined : { ...receiver, notices }
      },
      compose: ({ notices, ...receiver }, site) => ({
        notices: ids,
        ...composeNotices(ctx, site, receiver, notices, at.toISOString()),
      }),
      move: (inside, to, was_claimed) => moveNotices(inside, ids, to, was_claimed),
      pause: (inside, { email }) => pauseAddress(inside, user_id, ctx.secrets.hashAddress(email)),
    },
    limits,
  )
}

async function putOff(ctx: Context, user_id: string, until: string): Promise<void> {
  const due = await findDueNotices(ctx.db, user_id, now(ctx))
  await ctx.transaction((transaction) => moveNotices(transaction, idsOf(due), until))
}

/** Waits for the mail server, so the worker that sends mail does it. */
export const noticeMailJobs = (
  ctx: Context,
  limits: MailTimeouts = MAIL_TIMEOUTS,
  pace: Pace = newPace(),
): JobHandlers<'notifications.mail'> => ({
  'notifications.mail': () =>
    sendDue(ctx, pace, {
      find: (at, limit) => findDuePeople(ctx.db, at, limit),
      send: (user_id) => mailPerson(ctx, user_id, limits),
      putOff: (user_id, until) => putOff(ctx, user_id, until),
      continueAt: (time) => scheduleNoticeMails(ctx, [time]),
    }),
})

export const noticeTimeJobs = (ctx: Context): JobHandlers<'notifications.reschedule'> => ({
  'notifications.reschedule': ({ user_id }) =>
    ctx.transaction((transaction) => rescheduleNotices(transaction, user_id)),
})
