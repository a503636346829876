import { type NewAuditEntry, recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { check, ensureFound, refuseMember } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { type Viewer, checkRecentlyConfirmed } from '../../../http/session.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { revokeSessions } from '../sessions/sessions.commands.ts'
import { lockForStaff, readAccount } from '../users/users.queries.ts'
import { setRole, setUserStatus } from '../users/users.commands.ts'
import { maySuspend } from '../users/users.rules.ts'
import { findManaged, listUsers, readManaged, readProfile } from './accounts.queries.ts'
import { updateProfile } from './accounts.commands.ts'

const PAGE_SIZE = 20

type Verb = 'set_role' | 'edit_profile' | 'suspend' | 'unsuspend'
type Why = Pick<NewAuditEntry, 'reason' | 'detail'>
const record = (ctx: Context, viewer: Viewer, verb: Verb, target_id: string, why: Why): Promise<void> =>
  recordAudit(ctx, viewer.id, { action: `accounts.${verb}`, target_type: 'user', target_id, ...why })

export const accounts = {
  'accounts.own': ({ ctx, viewer }) => readAccount(ctx.db, viewer.id),

  'accounts.edit_own': async ({ ctx, viewer, input }) => {
    const { role, email, ...changes } = pickChanges(await readAccount(ctx.db, viewer.id), input)
    if (role !== undefined) throw refuseMember('role', 'not_allowed')
    if (email !== undefined) throw refuseMember('email', 'not_allowed')
    if (!isUnchanged(changes)) await updateProfile(ctx, viewer.id, changes)
    return await readAccount(ctx.db, viewer.id)
  },

  'accounts.list': async ({ ctx, input: { page = 0, pageSize = PAGE_SIZE, ...filter } }) => ({
    ...(await listUsers(ctx.db, filter, { page, pageSize })),
    page,
    pageSize,
  }),

  'accounts.one': async ({ ctx, input: { id } }) => ensureFound(await findManaged(ctx.db, id), 'users.not_found'),

  'accounts.set_role': async ({ ctx, viewer, input: { id, role, reason } }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const { user, isLastAdmin } = await lockForStaff(ctx, viewer, id)
    if (user.role === role) return await readManaged(ctx.db, id)
    check(!isLastAdmin, 'users.last_admin')
    await setRole(ctx, id, role)
    // Administrators who change their own role stay signed in on this device: each request reads the role again.
    await revokeSessions(ctx, id, { except: id === viewer.id ? viewer.session_id : undefined, reason: 'role_changed' })
    await record(ctx, viewer, 'set_role', id, { reason, detail: { from: user.role, to: role } })
    await enqueueMail(ctx, { to: user.email, user_id: id, template: 'role_changed', values: { role } })
    return await readManaged(ctx.db, id)
  },

  'accounts.profile': async ({ ctx, input }) => ensureFound(await readProfile(ctx.db, input.id), 'users.not_found'),

  'accounts.edit_profile': async ({ ctx, viewer, input: { id, reason, ...change } }) => {
    check(viewer.id === id || viewer.role === 'admin', 'request.forbidden')
    const before = ensureFound(await readProfile(ctx.db, id), 'users.not_found')
    const changes = pickChanges(before, change)
    if (isUnchanged(changes)) return before
    await updateProfile(ctx, id, changes)
    if (id !== viewer.id)
      await record(ctx, viewer, 'edit_profile', id, { reason, detail: { changed: Object.keys(changes) } })
    return ensureFound(await readProfile(ctx.db, id), 'users.not_found')
  },

  'accounts.suspend': async ({ ctx, viewer, input: { id, reason } }) => {
    check(id !== viewer.id, 'users.yourself')
    const { user, isLastAdmin } = await lockForStaff(ctx, viewer, id)
    check(maySuspend(viewer, user.role), 'request.forbidden')
    const { display_name, role } = user
    if (user.status === 'suspended') return { id, display_name, role, status: 'suspended' }
    check(user.status === 'active', 'users.not_active')
    check(!isLastAdmin, 'users.last_admin')
    await setUserStatus(ctx, id, 'suspended')
    await revokeSessions(ctx, id, { reason: 'suspended' })
    await record(ctx, viewer, 'suspend', id, { reason })
    await enqueueMail(ctx, { to: user.email, user_id: id, template: 'suspended', values: { reason: reason ?? '' } })
    return { id, display_name, role, status: 'suspended' }
  },

  // Ends a suspension, and a deletion that an administrator planned.
  'accounts.unsuspend': async ({ ctx, viewer, input: { id, reason } }) => {
    check(id !== viewer.id, 'users.yourself')
    const { user } = await lockForStaff(ctx, viewer, id)
    const isLeaving = user.status === 'deleting'
    check(isLeaving ? viewer.role === 'admin' : maySuspend(viewer, user.role), 'request.forbidden')
    const { display_name, role } = user
    if (user.status === 'active') return { id, display_name, role, status: 'active' }
    // A deletion that the account holder asked for is cancelled only by them.
    check(user.status === 'suspended' || (isLeaving && user.deletion_by !== id), 'users.not_active')
    await setUserStatus(ctx, id, 'active')
    await record(ctx, viewer, 'unsuspend', id, { reason })
    await enqueueMail(ctx, { to: user.email, user_id: id, template: 'unsuspended' })
    return { id, display_name, role, status: 'active' }
  },
} satisfies Handlers<'accounts'>
