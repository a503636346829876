import type { Context } from '../../../context.ts'
import type { JobHandlers, JobPayload } from '../../../jobs/kinds.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { createLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { userByEmail } from '../users/users.queries.ts'

/** Mails a link to the account with the address, if there is one. The HTTP answer is the same either way. */
async function sendPasswordReset(
  ctx: Context,
  { email, language, is_own }: JobPayload<'passwords.forgot'>,
): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user || user.status === 'suspended') return
  const link = await createLink(ctx, { purpose: 'reset_password', user_id: user.id, email: user.email })
  await enqueueMail(ctx, {
    // The stored address, not the typed one.
    to: user.email,
    user_id: user.id,
    template: 'reset_password',
    link,
    language,
    is_own: is_own && user.email_verified_at !== null,
  })
}

export const passwordJobs = (ctx: Context): JobHandlers<'passwords.forgot'> => ({
  'passwords.forgot': doneOnce(ctx, sendPasswordReset),
})
