import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { Refusal, check, ensureFound, refuseDuplicate } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { type Viewer, checkRecentlyConfirmed } from '../../../http/session.ts'
import { checkMember, readGroupAsOverseer, readGroup } from './group-access.ts'
import {
  type MembersCursor,
  countOwned,
  groupById,
  findInvite,
  hasOtherOwner,
  listGroups,
  listMembers,
  listOpenInvites,
  findMember,
  readMembership,
} from './groups.queries.ts'
import {
  deleteGroup,
  insertGroup,
  insertInvite,
  lockGroup,
  markSeen,
  recordRemoval,
  revokeInvite,
  setMembership,
  updateGroup,
  redeemInvite,
} from './groups.commands.ts'
import {
  type Membership,
  isActiveMember,
  isOverseer,
  mayChangeMember,
  mayEditGroup,
  mayJoinGroup,
  maySeeGroup,
  mayManageGroup,
  mayRemoveMember,
  statusOnJoining,
  membershipIn,
  toGroup,
} from './groups.rules.ts'
import { type RateLimits, HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const wrongInviteCodes = defineLimit('wrong_invite_codes', 20, HOUR)
/** A name is taken by a group that the person may not know of, too: whoever tries many would learn which there are, and which not. */
const namesByMember = defineLimit('group_names', 30, HOUR)
/** Counts how often one person asks to join one group: its leaders are told each time, on their devices too. */
const asksToJoin = defineLimit('asks_to_join', 5, 24 * HOUR)

const PAGE_SIZE = 20
const MEMBERS_PAGE_SIZE = 50
/**
 * Maximum number of groups that one user owns and of open invitations of a group: enough for people, a bound for
 * scripts.
 */
const MAX_OWNED_GROUPS = 50
const MAX_OPEN_INVITES = 50
const DEFAULT_INVITE_DAYS = 14
const CODE_BYTES = 16

/** Refuses to remove the last owner. */
async function ensureOwnerRemains(ctx: Context, group_id: string, user_id: string, before: Membership): Promise<void> {
  if (before.role === 'owner' && isActiveMember(before)) {
    check(await hasOtherOwner(ctx.db, group_id, user_id), 'groups.last_owner')
  }
}

/** The invitation of a code and its group. Whoever tries many codes is slowed down. */
async function openInvite(ctx: Context, limits: RateLimits, viewer: Viewer, code: string, { locks = false } = {}) {
  await limits.check(wrongInviteCodes, viewer.id)
  const invite = await findInvite(ctx, code, viewer.id)
  if (invite && locks) await lockGroup(ctx, invite.group_id)
  const row = invite && (await groupById(ctx.db, viewer.id, invite.group_id))
  if (row && membershipIn(row)?.status !== 'banned') return { invite, row }
  await limits.countFailure(wrongInviteCodes, viewer.id)
  throw new Refusal('groups.no_invite')
}

export const groups = {
  'groups.list': async ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE, ...filters } }) => {
    const rows = await listGroups(ctx.db, viewer.id, { ...filters, page, pageSize })
    return { items: rows.slice(0, pageSize).map(toGroup), page, pageSize, has_more: rows.length > pageSize }
  },

  'groups.create': async ({ ctx, limits, viewer, input }) => {
    check((await countOwned(ctx.db, viewer.id)) < MAX_OWNED_GROUPS, 'groups.too_many')
    await limits.count(namesByMember, viewer.id)
    const id = await insertGroup(ctx, viewer.id, input).catch(refuseDuplicate(ctx, 'groups.name_taken'))
    return toGroup(await readGroup(ctx, viewer, id))
  },

  'groups.edit': async ({ ctx, limits, viewer, input: { id, updated_at, ...change } }) => {
    // The second of two changes of one version at the same moment waits here and is refused.
    await lockGroup(ctx, id)
    const before = await readGroupAsOverseer(ctx, viewer, id, 'groups.edit', mayEditGroup)
    check(isOverseer(viewer) || mayEditGroup(membershipIn(before)), 'request.forbidden')
    check(!updated_at || updated_at === before.updated_at, 'groups.changed')
    const changes = pickChanges(before, change)
    if (changes.name !== undefined) await limits.count(namesByMember, viewer.id)
    if (!isUnchanged(changes)) await updateGroup(ctx, before, changes).catch(refuseDuplicate(ctx, 'groups.name_taken'))
    return toGroup(ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found'))
  },

  'groups.delete': async ({ ctx, viewer, input: { id, reason } }) => {
    await lockGroup(ctx, id)
    const row = ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found')
    const isOwner = mayEditGroup(membershipIn(row))
    if (!isOwner) {
      check(isOverseer(viewer) || maySeeGroup(row, membershipIn(row)), 'groups.not_found')
      check(isOverseer(viewer), 'request.forbidden')
    }
    checkRecentlyConfirmed(ctx, viewer)
    if (!isOwner)
      await recordAudit(ctx, viewer.id, { action: 'groups.delete', target_type: 'group', target_id: id, reason })
    await deleteGroup(ctx, id, viewer.id)
    return { id }
  },

  'groups.join': async ({ ctx, limits, viewer, input }) => {
    await lockGroup(ctx, input.id)
    const row = await readGroup(ctx, viewer, input.id)
    const membership = membershipIn(row)
    // Repeating Join is not an error.
    if (membership && (membership.status === 'active' || membership.status === 'pending')) return toGroup(row)
    check(mayJoinGroup(row, membership), 'groups.closed')
    const status = statusOnJoining(row, membership)
    if (status === 'pending') {
      await limits.count(asksToJoin, `${viewer.id} ${row.id}`)
      await ctx.addJob('notifications.tell_leaders', { group_id: row.id, user_id: viewer.id })
    }
    await setMembership(ctx, row.id, viewer.id, membership, { role: 'member', status })
    return toGroup(await readGroup(ctx, viewer, row.id))
  },

  'groups.see': async ({ ctx, viewer, input: { id } }) => {
    check(await markSeen(ctx, id, viewer.id), 'groups.not_found')
    return { id }
  },

  'groups.leave': async ({ ctx, viewer, input: { id } }) => {
    await lockGroup(ctx, id)
    const row = await readGroup(ctx, viewer, id)
    const membership = membershipIn(row)
    // A banned user cannot leave, because leaving would delete the ban.
    if (membership && membership.status !== 'banned') {
      await ensureOwnerRemains(ctx, id, viewer.id, membership)
      await setMembership(ctx, id, viewer.id, membership, undefined)
    }
    return { id }
  },

  'groups.members': async ({ ctx, viewer, input }) => {
    const { id, status = 'active', leaders, search, cursor, pageSize = MEMBERS_PAGE_SIZE } = input
    await checkMember(ctx, viewer, id, status === 'active' ? isActiveMember : mayManageGroup)
    const opened = cursor === undefined ? undefined : (ctx.secrets.decryptCursor(cursor) as { members?: MembersCursor })
    check(cursor === undefined || opened?.members, 'request.invalid')
    const rows = await listMembers(ctx.db, id, { status, leaders, search, after: opened?.members, pageSize })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, next_cursor: more ? ctx.secrets.encryptCursor({ members: [last.joined_at, last.user.id] }) : null }
  },

  'groups.edit_member': async ({ ctx, viewer, input: { id, userId, ...read } }) => {
    await lockGroup(ctx, id)
    const actor = await checkMember(ctx, viewer, id, mayManageGroup)
    const before = ensureFound(await readMembership(ctx.db, id, userId), 'groups.no_member')
    // Only what differs is a change.
    const role = read.role === before.role ? undefined : read.role
    const status = read.status === before.status ? undefined : read.status
    if (role === undefined && status === undefined)
      return ensureFound(await findMember(ctx.db, id, userId), 'groups.no_member')
    check(status === undefined || status === 'active' || status === 'banned', 'request.invalid')
    // Letting in a person who asked must not lift what another decided meanwhile: a ban is lifted by removing the person.
    check(before.status !== 'banned' || status !== 'active', 'groups.no_member')
    check(mayChangeMember(actor, before, { role, status }, userId === viewer.id), 'request.forbidden')
    const after: Membership = {
      role: status === 'banned' ? 'member' : (role ?? before.role),
      status: status ?? before.status,
    }
    check(after.status === 'active' || after.role === 'member', 'request.invalid')
    if (after.role !== 'owner' || after.status !== 'active') await ensureOwnerRemains(ctx, id, userId, before)
    await setMembership(ctx, id, userId, before, after)
    if (after.status === 'banned') await recordRemoval(ctx, id, userId)
    return ensureFound(await findMember(ctx.db, id, userId), 'groups.no_member')
  },

  'groups.delete_member': async ({ ctx, viewer, input: { id, userId, status } }) => {
    await lockGroup(ctx, id)
    const actor = await checkMember(ctx, viewer, id, mayManageGroup)
    const before = ensureFound(await readMembership(ctx.db, id, userId), 'groups.no_member')
    check(mayRemoveMember(actor, before, userId === viewer.id), 'request.forbidden')
    // Another leader has let them in, banned them or lifted that meanwhile.
    check(status === undefined || status === before.status, 'groups.no_member')
    await ensureOwnerRemains(ctx, id, userId, before)
    await setMembership(ctx, id, userId, before, undefined)
    await recordRemoval(ctx, id, userId)
    return { id: userId }
  },

  'groups.invites': async ({ ctx, viewer, input: { id } }) => {
    await checkMember(ctx, viewer, id, mayManageGroup)
    return await listOpenInvites(ctx, id)
  },

  'groups.create_invite': async ({ ctx, viewer, input }) => {
    const { id: group_id, expires_in_days = DEFAULT_INVITE_DAYS, max_uses = null } = input
    // A person who leads no longer must not leave a code behind that nobody withdrew.
    await lockGroup(ctx, group_id)
    await checkMember(ctx, viewer, group_id, mayManageGroup)
    check((await listOpenInvites(ctx, group_id)).length < MAX_OPEN_INVITES, 'groups.too_many_invites')
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const expires_at = new Date(ctx.clock().getTime() + expires_in_days * DAY_MS).toISOString()
    const made = await insertInvite(ctx, { group_id, created_by: viewer.id, code, expires_at, max_uses })
    // The code follows `#`, which browsers do not send, so it stays out of logs and referrers.
    return { ...made, expires_at, max_uses, uses: 0, code, url: `${ctx.config.public_url}/groups/join#${code}` }
  },

  'groups.delete_invite': async ({ ctx, viewer, input: { id, inviteId } }) => {
    await checkMember(ctx, viewer, id, mayManageGroup)
    check(await revokeInvite(ctx, id, inviteId), 'groups.no_invite')
    return { id: inviteId }
  },

  'groups.invited_to': async ({ ctx, limits, viewer, input }) => {
    const { row } = await openInvite(ctx, limits, viewer, input.code)
    return toGroup(row)
  },

  'groups.accept_invite': async ({ ctx, limits, viewer, input }) => {
    const { invite, row } = await openInvite(ctx, limits, viewer, input.code, { locks: true })
    const membership = membershipIn(row)
    if (!isActiveMember(membership)) {
      check(await redeemInvite(ctx, invite.id), 'groups.no_invite')
      await setMembership(ctx, row.id, viewer.id, membership, { role: 'member', status: 'active' })
    }
    return toGroup(ensureFound(await groupById(ctx.db, viewer.id, row.id), 'groups.no_invite'))
  },
} satisfies Omit<Handlers<'groups'>, 'groups.one'>
