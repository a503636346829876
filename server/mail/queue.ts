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

export interface Mail {
  /** The one receiver. A mail about several people is several mails. */
  to: string
  /** Whose language it is written in; null for somebody without an account. */
  user_id: string | null
  template: MailTemplate
  /** What the words need: names, dates, an address of the site. Never the words of a request. */
  values?: Record<string, string>
}

/** Queues a mail in the transaction of the change that it tells of: no change, no mail. */
export const queueMail = (
  ctx: { addJob: (kind: string, payload: Record<string, unknown>) => Promise<void> },
  mail: Mail,
): Promise<void> => ctx.addJob('mail.send', { ...mail })
