import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { ClaimLost, type Handed, handInNotices, nextNoticeMailTime } from '../../../mail/notice-mail.ts'
import { siteNameFor } from '../../../mail/send.ts'
import { type Pace, RETRY_MS, retryMs, sendDue } from '../../../mail/pace.ts'
import type { MailTimeouts } from '../../../mail/transport.ts'
import { readSetting } from '../../../settings/settings.ts'
import { noticeDueAt } from '../../identity/accounts/notice-times.rules.ts'
import { pauseAddress } from '../notifications/notice-mails.commands.ts'
import {
  claimMail,
  pauseReaders,
  planSummary,
  postponeMail,
  postponeSummary,
  purgeReaders,
  releaseMail,
  rescheduleSummaries,
  scheduleSummaryMails,
} from './group-summaries.commands.ts'
import {
  type DueMail,
  type SummaryMessage,
  findDueGroups,
  findDueMails,
  readMessage,
} from './group-summaries.queries.ts'
import { composeSummary } from './summary-text.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'

/** Groups of one look; the next one follows at once. */
const GROUPS = 50

/** A group whose summary cannot be planned waits for a while, and keeps no other waiting. */
async function planDue(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await findDueGroups(ctx.db, ctx.clock().toISOString(), GROUPS)
    for (const id of ids)
      await ctx
        .transaction((transaction) => planSummary(transaction, id))
        .catch(async (error: unknown) => {
          ctx.log.error({ err: error }, 'a summary could not be planned')
          const until = new Date(ctx.clock().getTime() + RETRY_MS).toISOString()
          await ctx.transaction((transaction) => postponeSummary(transaction, id, until))
        })
    if (ids.length < GROUPS) return
  }
}

/** Returns what a message is about: the same one has the same `Message-ID`. */
const aboutOf = ({ group, address_hash, news }: SummaryMessage): string[] => [
  group.id,
  address_hash,
  news === null ? 'ask' : news.until,
]

/** Sends one message. Undefined when there was nothing to tell any more, or not yet. */
async function mailOne(ctx: Context, due: DueMail, limits: MailTimeouts): Promise<Handed | undefined> {
  const at = ctx.clock().toISOString()
  const message = await readMessage(ctx.db, ctx, due)
  if (!message) {
    await ctx.transaction((transaction) => postponeMail(transaction, due, null))
    return undefined
  }
  const { email, member } = message
  const site_zone = await readSetting(ctx, 'time_zone')
  const after_quiet = member && noticeDueAt(at, 'at_once', member.times, site_zone)
  const times = [await nextNoticeMailTime(ctx, email), after_quiet ?? at]
  const send_at = times.toSorted().at(-1) ?? at
  if (send_at > ctx.clock().toISOString()) {
    await ctx.transaction((transaction) => postponeMail(transaction, due, send_at))
    return undefined
  }
  const hides_site = member?.hides_site ?? false
  const site = await siteNameFor(ctx, { hides_site, language: message.language })
  const composed = composeSummary({ config: ctx.config, secrets: ctx.secrets, site, time_zone: site_zone }, message)
  const claim = () =>
    ctx.transaction(async (transaction) => {
      if (!(await claimMail(transaction, due))) throw new ClaimLost()
      // The server was slow, and meanwhile the person may have left, or a request have been hidden.
      const again = await readMessage(transaction.db, ctx, due)
      if (JSON.stringify(again) !== JSON.stringify(message)) throw new ClaimLost()
    })
  const handed = await handInNotices(
    ctx,
    { notices: aboutOf(message), to: email, site, hides_site, ...composed },
    claim,
    limits,
  )
  const after = (ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()
  await ctx.transaction(async (transaction) => {
    if (handed.outcome === 'refused') {
      await postponeMail(transaction, due, null)
      if (member) await pauseAddress(transaction, member.user_id, message.address_hash)
      else await pauseReaders(transaction, message.address_hash)
    }
    if (handed.outcome === 'later') {
      const putBack = handed.was_claimed ? releaseMail : postponeMail
      await putBack(transaction, due, after(retryMs(handed)))
    }
    // Read anew, and sent as it is then.
    if (handed.outcome === 'unclaimed') await postponeMail(transaction, due, after(MINUTE_MS))
  })
  return handed
}

/** Waits for the mail server, so the worker that sends mail does it. */
export const summaryMailJobs = (
  ctx: Context,
  limits: MailTimeouts,
  pace: Pace,
): JobHandlers<'group_summaries.mail'> => ({
  'group_summaries.mail': () =>
    sendDue(ctx, pace, {
      find: (at, limit) => findDueMails(ctx.db, at, limit),
      send: (due) => mailOne(ctx, due, limits),
      putOff: (due, until) => ctx.transaction((transaction) => postponeMail(transaction, due, until)),
      continueAt: (time) => scheduleSummaryMails(ctx, time),
    }),
})

export const summaryTimeJobs = (
  ctx: Context,
): JobHandlers<'group_summaries.plan' | 'group_summaries.reschedule' | 'group_summaries.forget'> => ({
  'group_summaries.plan': () => planDue(ctx),
  'group_summaries.reschedule': () => ctx.transaction(rescheduleSummaries),
  'group_summaries.forget': () => purgeReaders(ctx),
})
