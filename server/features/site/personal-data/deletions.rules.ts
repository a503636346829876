import { DAY_MS } from '../../../../contract/time.values.ts'

/** Time in which a deletion can be cancelled, in milliseconds. */
export const DELETION_GRACE_MS = 7 * DAY_MS
/** Time for which a group waits for its only owner, who is suspended, in milliseconds. */
export const SUSPENDED_OWNER_MS = 7 * DAY_MS

export interface Member {
  user_id: string
  role: 'owner' | 'leader' | 'member'
  created_at: string
  /** False for an account that is suspended or closed: it leads nothing. */
  is_active: boolean
}

/**
 * The next owner of a group when its last owner leaves: the longest-standing leader, else the longest-standing member. Of those who can
 * sign in, if there is one.
 */
export function nextOwner(others: Member[]): string | undefined {
  const able = others.filter(({ is_active }) => is_active)
  const asked = able.length > 0 ? able : others
  if (asked.some(({ role }) => role === 'owner')) return undefined
  const byTime = asked.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
  return (byTime.find(({ role }) => role === 'leader') ?? byTime[0])?.user_id
}
