import { recordSecurityEvent } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { revokeLinks } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { withdrawCalendarLink } from '../sessions/earlier-access.commands.ts'
import { revokeSessions } from '../sessions/sessions.commands.ts'
import { updateUser } from '../users/users.commands.ts'

interface Change {
  user: { id: string; email: string }
  password_hash: string
  kind: 'password_changed' | 'password_reset'
  /** The session that stays open. */
  except?: string
}

/** Stores a new password, ends the sessions and the link of a calendar that the old one may have opened, and notifies the user. */
export async function setPassword(ctx: Context, { user, password_hash, kind, except }: Change): Promise<void> {
  await updateUser(ctx.db, now(ctx), user.id, { password_hash })
  await revokeSessions(ctx, user.id, { except, reason: kind })
  await withdrawCalendarLink(ctx, user.id)
  // A change of address that was requested with the old password must not take effect either.
  await revokeLinks(ctx.db, user.id, ['reset_password', 'change_email', 'invitation'])
  await recordSecurityEvent(ctx, user.id, kind, {})
  await enqueueMail(ctx, { to: user.email, user_id: user.id, template: 'password_changed' })
}
