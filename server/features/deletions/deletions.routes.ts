import { recordAct, recordSecurityEvent } from '../../audit/audit.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { checkConfirmed } from '../../http/session.ts'
import { queueMail } from '../../mail/queue.ts'
import { revokeAll } from '../sessions/sessions.queries.ts'
import { holdAdmins, holdUser } from '../users/users.queries.ts'
import { planDeletion } from './deletions.queries.ts'

const needed = (path: string): Refusal =>
  new Refusal('request.invalid', { fields: [{ path, code: 'required', detail: 'Please fill this in.' }] })

export const deletions = {
  'deletions.plan': async ({ ctx, viewer, input: { id, prayers, reason } }) => {
    const isOwn = id === viewer.id
    check(isOwn || viewer.role === 'admin', 'request.forbidden')
    if (isOwn && prayers === undefined) throw needed('prayers')
    if (!isOwn && reason === undefined) throw needed('reason')
    checkConfirmed(ctx, viewer)
    const admins = await holdAdmins(ctx)
    check(isOwn || admins.includes(viewer.id), 'request.forbidden')
    const user = found(await holdUser(ctx, id), 'users.not_found')
    check(user.status !== 'deleting', 'users.not_active')
    check(admins.length !== 1 || admins[0] !== id, 'users.last_admin')
    const deletes_at = await planDeletion(ctx, id, { by: viewer.id, deletes_prayers: prayers === 'delete' })
    await revokeAll(ctx, id, { reason: 'deleting' })
    const mail = { to: user.email, user_id: id }
    if (isOwn) {
      await recordSecurityEvent(ctx, id, 'deletion_planned', {})
      await queueMail(ctx, { ...mail, template: 'deletion_planned', values: { deletes_at } })
    } else {
      await recordAct(ctx, viewer.id, { action: 'deletions.plan', target_type: 'user', target_id: id, reason })
      // The words of the other mail are for somebody who can take it back.
      await queueMail(ctx, { ...mail, template: 'suspended', values: { reason: reason ?? '' } })
    }
    return { id, deletes_at }
  },
} satisfies Handlers<'deletions'>
