import { z } from 'zod'
import type { Schemas } from './define.ts'
import { time } from './fields.ts'

export const periods = ['7d', '30d', '12m'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/**
 * Statistics for administrators. Counts only requests that everybody or all members may read, so that no number reveals
 * requests of a group, of the care team, or private ones.
 */
export const Stats = z.object({
  period: Period,
  since: time,
  until: time,
  members: z.int(),
  members_joined: z.int(),
  prayers: z.int(),
  prayers_anonymous: z.int(),
  /** Number of prayers of the period, and of the people who prayed. */
  prayed: z.int(),
  prayed_by: z.int(),
  /** Open requests without any prayer. */
  waiting: z.int(),
  /** Public requests of all time, most first. */
  by_category: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
  /** Every day of the period, or every month of the year: `date` is its first day. */
  over_time: z.array(z.object({ date: z.iso.date(), prayers: z.int(), prayed: z.int() })),
})
export type Stats = z.infer<typeof Stats>

export const stats = {
  'stats.read': { input: z.strictObject({ period: Period.optional() }), output: Stats, errors: [] },
} satisfies Schemas<'stats'>
