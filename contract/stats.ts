import { z } from 'zod'
import type { Schemas } from './define.ts'
import { time } from './fields.ts'

export const periods = ['7d', '30d', '12m'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/**
 * Numbers for the people who run a site. Of requests only those count that everybody or all members can read, so that no
 * number tells of a group, of the pastoral team, or of what somebody keeps to themselves.
 */
export const Stats = z.object({
  period: Period,
  since: time,
  until: time,
  members: z.int(),
  members_joined: z.int(),
  prayers: z.int(),
  prayers_anonymous: z.int(),
  /** Acts of prayer of the period, and how many people they were. */
  prayed: z.int(),
  prayed_by: z.int(),
  /** Open requests that nobody has prayed for yet. */
  waiting: z.int(),
  /** Public requests of all times, most first. */
  by_category: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
  /** Every day of the period, or every month of the year: `date` is its first day. */
  over_time: z.array(z.object({ date: z.iso.date(), prayers: z.int(), prayed: z.int() })),
  /** What this administrator can look at and deal with. */
  attention: z.object({
    reports_of_danger: z.int(),
    /** Requests that sound of danger, which nobody has seen to. */
    alerts: z.int(),
    reports_open: z.int(),
    /** Other requests that wait to be published. */
    held: z.int(),
    awaiting_approval: z.int(),
    stale_helplines: z.int(),
    failed_jobs: z.int(),
    /** 1 while there is no mail server. */
    mail_missing: z.int(),
    drafts: z.int(),
  }),
})
export type Stats = z.infer<typeof Stats>

export const stats = {
  'stats.read': { input: z.strictObject({ period: Period.optional() }), output: Stats, errors: [] },
} satisfies Schemas<'stats'>
