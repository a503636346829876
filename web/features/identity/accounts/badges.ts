import type { UserStatus } from '../../../../contract/users.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'

/** How the standing of an account looks. The words beside it say the same. */
export const userStatusTone: Record<UserStatus, BadgeTone> = {
  active: 'success',
  pending: 'accent',
  suspended: 'error',
  deleting: 'error',
}
