import { type Context, now } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { ClaimLost, type Handed, handInNotices, nextNoticeMailTime } from '../../../mail/notice-mail.ts'
import { type Pace, newPace, retryMs, sendDue } from '../../../mail/pace.ts'
import { MAIL_TIMEOUTS, type MailTimeouts } from '../../../mail/transport.ts'
import { siteNameFor } from '../../../mail/send.ts'
import { readSetting } from '../../../settings/settings.ts'
import { noticeDueAt } from '../../identity/accounts/notice-times.rules.ts'
import { composeNotices } from './notice-mail-text.ts'
import {
  claimNotices,
  pauseAddress,
  rescheduleNotices,
  scheduleNoticeMails,
  postponeNotices,
  releaseNotices,
} from './notice-mails.commands.ts'
import {
  type NoticeReceiver,
  findDueNotices,
  findDuePeople,
  readNoticeReceiver,
  readNoticesToMail,
} from './notice-mails.queries.ts'
import { type MailedNotice, toMailedNotice } from './notice-mails.rules.ts'
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

/**
 * Notices that have waited for longer are only shown on the page. Milliseconds: a week for its digest, another one where its hour or the
 * time zone changed on its day, and two days to send it.
 */
const MAX_AGE_MS = 16 * DAY_MS

/** Returns what a person is told now, and who they are now; undefined when there is nothing to tell. */
async function readNews(
  ctx: Context,
  user_id: string,
  ids: string[],
): Promise<{ receiver: NoticeReceiver; notices: MailedNotice[] } | undefined> {
  const receiver = await readNoticeReceiver(ctx.db, ctx, user_id)
  if (!receiver || ids.length === 0) return undefined
  const rows = await readNoticesToMail(ctx.db, receiver.viewer, ids)
  const notices = rows.flatMap((row) => toMailedNotice(row, receiver.viewer, receiver.choices.notices) ?? [])
  return notices.length === 0 ? undefined : { receiver, notices }
}

/** Sends one message with all that is due for a person. Undefined when there was nothing to tell. */
async function mailPerson(ctx: Context, user_id: string, limits: MailTimeouts): Promise<Handed | undefined> {
  const at = ctx.clock()
  const due = await findDueNotices(ctx.db, user_id, at.toISOString())
  const ids = due.map(({ id }) => id)
  const young = due.filter(({ created_at }) => at.getTime() - Date.parse(created_at) < MAX_AGE_MS).map(({ id }) => id)
  const news = await readNews(ctx, user_id, young)
  if (!news) {
    await ctx.transaction((transaction) => postponeNotices(transaction, ids, null))
    return undefined
  }
  // The quiet time may have begun while it waited for the mail server.
  const after_quiet = noticeDueAt(now(ctx), 'at_once', news.receiver.choices, await readSetting(ctx, 'time_zone'))
  const times = [await nextNoticeMailTime(ctx, news.receiver.email), after_quiet ?? '']
  const send_at = times.toSorted().at(-1) ?? ''
  if (Date.parse(send_at) > ctx.clock().getTime()) {
    await ctx.transaction((transaction) => postponeNotices(transaction, ids, send_at))
    return undefined
  }
  const site = await siteNameFor(ctx, news.receiver)
  const { config, secrets } = ctx
  const composed = composeNotices({ config, secrets, site }, news.receiver, news.notices, at.toISOString())
  const claim = () =>
    ctx.transaction(async (transaction) => {
      if (!(await claimNotices(transaction, ids))) throw new ClaimLost()
      // The server was slow, and meanwhile a request may have been hidden, or the person have left its group.
      const again = await readNews(transaction, user_id, young)
      if (JSON.stringify(again) !== JSON.stringify(news)) throw new ClaimLost()
    })
  const mail = { notices: ids, to: news.receiver.email, site, hides_site: news.receiver.hides_site, ...composed }
  const handed = await handInNotices(ctx, mail, claim, limits)
  const after = (ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()
  await ctx.transaction(async (transaction) => {
    if (handed.outcome === 'refused') {
      await postponeNotices(transaction, ids, null)
      await pauseAddress(transaction, user_id, ctx.secrets.hashAddress(news.receiver.email))
    }
    if (handed.outcome === 'later') {
      const putBack = handed.was_claimed ? releaseNotices : postponeNotices
      await putBack(transaction, ids, after(retryMs(handed)))
    }
    // Read anew, and sent as it is then.
    if (handed.outcome === 'unclaimed') await postponeNotices(transaction, ids, after(MINUTE_MS))
  })
  return handed
}

async function putOff(ctx: Context, user_id: string, until: string): Promise<void> {
  const due = await findDueNotices(ctx.db, user_id, now(ctx))
  const ids = due.map(({ id }) => id)
  await ctx.transaction((transaction) => postponeNotices(transaction, ids, until))
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
