import type { Language } from '../../../../contract/fields.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { mailLink, revokeLinks } from '../../../mail/links.ts'
import { dropSecondFactors } from '../second-factors/second-factors.commands.ts'
import { updateUser } from '../users/users.commands.ts'
import { NO_PASSWORD } from '../users/users.queries.ts'
import { revokeSessions } from './sessions.commands.ts'

/** Ends the link of a person’s calendar: whoever has it reads what they pray for without signing in. */
export async function withdrawCalendarLink(ctx: Context, user_id: string): Promise<void> {
  const { numDeletedRows } = await ctx.db.deleteFrom('calendar_feeds').where('user_id', '=', user_id).executeTakeFirst()
  if (numDeletedRows > 0n) await recordSecurityEvent(ctx, user_id, 'calendar_link_withdrawn', {})
}

/** Ends whatever was opened or added before the owner of the address was known. */
export async function endEarlierAccess(ctx: Context, user_id: string): Promise<void> {
  await revokeSessions(ctx, user_id, { reason: 'address_confirmed' })
  await dropSecondFactors(ctx, user_id, now(ctx))
  await withdrawCalendarLink(ctx, user_id)
}

/** Ends all access so far: a person who has used the account may be a stranger to its mailbox. */
export async function endUnprovenAccess(ctx: Context, user_id: string): Promise<void> {
  const none = { password_hash: NO_PASSWORD, has_unproven_holder: false, mail_language: null }
  await updateUser(ctx.db, now(ctx), user_id, none)
  await endEarlierAccess(ctx, user_id)
  await revokeLinks(ctx.db, user_id, ['reset_password', 'change_email'])
  await recordSecurityEvent(ctx, user_id, 'earlier_access_ended', {})
}

/** Ends that access, and mails the owner of the address a link to choose a password. */
export async function askForNewPassword(
  ctx: Context,
  user: { id: string; email: string },
  language: Language,
): Promise<void> {
  await endUnprovenAccess(ctx, user.id)
  await mailLink(ctx, { purpose: 'reset_password', user_id: user.id, email: user.email }, { language })
}
