import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { ClaimLost, type Handed, handInNotices, nextNoticeMailTime } from '../../../mail/notice-mail.ts'
import { MAIL_TIMEOUTS, type MailTimeouts } from '../../../mail/transport.ts'
import { plainNameOf } from '../../../mail/words.ts'
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

/** Messages of one job, so that a mail that somebody waits for gets its turn between two. */
const BATCH = 20
/** After this time a job leaves the rest to the next, well before another process would take it for dead. Milliseconds. */
const BATCH_MS = 60_000
/** Time until a mail is tried again which the server did not take now, or all of them. Milliseconds. */
const RETRY_MS = 15 * 60_000
/** Notices that have waited for longer are only shown on the page. Milliseconds: a week for its digest, and two days to send it. */
const MAX_AGE_MS = 9 * 24 * 3_600_000

const MINUTE_MS = 60_000

/** What a person is told now, and who they are now; undefined when there is nothing to tell. */
async function readNews(
  ctx: Context,
  user_id: string,
  ids: string[],
): Promise<{ receiver: NoticeReceiver; notices: MailedNotice[] } | undefined> {
  const receiver = await readNoticeReceiver(ctx.db, ctx.secrets, user_id)
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
  const send_at = await nextNoticeMailTime(ctx, news.receiver.email)
  if (Date.parse(send_at) > ctx.clock().getTime()) {
    await ctx.transaction((transaction) => postponeNotices(transaction, ids, send_at))
    return undefined
  }
  const { hides_site, language } = news.receiver
  const site = hides_site ? plainNameOf(language ?? 'en') : await ctx.siteName()
  const composed = composeNotices(
    { config: ctx.config, secrets: ctx.secrets, site },
    news.receiver,
    news.notices,
    at.toISOString(),
  )
  const claim = () =>
    ctx.transaction(async (transaction) => {
      if (!(await claimNotices(transaction, ids))) throw new ClaimLost()
      // The server was slow, and meanwhile a request may have been hidden, or the person have left its group.
      const again = await readNews(transaction, user_id, young)
      if (JSON.stringify(again) !== JSON.stringify(news)) throw new ClaimLost()
    })
  const mail = { notices: ids, to: news.receiver.email, site, hides_site, ...composed }
  const handed = await handInNotices(ctx, mail, claim, limits)
  const after = (ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()
  await ctx.transaction(async (transaction) => {
    if (handed.outcome === 'refused') {
      await postponeNotices(transaction, ids, null)
      await pauseAddress(transaction, user_id, ctx.secrets.hashAddress(news.receiver.email))
    }
    if (handed.outcome === 'later') {
      const putBack = handed.was_claimed ? releaseNotices : postponeNotices
      await putBack(transaction, ids, after(RETRY_MS))
    }
    // Read anew, and sent as it is then.
    if (handed.outcome === 'unclaimed') await postponeNotices(transaction, ids, after(MINUTE_MS))
  })
  return handed
}

/**
 * Sends what is due, a few messages at a time, no more in a minute than the mail server bears by the setting. One that takes nothing
 * is left alone for a while.
 */
function mailDue(ctx: Context, limits: MailTimeouts): () => Promise<void> {
  const { mail_per_minute } = ctx.config
  let resumes_at = -Infinity
  /** When messages were handed in, newest last. */
  let handed_at: number[] = []
  return async () => {
    const started = performance.now()
    const now = ctx.clock().getTime()
    const continueAt = (time: number): Promise<void> => scheduleNoticeMails(ctx, [new Date(time).toISOString()])
    // A clock that was ahead and is right again must not stop them for long.
    if (now < resumes_at && resumes_at - now <= RETRY_MS) return await continueAt(resumes_at)
    handed_at = handed_at.filter((time) => time <= now && time > now - MINUTE_MS)
    const left = mail_per_minute - handed_at.length
    if (left <= 0) return await continueAt((handed_at[0] ?? now) + MINUTE_MS)
    const limit = Math.min(BATCH, left)
    const people = await findDuePeople(ctx.db, new Date(now).toISOString(), limit)
    let is_cut = people.length === limit
    for (const user_id of people) {
      const handed = await mailPerson(ctx, user_id, limits)
      if (handed) handed_at.push(ctx.clock().getTime())
      if (handed?.outcome === 'later' && handed.is_server) {
        resumes_at = ctx.clock().getTime() + RETRY_MS
        return await continueAt(resumes_at)
      }
      is_cut ||= performance.now() - started > BATCH_MS
      if (performance.now() - started > BATCH_MS) break
    }
    // Later than this job, whose key is in use until it is done.
    if (is_cut) await continueAt(Math.max(now, ctx.clock().getTime()) + 1)
  }
}

/** Waits for the mail server, so the worker that sends mail does it. */
export const noticeMailJobs = (
  ctx: Context,
  limits: MailTimeouts = MAIL_TIMEOUTS,
): JobHandlers<'notifications.mail'> => ({ 'notifications.mail': mailDue(ctx, limits) })

export const noticeTimeJobs = (ctx: Context): JobHandlers<'notifications.reschedule'> => ({
  'notifications.reschedule': ({ user_id }) =>
    ctx.transaction((transaction) => rescheduleNotices(transaction, user_id)),
})
