import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import type { Handed } from '../../../mail/notice-mail.ts'
import { type Pace, RETRY_MS, sendDue } from '../../../mail/pace.ts'
import type { MailTimeouts } from '../../../mail/transport.ts'
import { sendNews } from '../notifications/news-mail.ts'
import { pauseAddress } from '../notifications/notice-mails.commands.ts'
import {
  moveMail,
  pauseReaders,
  planSummary,
  postponeSummary,
  purgeReaders,
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

const mailOne = (ctx: Context, due: DueMail, limits: MailTimeouts): Promise<Handed | undefined> =>
  sendNews(
    ctx,
    {
      read: (inside) => readMessage(inside, due),
      compose: (message, site, site_zone) => ({
        notices: aboutOf(message),
        ...composeSummary(ctx, { site, site_zone }, message),
      }),
      move: (inside, to, was_claimed) => moveMail(inside, due, to, was_claimed),
      pause: (inside, { member, address_hash }) =>
        member ? pauseAddress(inside, member.user_id, address_hash) : pauseReaders(inside, address_hash),
    },
    limits,
  )

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
      putOff: (due, until) => ctx.transaction((transaction) => moveMail(transaction, due, until)),
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
