import { type Context, now } from '../../../context.ts'
import {
  ClaimLost,
  type Handed,
  type NoticeMail,
  handInNotices,
  nextNoticeMailTime,
} from '../../../mail/notice-mail.ts'
import { retryMs } from '../../../mail/pace.ts'
import { siteNameFor } from '../../../mail/send.ts'
import type { MailTimeouts } from '../../../mail/transport.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type NoticeTimes, noticeDueAt } from '../../identity/accounts/notice-times.rules.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'

/** To whom a message goes. `times`: null for an address without an account. */
export interface Addressed extends Pick<NoticeMail, 'language' | 'hides_site'> {
  email: string
  times: NoticeTimes | null
}

export type ComposedNews = Omit<NoticeMail, 'notices' | 'to' | 'site' | 'hides_site'>

/** A message that is due. */
interface DueNews<News extends Addressed> {
  /** Returns what is told now, and to whom; undefined when there is nothing to tell any more. */
  read: (ctx: Context) => Promise<News | undefined>
  /** `notices`: what it is about; the same ones give the same `Message-ID`. */
  compose: (news: News, site: string, site_zone: string) => ComposedNews & Pick<NoticeMail, 'notices'>
  /**
   * Moves it to another time, null: it is taken, or not sent. One that was taken moves only with `was_claimed`. Resolves to false when
   * another process took it first.
   */
  move: (ctx: Context, to: string | null, was_claimed?: boolean) => Promise<boolean>
  /** Remembers that the mail server refuses the address for good. */
  pause: (ctx: Context, news: News) => Promise<void>
}

/** Sends one message. Undefined when there was nothing to tell, or not yet. */
export async function sendNews<News extends Addressed>(
  ctx: Context,
  { read, compose, move, pause }: DueNews<News>,
  limits: MailTimeouts,
): Promise<Handed | undefined> {
  const putOff = async (to: string | null): Promise<undefined> => {
    await ctx.transaction((transaction) => move(transaction, to))
  }
  const news = await read(ctx)
  if (!news) return await putOff(null)
  const { email: to, hides_site, times } = news
  const site_zone = await readSetting(ctx, 'time_zone')
  // The quiet time may have begun while it waited for the mail server.
  const after_quiet = times && noticeDueAt(now(ctx), 'at_once', times, site_zone)
  const send_at = [await nextNoticeMailTime(ctx, to), after_quiet ?? ''].toSorted().at(-1) ?? ''
  if (send_at > now(ctx)) return await putOff(send_at)
  const site = await siteNameFor(ctx, news)
  const claim = () =>
    ctx.transaction(async (transaction) => {
      if (!(await move(transaction, null))) throw new ClaimLost()
      // The server was slow, and meanwhile a request may have been hidden, or the person have left its group.
      if (JSON.stringify(await read(transaction)) !== JSON.stringify(news)) throw new ClaimLost()
    })
  const handed = await handInNotices(ctx, { to, site, hides_site, ...compose(news, site, site_zone) }, claim, limits)
  const after = (ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()
  await ctx.transaction(async (transaction) => {
    if (handed.outcome === 'refused') {
      await move(transaction, null)
      await pause(transaction, news)
    }
    if (handed.outcome === 'later') await move(transaction, after(retryMs(handed)), handed.was_claimed)
    // Read anew, and sent as it is then.
    if (handed.outcome === 'unclaimed') await move(transaction, after(MINUTE_MS))
  })
  return handed
}
