import { recordAct } from '../../audit/audit.ts'
import { check, found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { checkConfirmed } from '../../http/session.ts'
import { queueMail } from '../../mail/queue.ts'
import { revokeAll } from '../sessions/sessions.queries.ts'
import { holdForStaff, readAccount, setRole, setStatus } from '../users/users.queries.ts'
import { maySuspend } from '../users/users.rules.ts'
import { findManaged, listUsers, readManaged, readProfile, updateProfile } from './accounts.queries.ts'
import { mayEditProfile } from './accounts.rules.ts'

const PAGE_SIZE = 20

export const accounts = {
  'accounts.own': ({ ctx, viewer }) => readAccount(ctx.db, viewer.id),

  'accounts.edit_own': async ({ ctx, viewer, input }) => {
    await updateProfile(ctx, viewer.id, input)
    return await readAccount(ctx.db, viewer.id)
  },

  'accounts.list': async ({ ctx, input: { page = 0, pageSize = PAGE_SIZE, ...filter } }) => ({
    ...(await listUsers(ctx.db, filter, { page, pageSize })),
    page,
    pageSize,
  }),

  'accounts.one': async ({ ctx, input: { id } }) => found(await findManaged(ctx.db, id), 'users.not_found'),

  'accounts.set_role': async ({ ctx, viewer, input: { id, role, reason } }) => {
    checkConfirmed(ctx, viewer)
    const { user, isLastAdmin } = await holdForStaff(ctx, viewer, id)
    if (user.role === role) return await readManaged(ctx.db, id)
    check(!isLastAdmin, 'users.last_admin')
    await setRole(ctx, id, role)
    // Who changes their own role keeps the device that they do it on: the role is read anew at each request.
    await revokeAll(ctx, id, { except: id === viewer.id ? viewer.session_id : undefined, reason: 'role_changed' })
    await recordAct(ctx, viewer.id, {
      action: 'accounts.set_role',
      target_type: 'user',
      target_id: id,
      reason,
      detail: { from: user.role, to: role },
    })
    await queueMail(ctx, { to: user.email, user_id: id, template: 'role_changed', values: { role } })
    return await readManaged(ctx.db, id)
  },

  'accounts.profile': async ({ ctx, input }) => found(await readProfile(ctx.db, input.id), 'users.not_found'),

  'accounts.edit_profile': async ({ ctx, viewer, input: { id, reason, ...change } }) => {
    check(mayEditProfile(viewer, id), 'request.forbidden')
    found(await readProfile(ctx.db, id), 'users.not_found')
    await updateProfile(ctx, id, change)
    if (id !== viewer.id) {
      await recordAct(ctx, viewer.id, {
        action: 'accounts.edit_profile',
        target_type: 'user',
        target_id: id,
        reason,
        detail: { changed: Object.keys(change) },
      })
    }
    return found(await readProfile(ctx.db, id), 'users.not_found')
  },

  'accounts.suspend': async ({ ctx, viewer, input: { id, reason } }) => {
    check(id !== viewer.id, 'users.yourself')
    const { user, isLastAdmin } = await holdForStaff(ctx, viewer, id)
    check(maySuspend(viewer, user.role), 'request.forbidden')
    const { display_name, role } = user
    if (user.status === 'suspended') return { id, display_name, role, status: 'suspended' }
    check(user.status === 'active', 'users.not_active')
    check(!isLastAdmin, 'users.last_admin')
    await setStatus(ctx, id, 'suspended')
    await revokeAll(ctx, id, { reason: 'suspended' })
    await recordAct(ctx, viewer.id, { action: 'accounts.suspend', target_type: 'user', target_id: id, reason })
    await queueMail(ctx, { to: user.email, user_id: id, template: 'suspended', values: { reason } })
    return { id, display_name, role, status: 'suspended' }
  },

  // Ends a suspension, and a deletion that an administrator planned.
  'accounts.unsuspend': async ({ ctx, viewer, input: { id, reason } }) => {
    check(id !== viewer.id, 'users.yourself')
    const { user } = await holdForStaff(ctx, viewer, id)
    const isLeaving = user.status === 'deleting'
    check(isLeaving ? viewer.role === 'admin' : maySuspend(viewer, user.role), 'request.forbidden')
    const { display_name, role } = user
    if (user.status === 'active') return { id, display_name, role, status: 'active' }
    // What a person decided for themselves only they take back.
    check(user.status === 'suspended' || (isLeaving && user.deletion_by !== id), 'users.not_active')
    await setStatus(ctx, id, 'active')
    await recordAct(ctx, viewer.id, { action: 'accounts.unsuspend', target_type: 'user', target_id: id, reason })
    await queueMail(ctx, { to: user.email, user_id: id, template: 'unsuspended' })
    return { id, display_name, role, status: 'active' }
  },
} satisfies Handlers<'accounts'>
