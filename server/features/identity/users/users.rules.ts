import type { PublicProfile, Role } from '../../../../contract/users.ts'
import { isStaff } from '../../../../contract/roles.ts'

/** Moderators suspend members; staff answer to administrators only. */
export const maySuspend = (viewer: { role: Role }, role: Role): boolean =>
  viewer.role === 'admin' || (viewer.role === 'moderator' && !isStaff(role))

/** Returns what others see of a person, with only the month of the sign-up date, as 2026-05. */
export const toProfile = ({
  id,
  display_name,
  about,
  created_at,
}: Pick<PublicProfile, 'id' | 'display_name' | 'about'> & { created_at: string }): PublicProfile => ({
  id,
  display_name,
  about,
  joined: created_at.slice(0, 'yyyy-mm'.length),
})
