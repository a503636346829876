import type { CopyOutcome } from '../../../backups/second-place.ts'
import type { CheckResult } from './checks.queries.ts'

const GIB = 2 ** 30

/**
 * True if the free space holds the next backup, of about `backup` bytes, and lasts for about a week: a gibibyte more, or a tenth of a smaller
 * disk. In bytes.
 */
export const hasEnoughSpace = (free: number, size: number, backup = 0): boolean =>
  free >= backup + Math.min(GIB, size / 10)

/**
 * Two seconds affect neither tokens (ten minutes) nor the cooldown of a prayer (twelve hours). In milliseconds since
 * the epoch.
 */
export const clocksAgree = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= 2000

/** Returns whether the copy of a backup is where it should be. */
export const resultOfCopy = (outcome: CopyOutcome): CheckResult => ({
  outcome,
  is_well: outcome === 'copied' || outcome === 'only_here',
})
