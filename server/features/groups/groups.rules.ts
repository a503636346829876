import type { GroupRole, GroupStatus } from '../../../contract/groups.ts'
import type { Viewer } from '../../http/session.ts'

/** What a rule needs to know of the reader's place in a group. */
export interface Place {
  role: GroupRole
  status: GroupStatus
}

const rank: Record<GroupRole, number> = { member: 0, leader: 1, owner: 2 }

export const isActive = (place: Place | undefined): place is Place => place?.status === 'active'
const isAtLeast = (place: Place | undefined, role: GroupRole): boolean =>
  isActive(place) && rank[place.role] >= rank[role]

/** Who may know that the group is there: everybody signed in when it is listed, else those who belong to it or were asked. */
export const mayKnow = ({ is_listed }: { is_listed: boolean }, place: Place | undefined): boolean =>
  is_listed || (place !== undefined && place.status !== 'banned')

/** Name, description, who may join. */
export const mayEditGroup = (place: Place | undefined): boolean => isAtLeast(place, 'owner')

/** Letting people in, sending them away, invitations. */
export const mayManage = (place: Place | undefined): boolean => isAtLeast(place, 'leader')

export const mayPost = ({ posting }: { posting: 'members' | 'leaders' }, place: Place | undefined): boolean =>
  isAtLeast(place, posting === 'leaders' ? 'leader' : 'member')

/** Whether pressing Join does something. */
export const mayJoin = ({ joining }: { joining: 'open' | 'request' | 'invite' }, place: Place | undefined): boolean =>
  place === undefined ? joining !== 'invite' : place.status === 'invited'

/** What a person becomes who joins: a member at once, or somebody who waits. */
export const statusOnJoining = (
  { joining }: { joining: 'open' | 'request' | 'invite' },
  place: Place | undefined,
): GroupStatus => (place?.status === 'invited' || joining === 'open' ? 'active' : 'pending')

export interface MemberChange {
  role?: GroupRole | undefined
  status?: 'active' | 'banned' | undefined
}

/**
 * Owners do everything. Leaders let members in, and send away or ban those who are no leaders. Nobody changes their own
 * place upwards, and nobody bans themselves.
 */
export function mayChange(
  actor: Place | undefined,
  target: Place,
  { role, status }: MemberChange,
  isSelf: boolean,
): boolean {
  if (isAtLeast(actor, 'owner')) return !(isSelf && status === 'banned')
  return (
    !isSelf &&
    isAtLeast(actor, 'leader') &&
    rank[target.role] < rank.leader &&
    role === undefined &&
    status !== undefined
  )
}

/** Leaders remove members, owners anybody; for oneself there is leaving. */
export const mayRemove = (actor: Place | undefined, target: Place, isSelf: boolean): boolean =>
  !isSelf && (isAtLeast(actor, 'owner') || (isAtLeast(actor, 'leader') && rank[target.role] < rank.leader))

/** Administrators read and mend any group, and each time it is written down. */
export const isOverseer = (viewer: Viewer): boolean => viewer.role === 'admin'
