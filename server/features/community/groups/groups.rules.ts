import type { Group, GroupRole, GroupStatus } from '../../../../contract/groups.ts'
import type { Viewer } from '../../../http/session.ts'

/** The fields of the viewer's membership that the rules need. */
export interface Membership {
  role: GroupRole
  status: GroupStatus
}

const rank: Record<GroupRole, number> = { member: 0, leader: 1, owner: 2 }

export const isActiveMember = (membership: Membership | undefined): membership is Membership =>
  membership?.status === 'active'
const hasRole = (membership: Membership | undefined, role: GroupRole): boolean =>
  isActiveMember(membership) && rank[membership.role] >= rank[role]

/**
 * True if the viewer may know that the group exists: everybody signed in when it is listed, else its members and those
 * who were invited.
 */
export const maySeeGroup = ({ is_listed }: Pick<GroupRow, 'is_listed'>, membership: Membership | undefined): boolean =>
  is_listed || (membership !== undefined && membership.status !== 'banned')

/** Editing covers name, description and who may join. */
export const mayEditGroup = (membership: Membership | undefined): boolean => hasRole(membership, 'owner')

/** Managing covers approving and removing members, and invitations. */
export const mayManageGroup = (membership: Membership | undefined): boolean => hasRole(membership, 'leader')

export const mayPostToGroup = ({ posting }: Pick<GroupRow, 'posting'>, membership: Membership | undefined): boolean =>
  hasRole(membership, posting === 'leaders' ? 'leader' : 'member')

/** True if pressing Join has an effect. */
export const mayJoinGroup = ({ joining }: Pick<GroupRow, 'joining'>, membership: Membership | undefined): boolean =>
  membership === undefined ? joining !== 'invite' : membership.status === 'invited'

/** The status after joining: an active member, or one who waits for approval. */
export const statusOnJoining = (
  { joining }: Pick<GroupRow, 'joining'>,
  membership: Membership | undefined,
): GroupStatus => (membership?.status === 'invited' || joining === 'open' ? 'active' : 'pending')

export interface MemberChange {
  role?: GroupRole | undefined
  status?: 'active' | 'banned' | undefined
}

/**
 * Owners do everything. Leaders approve members, and remove or ban those who are not leaders. Nobody raises their own
 * role, and nobody bans themselves.
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

/** Leaders remove members, owners anybody. Users leave instead of removing themselves. */
export const mayRemoveMember = (actor: Membership | undefined, target: Membership, isSelf: boolean): boolean =>
  !isSelf && (hasRole(actor, 'owner') || (hasRole(actor, 'leader') && rank[target.role] < rank.leader))

/** Administrators read and correct any group; each access is recorded in the audit log. */
export const isOverseer = (viewer: Viewer): boolean => viewer.role === 'admin'

export interface GroupRow extends Omit<Group, 'may' | 'updated_at'> {
  updated_at: string
}

export const membershipIn = ({ my_role, my_status }: GroupRow): Membership | undefined =>
  my_role !== null && my_status !== null ? { role: my_role, status: my_status } : undefined

/** A group as one reader may see it. A banned user sees the same as a non-member. */
export function toGroup(row: GroupRow): Group {
  const place = membershipIn(row)
  const shown = place?.status === 'banned' ? undefined : place
  const mayEdit = mayEditGroup(place)
  return {
    ...row,
    my_role: shown?.role ?? null,
    my_status: shown?.status ?? null,
    updated_at: mayEdit ? row.updated_at : null,
    may: {
      edit: mayEdit,
      manage: mayManageGroup(place),
      post: mayPostToGroup(row, place),
      join: mayJoinGroup(row, shown),
    },
  }
}
