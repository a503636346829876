import { randomUUID } from 'node:crypto'
import type { Language } from '../../contract/fields.ts'

/** Every mail that the product sends. Its words are in `messages/<lang>/mail.json` under the same name. */
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
  /** The one receiver. A mail about several people is several mails. */
  to: string
  /** Whose language it is written in; null for somebody without an account. */
  user_id: string | null
  template: MailTemplate
  /** What the words need: names, dates, an address of the site as `path`. Never the words of a request. */
  values?: Record<string, string>
  /** The seed of the one-time link behind the button, from `createLink`. */
  link?: string
  /** For somebody who has chosen no language. */
  language?: Language
}

/** Greylisting asks to come back after minutes, and a mail server may be away for hours: ten tries reach over about four. */
const MAX_ATTEMPTS = 10

/** Queues a mail in the transaction of the change that it tells of: no change, no mail. */
export const enqueueMail = (
  ctx: {
    addJob: (kind: string, payload: Record<string, unknown>, options?: { max_attempts?: number }) => Promise<void>
  },
  mail: Mail,
): Promise<void> => ctx.addJob('mail.send', { ...mail, id: randomUUID() }, { max_attempts: MAX_ATTEMPTS })
