import type { Context } from '../../../context.ts'
import type { JobHandlers, JobPayload } from '../../../jobs/kinds.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { mailLink } from '../../../mail/links.ts'
import { userByEmail } from '../users/users.queries.ts'

/** Mails a link to the account with the address, if there is one. The HTTP answer is the same either way. */
async function sendPasswordReset(
  ctx: Context,
  { email, language, is_own }: JobPayload<'passwords.forgot'>,
): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user || user.status === 'suspended') return
  // The stored address, not the typed one.
  const link = { purpose: 'reset_password' as const, user_id: user.id, email: user.email }
  await mailLink(ctx, link, { language, is_own: is_own && user.email_verified_at !== null })
}

export const passwordJobs = (ctx: Context): JobHandlers<'passwords.forgot'> => ({
  'passwords.forgot': doneOnce(ctx, sendPasswordReset),
})
