import type { GroupRole, GroupStatus } from '../../../../contract/groups.ts'
import type { Viewer } from '../../../http/session.ts'

/** What a rule needs to know of the reader's place in a group. */
export interface Membership {
  role: GroupRole
  status: GroupStatus
}

const rank: Record<GroupRole, number> = { member: 0, leader: 1, owner: 2 }

export const isActiveMember = (membership: Membership | undefined): membership is Membership =>
  membership?.status === 'active'
const hasRole = (membership: Membership | undefined, role: GroupRole): boolean =>
  isActiveMember(membership) && rank[membership.role] >= rank[role]

/** Who may know that the group is there: everybody signed in when it is listed, else those who belong to it or were asked. */
export const maySeeGroup = ({ is_listed }: { is_listed: boolean }, membership: Membership | undefined): boolean =>
  is_listed || (membership !== undefined && membership.status !== 'banned')

/** Name, description, who may join. */
export const mayEditGroup = (membership: Membership | undefined): boolean => hasRole(membership, 'owner')

/** Letting people in, sending them away, invitations. */
export const mayManageGroup = (membership: Membership | undefined): boolean => hasRole(membership, 'leader')

export const mayPostToGroup = (
  { posting }: { posting: 'members' | 'leaders' },
  membership: Membership | undefined,
): boolean => hasRole(membership, posting === 'leaders' ? 'leader' : 'member')

/** Whether pressing Join does something. */
export const mayJoinGroup = (
  { joining }: { joining: 'open' | 'request' | 'invite' },
  membership: Membership | undefined,
): boolean => (membership === undefined ? joining !== 'invite' : membership.status === 'invited')

/** What a person becomes who joins: a member at once, or somebody who waits. */
export const statusOnJoining = (
  { joining }: { joining: 'open' | 'request' | 'invite' },
  membership: Membership | undefined,
): GroupStatus => (membership?.status === 'invited' || joining === 'open' ? 'active' : 'pending')

export interface MemberChange {
  role?: GroupRole | undefined
  status?: 'active' | 'banned' | undefined
}

/**
 * Owners do everything. Leaders let members in, and send away or ban those who are no leaders. Nobody changes their own
 * place upwards, and nobody bans themselves.
 */
export function mayChangeMember(
  actor: Membership | undefined,
  target: Membership,
  { role, status }: MemberChange,
  isSelf: boolean,
): boolean {
  if (hasRole(actor, 'owner')) return !(isSelf && status === 'banned')
  return (
    !isSelf && hasRole(actor, 'leader') && rank[target.role] < rank.leader && role === undefined && status !== undefined
  )
}

/** Leaders remove members, owners anybody; for oneself there is leaving. */
export const mayRemoveMember = (actor: Membership | undefined, target: Membership, isSelf: boolean): boolean =>
  !isSelf && (hasRole(actor, 'owner') || (hasRole(actor, 'leader') && rank[target.role] < rank.leader))

/** Administrators read and mend any group, and each time it is written down. */
export const isOverseer = (viewer: Viewer): boolean => viewer.role === 'admin'
