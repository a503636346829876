import { randomUUID } from 'node:crypto'
import type { Language } from '../../contract/fields.ts'

/** Every mail that the product sends. Its text is in `messages/<lang>/mail.json` under the same name. */
export type MailTemplate =
  | 'reset_password'
  | 'verify_email'
  | 'change_email'
  | 'email_changed'
  | 'already_a_member'
  | 'invitation'
  | 'approved'
  | 'password_changed'
  | 'role_changed'
  | 'suspended'
  | 'unsuspended'
  | 'deletion_planned'
  | 'session_ended'
  | 'second_factor_changed'
  | 'test'

export interface Mail {
  /** The only receiver. A mail about several people is several mails. */
  to: string
  /** The person whose language is used; null for a receiver without an account. */
  user_id: string | null
  template: MailTemplate
  /** Placeholders of the text: names, dates, an address of the site as `path`. Never the text of a request. */
  values?: Record<string, string>
  /** The seed of the one-time link of the button, from `createLink`. */
  link?: string
  /** Language of a receiver who has chosen none. */
  language?: Language
}

/**
 * Greylisting asks for a retry after minutes, and a mail server may be down for hours: ten attempts cover about four.
 */
const MAX_ATTEMPTS = 10

/** Queues a mail in the transaction of the change that it reports, so that a rolled-back change sends no mail. */
export const enqueueMail = (
  ctx: {
    addJob: (kind: string, payload: Record<string, unknown>, options?: { max_attempts?: number }) => Promise<void>
  },
  mail: Mail,
): Promise<void> => ctx.addJob('mail.send', { ...mail, id: randomUUID() }, { max_attempts: MAX_ATTEMPTS })
