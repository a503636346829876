import { z } from 'zod'
import { checkNames } from './checks.ts'
import type { Schemas } from './define.ts'
import { time } from './fields.ts'
import { AwaitingUser } from './invitations.ts'
import { ReportType } from './reports.ts'
import { openingQuestions, openingSteps, openingTasks } from './settings.values.ts'

/** Things of one kind that wait, and since when the longest does. Null where nothing waits. */
const Waiting = z.object({ count: z.int(), oldest_at: time.nullable() })

/** The faults of the site, the worst first. The checks come in the order of `checkNames`. */
export const healthFaults = ['no_backup', 'old_backup', 'failed_jobs', 'no_mail', ...checkNames] as const

/** The state of the site, in one line. */
export const Health = z.object({
  /** The worst fault; null while everything works. `at`: of the last backup, or of the failed check. */
  worst: z.object({ fault: z.enum(healthFaults), count: z.int(), at: time.nullable() }).nullable(),
  /** Number of other faults. */
  others: z.int(),
  /** True once every check that runs by itself has run. */
  is_checked: z.boolean(),
  /** Number of checks, and when the last one ran. */
  checks: z.int(),
  checked_at: time.nullable(),
})
export type Health = z.infer<typeof Health>

/**
 * Holds what waits for this member of staff. Null: not theirs to do, and they learn no number of it. All staff learn how
 * many people are in danger and since when; only those who take cases on learn which requests they are.
 */
export const DeskToday = z.object({
  danger: z.object({
    /** People whom nobody has taken on. */
    waiting: z.int(),
    /** To the hour for those who do not take cases on. */
    oldest_at: time.nullable(),
    /** True when the caller may take cases on. */
    is_yours: z.boolean(),
    /** Cases that nobody has, the longest waiting first; at most twenty of `waiting`, and none for others. */
    cases: z.array(z.object({ id: z.string(), is_reported: z.boolean(), since: time, told_at: time.nullable() })),
    /** Open cases that the caller has taken on, and those that were offered to them. `since`: when the alarm was raised. */
    taken: z.array(z.object({ id: z.string(), since: time, waits_for_answer: z.boolean(), is_offered: z.boolean() })),
    /** Closed cases whose day to look again has come. */
    look_again: z.array(z.object({ id: z.string(), look_again_on: z.iso.date() })),
  }),
  /** Requests that were held for danger and that a newer model no longer takes for it. */
  cleared: Waiting.nullable(),
  /** Texts that are perhaps about danger and nobody has looked at, the longest waiting first; at most a hundred, for no other page has them. */
  quiet_alerts: z.array(z.object({ id: z.string(), text_id: z.string(), excerpt: z.string(), since: time })).nullable(),
  /** How many such texts wait after these; none for who does not see them. */
  more_quiet_alerts: z.int(),
  reports: z
    .object({
      /** Cases that cannot wait, the oldest first. `excerpt`: the beginning of the reported text. */
      urgent: z.array(
        z.object({
          id: z.string(),
          report_type: ReportType,
          /** Number of people who reported it. */
          reports: z.int(),
          excerpt: z.string(),
          /** True while others than its author can read it. */
          is_readable: z.boolean(),
          since: time,
        }),
      ),
      /** The other open cases, and what they are about. */
      others: Waiting.extend({ types: z.array(ReportType) }),
    })
    .nullable(),
  /** Requests that wait for review before others can read them. */
  held: Waiting.nullable(),
  appeals: Waiting,
  /** People who ask to join. `people`: the first three. */
  joining: Waiting.extend({ people: z.array(AwaitingUser) }).nullable(),
  /** Requests whose categories are in doubt. */
  sorting: z.object({ count: z.int() }).nullable(),
  /** Pages that are not published. `title`: of the one that was changed last. */
  drafts: z.object({ count: z.int(), title: z.string() }).nullable(),
  /**
   * Lists what makes a new site ready for its people, for administrators: the questions that are still open, and the tasks. Null
   * once the list was put away, or everything is done.
   */
  opening: z
    .object({
      questions: z.array(z.enum(openingQuestions)),
      tasks: z.array(z.object({ name: z.enum(openingTasks), is_done: z.boolean() })),
    })
    .nullable(),
  /** True when the site has let people in beside the caller. Null: not theirs to know. */
  has_people: z.boolean().nullable(),
  /** Number of the caller's own acts in the activity log since midnight, in the time zone of the site. */
  done_today: z.int(),
  midnight: time,
  health: Health.nullable(),
})
export type DeskToday = z.infer<typeof DeskToday>

export const desk = {
  'desk.today': { input: z.strictObject({}), output: DeskToday, errors: [] },
  /** Says of a step of the opening that it is done or can wait, or that it is open again. */
  'desk.mark_step': {
    input: z.strictObject({ step: z.enum(openingSteps), is_done: z.boolean() }),
    output: DeskToday.pick({ opening: true }),
    errors: [],
  },
} satisfies Schemas<'desk'>
