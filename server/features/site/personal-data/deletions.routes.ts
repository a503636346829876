import { recordAudit, recordSecurityEvent } from '../../../audit/audit.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { revokeSessions } from '../../identity/sessions/sessions.commands.ts'
import { lockAdmins, lockUser } from '../../identity/users/users.queries.ts'
import { planDeletion } from './deletions.commands.ts'

export const deletions = {
  'deletions.plan': async ({ ctx, viewer, input: { id, prayers, reason } }) => {
    const isOwn = id === viewer.id
    check(isOwn || viewer.role === 'admin', 'request.forbidden')
    checkRecentlyConfirmed(ctx, viewer)
    const admins = await lockAdmins(ctx)
    check(isOwn || admins.includes(viewer.id), 'request.forbidden')
    const user = ensureFound(await lockUser(ctx, id), 'users.not_found')
    check(user.status !== 'deleting', 'users.not_active')
    check(admins.length !== 1 || admins[0] !== id, 'users.last_admin')
    const deletes_at = await planDeletion(ctx, id, { by: viewer.id, deletes_prayers: prayers === 'delete' })
    await revokeSessions(ctx, id, { reason: 'deleting' })
    const mail = { to: user.email, user_id: id }
    if (isOwn) {
      await recordSecurityEvent(ctx, id, 'deletion_planned', {})
      await enqueueMail(ctx, { ...mail, template: 'deletion_planned', values: { deletes_at } })
    } else {
      await recordAudit(ctx, viewer.id, { action: 'deletions.plan', target_type: 'user', target_id: id, reason })
      // The template `deletion_planned` is for users who can cancel the deletion.
      await enqueueMail(ctx, { ...mail, template: 'deletion_decided', values: { deletes_at, reason: reason ?? '' } })
    }
    return { id, deletes_at }
  },
} satisfies Handlers<'deletions'>
