import type { Language } from '../../../../contract/fields.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { createLink, revokeLinks } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { dropSecondFactors } from '../second-factors/second-factors.commands.ts'
import { revokeSessions } from '../sessions/sessions.commands.ts'
import type { SignUp } from '../users/sign-ups.commands.ts'
import { updateUser } from '../users/users.commands.ts'
import { NO_PASSWORD } from '../users/users.queries.ts'
import { foldName } from '../../../db/names.ts'

/** Mails a link that confirms the user's address. */
export async function sendVerificationMail(
  ctx: Context,
  { id, email }: { id: string; email: string },
  language: Language,
): Promise<void> {
  const link = await createLink(ctx, { purpose: 'verify_email', user_id: id, email })
  await enqueueMail(ctx, { to: email, user_id: id, template: 'verify_email', link, language })
}

/** Ends whatever was opened or added before the owner of the address was known. */
export async function endEarlierAccess(ctx: Context, user_id: string): Promise<void> {
  await revokeSessions(ctx, user_id, { reason: 'address_confirmed' })
  await dropSecondFactors(ctx, user_id, now(ctx))
}

/** Gives an account that nobody has used yet the password and the name of the sign-up whose link was opened. */
export async function applySignUp(
  ctx: Context,
  user_id: string,
  { password_hash, display_name }: SignUp,
): Promise<void> {
  await updateUser(ctx.db, now(ctx), user_id, { password_hash, display_name, name_folded: foldName(display_name) })
  await endEarlierAccess(ctx, user_id)
}

/**
 * An account that is used already was signed up for once more, and that link was opened. The first password may be a
 * stranger's, and so may the second: neither opens the account any longer, and a mail lets the owner choose one.
 */
export async function askForNewPassword(
  ctx: Context,
  user: { id: string; email: string },
  language: Language,
): Promise<void> {
  await updateUser(ctx.db, now(ctx), user.id, { password_hash: NO_PASSWORD })
  await endEarlierAccess(ctx, user.id)
  await revokeLinks(ctx.db, user.id, ['reset_password', 'change_email'])
  await recordSecurityEvent(ctx, user.id, 'signed_up_again', {})
  const link = await createLink(ctx, { purpose: 'reset_password', user_id: user.id, email: user.email })
  await enqueueMail(ctx, { to: user.email, user_id: user.id, template: 'reset_password', link, language })
}
