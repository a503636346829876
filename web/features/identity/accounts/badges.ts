import type { UserStatus } from '../../../../contract/users.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'

/** Badge tone for each account status. The text beside the badge has the same meaning. */
export const userStatusTone: Record<UserStatus, BadgeTone> = {
  active: 'success',
  pending: 'accent',
  suspended: 'error',
  deleting: 'error',
}
