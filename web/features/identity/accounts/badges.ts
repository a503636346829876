import type { UserStatus } from '../../../../contract/users.ts'

/** How the standing of an account looks. The words beside it say the same. */
export const userStatusBadge: Record<UserStatus, string> = {
  active: 'badge badge--success',
  pending: 'badge badge--accent',
  suspended: 'badge badge--error',
  deleting: 'badge badge--error',
}
