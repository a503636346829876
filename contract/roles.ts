import type { Role } from './users.ts'

const rank: Record<Role, number> = { limited: 0, member: 0, care: 1, moderator: 2, admin: 3 }

/** Returns whether a role may do at least what `atLeast` may. A limited member may do what members do; what they post is held. */
export const hasRole = (role: Role, atLeast: Role): boolean => rank[role] >= rank[atLeast]

/** True for the care team, moderators and administrators. */
export const isStaff = (role: Role): boolean => hasRole(role, 'care')

/** Moderators and administrators. */
export const isModerator = (role: Role): boolean => hasRole(role, 'moderator')
