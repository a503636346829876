import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { language } from '../../contract/fields.ts'

/** Every mail that the product sends. Its text is in `messages/<lang>/mail.json` under the same name. */
const MailTemplate = z.enum([
  'reset_password',
  'verify_email',
  'change_email',
  'email_changed',
  'already_a_member',
  'invitation',
  'approved',
  'password_changed',
  'role_changed',
  'suspended',
  'unsuspended',
  'deletion_planned',
  'deletion_decided',
  'session_ended',
  'second_factor_changed',
  'sign_in_code',
  'test',
])
export type MailTemplate = z.infer<typeof MailTemplate>

/** A mail as its job keeps it. `id` becomes that of the message. */
export const MailPayload = z.object({
  id: z.string(),
  /** The only receiver. A mail about several people is several mails. */
  to: z.string(),
  /** The person whose language is used; null for a receiver without an account. */
  user_id: z.string().nullable(),
  template: MailTemplate,
  /** Placeholders of the text: names, dates, an address of the site as `path`. Never the text of a request. */
  values: z.record(z.string(), z.string()).default({}),
  /** The seed of the one-time link of the button, from `createLink`. */
  link: z.string().optional(),
  /** Days for which it works once the mail has left, where it is that of an invitation. */
  days: z.number().optional(),
  /** The hash of the ticket whose code is sent, from `insertSignInCode`. */
  ticket_hash: z.string().optional(),
  /** That of the page on which a receiver who has chosen none asked for it; without one it is the `mail_language` of the account. */
  language: language.optional(),
  /** Asked for by a browser that signed in to the account before: counts apart from what others can ask for. */
  is_own: z.boolean().optional(),
})
export type Mail = Omit<z.input<typeof MailPayload>, 'id'>
export type QueuedMail = z.output<typeof MailPayload>

/** The part of the context that queueing a mail needs. */
export interface MailQueue {
  addJob: (
    kind: 'mail.send',
    mail: z.input<typeof MailPayload>,
    options?: { run_at?: string; max_attempts?: number; unique_key?: string; replaces?: boolean },
  ) => Promise<void>
}

/**
 * Greylisting asks for a retry after minutes, and a mail server may be down for a whole weekend: after the first hour there is an
 * attempt every hour, for three days.
 */
export const MAX_ATTEMPTS = 78

/** After so many attempts, about an hour, it is the mail server that is not well. */
export const MANY_ATTEMPTS = 7

/** A code is for whoever still waits for it: its mail is tried for about an hour. */
export const attemptsOf = ({ ticket_hash }: { ticket_hash?: string | undefined }): number =>
  ticket_hash === undefined ? MAX_ATTEMPTS : MANY_ATTEMPTS

/** Queues a mail in the transaction of the change that it reports, so that a rolled-back change sends no mail. */
export const enqueueMail = (ctx: MailQueue, mail: Mail, options: { run_at?: string } = {}): Promise<void> =>
  ctx.addJob('mail.send', { ...mail, id: randomUUID() }, { max_attempts: attemptsOf(mail), ...options })
