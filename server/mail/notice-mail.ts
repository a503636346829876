import { createHash } from 'node:crypto'
import type { Language } from '../../contract/fields.ts'
import { readLogo } from './logo.ts'
import { type MailContext, nextSendTime, recordSentMail, toMessage } from './send.ts'
import { MailError, type MailTimeouts, deliver } from './transport.ts'
import type { MailText } from './words.ts'

/** An email about notices, to one person. */
export interface NoticeMail {
  /** The notices that it tells of. The same ones give the same `Message-ID`. */
  notices: string[]
  to: string
  site: string
  hides_site: boolean
  text: MailText
  url: string
  language: Language
  /** The address that stops such emails with one `POST` (RFC 8058). */
  stop_url: string
}

/**
 * - `sent`: the mail server took it.
 * - `refused`: it never will.
 * - `later`: it did not take it, but may. `is_server`: it would take no other mail either; `is_no`: it refused it (5xx), which may be mended.
 * - `unclaimed`: `claim` rejected with `ClaimLost`, so the server did not get it.
 * - `unknown`: nobody knows whether it took it, so it is never sent again.
 */
export type Handed =
  | { outcome: 'sent' | 'refused' | 'unclaimed' | 'unknown' }
  | { outcome: 'later'; is_server: boolean; is_no: boolean; was_claimed: boolean }

/** Thrown in `claim` when the mail must not leave after all. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

// Emails about notices have a quota of their own: they never keep a link for a new password from leaving.
const quotaHash = ({ secrets }: MailContext, to: string): string => secrets.hashAddress(`notices ${to}`)

/** Returns the time at which the address may get its next email about notices, as ISO 8601: now, or later. */
export const nextNoticeMailTime = async (ctx: MailContext, to: string): Promise<string> =>
  (await nextSendTime(ctx, quotaHash(ctx, to))).toISOString()

/** The id of a message about these things, in whatever order. */
export const idOfMessage = (about: string[]): string =>
  createHash('sha256').update(about.toSorted().join(' ')).digest('hex').slice(0, 32)

/**
 * Hands a message in to the mail server. `claim` notes, before the server is told that the message ends, that it leaves:
 * whatever happens then, a caller that claims once does not send it twice. `id` becomes the name of its file without a mail server.
 */
export async function handIn(
  { config, log, mailRoute }: Pick<MailContext, 'config' | 'log' | 'mailRoute'>,
  { id, message }: { id: string; message: ReturnType<typeof toMessage> },
  claim: () => Promise<void>,
  limits: MailTimeouts,
): Promise<Handed> {
  let was_claimed = false
  let claim_error: unknown
  try {
    await deliver({ ...config, ...(await mailRoute()) }, message, id, {
      limits,
      claim: async () => {
        await claim().catch((error: unknown) => {
          claim_error = error
          throw error
        })
        was_claimed = true
      },
    })
  } catch (error) {
    if (claim_error instanceof ClaimLost) return { outcome: 'unclaimed' }
    if (claim_error !== undefined) throw claim_error
    if (!(error instanceof MailError)) throw error
    const { isPermanent, isNo, isAnswered, isAboutMail, message: what } = error
    log.warn({ refusal: what }, 'a message was not taken')
    if (isPermanent) return { outcome: 'refused' }
    if (was_claimed && !isAnswered) return { outcome: 'unknown' }
    return { outcome: 'later', is_server: !isAboutMail, is_no: isNo, was_claimed }
  }
  return { outcome: 'sent' }
}

/**
 * Hands an email about notices in to the mail server. `claim` notes, before the server is told that the mail ends, that its notices
 * are mailed: whatever happens then, no notice is in two mails that a server took.
 */
export async function handInNotices(
  ctx: MailContext,
  { notices, to, stop_url, ...mail }: NoticeMail,
  claim: () => Promise<void>,
  limits: MailTimeouts,
): Promise<Handed> {
  const id = idOfMessage(notices)
  const logo = (await readLogo(ctx.db))?.png
  const message = toMessage({ ...ctx.config, ...(await ctx.mailRoute()) }, { id, to, logo, ...mail })
  Object.assign(message.headers, {
    'List-Unsubscribe': `<${stop_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const handed = await handIn(ctx, { id, message }, claim, limits)
  if (handed.outcome === 'sent') await recordSentMail(ctx, quotaHash(ctx, to))
  return handed
}
