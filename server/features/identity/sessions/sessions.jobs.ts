import type { Context } from '../../../context.ts'
import type { JobHandlers, JobKind, JobPayload } from '../../../jobs/kinds.ts'
import { doneOnce, untilDone } from '../../../jobs/once.ts'
import { mailLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { insertSignInCode } from '../../../mail/sign-in-codes.ts'
import { userByEmail } from '../users/users.queries.ts'
import { dropSignUp, sendVerificationMail } from '../users/sign-ups.commands.ts'
import { purgeSessions } from './sessions.commands.ts'
import { greetingTemplate, isPendingDeletion } from './sessions.rules.ts'

/** Mails an address that was used to sign up: the HTTP answer is the same in every case. */
async function sendGreeting(ctx: Context, { email, language, sign_up }: JobPayload<'sessions.greet'>): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user) return
  const template = greetingTemplate(user)
  // Nothing of a sign-up is kept for somebody who has an account.
  if (template !== 'verify_email' && sign_up !== undefined) await dropSignUp(ctx, user.id, sign_up)
  if (template === 'verify_email') return await sendVerificationMail(ctx, user, { sign_up, language })
  if (template) await enqueueMail(ctx, { to: user.email, user_id: user.id, template, language })
}

/**
 * Mails a code to the account with the address, if there is one. While the address is not confirmed a stranger may have made the account: its
 * owner gets the link that gives it a new password.
 */
async function sendCode(
  ctx: Context,
  { email, language, ticket_hash, is_own }: JobPayload<'sessions.send_code'>,
): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user || user.status === 'suspended') return
  const { id: user_id, email: to } = user
  if (user.email_verified_at === null)
    return await mailLink(ctx, { purpose: 'reset_password', user_id, email: to }, { language })
  // A person who waits to be let in learns from the code that they still wait.
  if (user.status !== 'active' && !user.awaits_approval && !isPendingDeletion(user, ctx.clock())) return
  await insertSignInCode(ctx, ticket_hash, user_id)
  await enqueueMail(ctx, { to, user_id, template: 'sign_in_code', language, ticket_hash, is_own })
}

export const sessionJobs = (ctx: Context): JobHandlers<Extract<JobKind, `sessions.${string}`>> => ({
  'sessions.greet': doneOnce(ctx, sendGreeting),
  'sessions.send_code': doneOnce(ctx, sendCode),
  'sessions.forget': untilDone(ctx, purgeSessions),
})
