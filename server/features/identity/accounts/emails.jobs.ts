import type { Context } from '../../../context.ts'
import type { JobHandlers, JobPayload } from '../../../jobs/kinds.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { mailLink, revokeLinks } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { userByEmail, userById } from '../users/users.queries.ts'

/**
 * Mails the new address: a link that confirms it, or a notice if it already has an account. The HTTP answer was the
 * same for both.
 */
async function sendAddressConfirmation(
  ctx: Context,
  { user_id, email: to, language }: JobPayload<'emails.ask'>,
): Promise<void> {
  const user = await userById(ctx.db, user_id)
  if (!user || user.email === to) return
  const other = await userByEmail(ctx.db, to)
  if (other) {
    if (other.status === 'suspended') return
    const mail = { to: other.email, user_id: other.id, template: 'already_a_member' as const, language }
    if (other.email_verified_at !== null) return await enqueueMail(ctx, mail)
    // A stranger may have made that account: the owner of the mailbox gets the link that gives it a new password.
    return await mailLink(ctx, { purpose: 'reset_password', user_id: other.id, email: other.email }, { language })
  }
  await revokeLinks(ctx.db, user.id, ['change_email'])
  await mailLink(ctx, { purpose: 'change_email', user_id: user.id, email: to }, { language })
}

export const emailJobs = (ctx: Context): JobHandlers<'emails.ask'> => ({
  'emails.ask': doneOnce(ctx, sendAddressConfirmation),
})
