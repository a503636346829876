import { z } from 'zod'
import { authorMessage } from './decisions.ts'
import type { Schemas } from './define.ts'
import { flag, byId, idOnly, language, optionalText, pageOf, paging, time, uuid } from './fields.ts'
import { AlertKind, HeldReason, Visibility } from './prayers.ts'
import { noPrayer } from './prayers.values.ts'
import { Person } from './users.ts'
import { MAX_DECISION_REASON_LENGTH } from './decisions.values.ts'

/** The updates that others read with a request once it is published, oldest first. */
export const WaitingUpdates = z.array(z.object({ id: z.string(), content: z.string(), created_at: time }))
export type WaitingUpdates = z.infer<typeof WaitingUpdates>

/** Names the words that somebody has read, as an answer named them. */
export const versionRead = z.string().max(100)

/** A request that waits for review. An anonymous author is a pseudonym that is valid for this request only. */
export const HeldPrayer = z.object({
  id: z.string(),
  title: z.string().nullable(),
  content: z.string(),
  language: language.nullable(),
  author: Person.nullable(),
  pseudonym: z.string().nullable(),
  visibility: Visibility,
  is_urgent: z.boolean(),
  /** A line that somebody left under a request, which its author alone reads. */
  is_line: z.boolean(),
  held_reason: HeldReason,
  alert: AlertKind.nullable(),
  held_at: time,
  kept_at: time.nullable(),
  acknowledged_by: Person.nullable(),
  acknowledged_at: time.nullable(),
  waiting_updates: WaitingUpdates,
  /** Names the words as they are now, for whoever publishes them. */
  version: z.string(),
})
export type HeldPrayer = z.infer<typeof HeldPrayer>

/**
 * A person who may be in danger, because of the text of a held request or a report about a published one. The texts are
 * null where the reader may not read them.
 */
export const Alert = HeldPrayer.extend({
  content: z.string().nullable(),
  version: z.string().nullable(),
  held_reason: HeldReason.nullable(),
  /** The time at which the alarm was raised, to the minute. */
  held_at: time,
  is_reported: z.boolean(),
  /** The time at which the first member of the team was told by an alarm. Null: nobody was. */
  told_at: time.nullable(),
  /** True for one that was held for danger and that a newer model no longer takes for it: a person publishes it or keeps it. */
  is_cleared: z.boolean(),
  is_overdue: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

/** 1 is Monday, in the time zone of the site. */
const weekdays = z
  .array(z.int().min(1).max(7))
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
export const Rota = z.object({
  /** People who are notified first, and on which days; no days means every day. Empty: the whole team. */
  on_call: z.array(Person.extend({ weekdays: z.array(z.int()) })),
  /** People whom an alarm reaches first now: those of the day, else the care team. Empty: there is neither plan nor team. */
  on_duty: z.array(Person),
  /** IANA name: days begin at its midnight. */
  time_zone: z.string(),
  /** People who can be chosen. */
  staff: z.array(Person),
  /** True when the caller is a member of the team that sees alerts. */
  sees_alerts: z.boolean(),
  /** True when the caller may change it. */
  may_change: z.boolean(),
})
export type Rota = z.infer<typeof Rota>

const plan = z.array(z.strictObject({ id: uuid, weekdays })).max(50)

export const review = {
  'review.list': {
    input: z.strictObject({
      ...paging,
      /** Returns requests that a person decided to keep held, instead of undecided ones. */
      kept: flag.optional(),
      /** Returns only requests with signs of danger, or only the others. */
      danger: flag.optional(),
    }),
    output: pageOf(HeldPrayer),
    errors: [],
  },
  'review.publish': {
    /** `version`: of the words that the caller has read. Refused when their author has changed them since. */
    input: z.strictObject({ id: uuid, version: versionRead.optional() }),
    output: idOnly,
    errors: [...noPrayer, 'holds.changed'],
  },
  'review.keep': {
    input: z.strictObject({
      id: uuid,
      reason: optionalText({ min: 1, max: MAX_DECISION_REASON_LENGTH }),
      ...authorMessage,
    }),
    /** `decision_id`: used to undo it within ten minutes. */
    output: idOnly.extend({ decision_id: z.string() }),
    errors: [...noPrayer, 'holds.decided'],
  },
  'review.acknowledge': {
    input: byId,
    /** The first person who acknowledged it, and when. */
    output: z.object({ id: z.string(), acknowledged_by: Person.nullable(), acknowledged_at: time }),
    errors: [...noPrayer, 'cases.closed'],
  },
  /** Says that somebody of the care team has looked at a request that is perhaps about danger. It tells nobody. */
  'review.mark_seen': { input: byId, output: idOnly, errors: noPrayer },
  /** Waiting or reported alerts: those that nobody acknowledged first, the cleared ones last; of each the longest waiting first. */
  'review.alerts': { input: z.strictObject({}), output: z.array(Alert), errors: [] },
  'review.rota': { input: z.strictObject({}), output: Rota, errors: [] },
  /** `was` is the plan that the caller read: refused when it has changed since. */
  'review.set_rota': {
    input: z.strictObject({ on_call: plan, was: plan.optional() }),
    output: Rota,
    errors: ['request.forbidden', 'holds.not_staff', 'holds.rota_changed'],
  },
} satisfies Schemas<'review'>
