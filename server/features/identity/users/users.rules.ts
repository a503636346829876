import type { Role } from '../../../../contract/users.ts'

/** A name as the search compares it: lower case, without accents. */
export const foldSearch = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const isStaff = (role: Role): boolean => role === 'care' || role === 'moderator' || role === 'admin'

/** Moderators suspend members; only administrators suspend staff. */
export const maySuspend = (viewer: { role: Role }, role: Role): boolean =>
  viewer.role === 'admin' || (viewer.role === 'moderator' && !isStaff(role))
