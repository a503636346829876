import { z } from 'zod'
import { MAX_TELEPHONE_LENGTH, readTelephone } from './alarms.values.ts'
import type { Schemas } from './define.ts'
import { byId, idOnly, text, time } from './fields.ts'
import { noPrayer } from './prayers.values.ts'
import { Person } from './users.ts'

/** Says that an alarm reaches somebody, or why it does not. */
export const alarmReaches = ['reachable', 'no_mail', 'nobody_on_call', 'alarm_failed'] as const
export type AlarmReach = (typeof alarmReaches)[number]

/** A telephone number, as it was written, in our digits. */
const telephone = text({ min: 1, max: MAX_TELEPHONE_LENGTH, lines: false }).transform((typed, context) => {
  const number = readTelephone(typed)
  if (number === undefined) context.addIssue({ code: 'custom', message: 'no telephone number' })
  return number ?? ''
})

/** The part of alarms that all staff see, and nothing of the requests that they are about. */
export const AlarmState = z.object({
  /** Number of people who may be in danger and whom nobody has taken on. */
  waiting: z.int(),
  /** Since when the longest has waited, to the hour. */
  oldest_at: time.nullable(),
  reach: z.enum(alarmReaches),
  /** The last drill of the past 30 days. `told`: people whose message a mail server or a push service took. */
  last_drill: z
    .object({ started_at: time, told: z.array(Person), answered_at: time.nullable(), answered_by: Person.nullable() })
    .nullable(),
  /** The members of the care team who left a number that all staff may ring, whoever is on call now first. */
  ring: z.array(Person.extend({ number: z.string() })),
  /** The caller’s own; null where they left none. */
  own_number: z.string().nullable(),
  /** True when the caller is of the care team, and may leave one. */
  may_leave_number: z.boolean(),
  /** True when the caller may start a drill. */
  may_drill: z.boolean(),
})
export type AlarmState = z.infer<typeof AlarmState>

export const alarms = {
  'alarms.state': { input: z.strictObject({}), output: AlarmState, errors: [] },
  /**
   * Says whether anybody was told of the author’s own request, which is held because of danger. `is_read`: true once the care team
   * has closed its case or keeps it on hold, and nothing in it is new since.
   */
  'alarms.own': { input: byId, output: z.object({ is_told: z.boolean(), is_read: z.boolean() }), errors: noPrayer },
  /** Sends an alarm that is marked as a drill to those whom one would reach, until somebody answers. */
  'alarms.drill': { input: z.strictObject({}), output: idOnly, errors: ['request.forbidden', 'request.too_many'] },
  /** Leaves a number for moderators and administrators to ring, who may not read a case; null takes it back. */
  'alarms.set_number': {
    input: z.strictObject({ number: telephone.nullable() }),
    output: AlarmState,
    errors: ['request.forbidden'],
  },
  /**
   * Takes on the case of a link in an alarm, for the person of the link. `is_yours`: false when somebody else has it, or when the
   * alarm is over.
   */
  'alarms.take': {
    input: z.strictObject({ token: z.string().min(1).max(300) }),
    output: z.object({ is_drill: z.boolean(), is_yours: z.boolean() }),
    errors: ['alarms.dead_link'],
  },
} satisfies Schemas<'alarms'>
