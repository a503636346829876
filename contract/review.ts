import { z } from 'zod'
import { authorMessage } from './decisions.ts'
import type { Schemas } from './define.ts'
import { flag, language, text, time, uuid, wholeNumber } from './fields.ts'
import { AlertKind, HeldReason, Visibility } from './prayers.ts'
import { Person } from './users.ts'
import { MAX_DECISION_REASON_LENGTH } from './decisions.values.ts'

/** A request that waits. An author who hid their name is a pseudonym that holds for this request only. */
export const HeldPrayer = z.object({
  id: z.string(),
  title: z.string().nullable(),
  content: z.string(),
  language: language.nullable(),
  author: Person.nullable(),
  pseudonym: z.string().nullable(),
  visibility: Visibility,
  is_urgent: z.boolean(),
  held_reason: HeldReason,
  alert: AlertKind.nullable(),
  held_at: time,
  kept_at: time.nullable(),
  acknowledged_by: Person.nullable(),
  acknowledged_at: time.nullable(),
  /** Updates that wait with it, the oldest first. They are shown when it is. */
  waiting_updates: z.array(z.object({ id: z.string(), content: z.string(), created_at: time })),
})
export type HeldPrayer = z.infer<typeof HeldPrayer>

/**
 * Somebody who may be in danger: by the words of a request that waits, or by a report about one that others go on reading.
 * The words are null where the reader may not read them.
 */
export const Alert = HeldPrayer.extend({
  content: z.string().nullable(),
  held_reason: HeldReason.nullable(),
  is_reported: z.boolean(),
  is_overdue: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

/** 1 is Monday, by the clock of UTC. */
const weekdays = z
  .array(z.int().min(1).max(7))
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
export const Rota = z.object({
  /** Who is told first, and on which days; no day means every day. Nobody: the whole team. */
  on_call: z.array(Person.extend({ weekdays: z.array(z.int()) })),
  /** Who can be named. */
  staff: z.array(Person),
  /** Whether the caller is one of those who look after people in danger. */
  sees_alerts: z.boolean(),
  /** Whether the caller may change it. */
  may_change: z.boolean(),
})
export type Rota = z.infer<typeof Rota>

const idInput = z.strictObject({ id: uuid })
const done = z.object({ id: z.string() })

export const review = {
  'review.list': {
    input: z.strictObject({
      page: wholeNumber({ min: 0, max: 500 }).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
      /** Those about which somebody decided that they stay held, in place of those that nobody has decided. */
      kept: flag.optional(),
      /** Only what sounds of danger, or only the rest. */
      danger: flag.optional(),
    }),
    output: z.object({ items: z.array(HeldPrayer), page: z.int(), pageSize: z.int(), has_more: z.boolean() }),
    errors: [],
  },
  'review.publish': { input: idInput, output: done, errors: ['prayers.invalid_id', 'prayers.not_found'] },
  'review.keep': {
    input: z.strictObject({ id: uuid, reason: text({ min: 1, max: MAX_DECISION_REASON_LENGTH }), ...authorMessage }),
    /** `decision_id`: by which it is undone within ten minutes. */
    output: done.extend({ decision_id: z.string() }),
    errors: ['prayers.invalid_id', 'prayers.not_found'],
  },
  'review.acknowledge': {
    input: idInput,
    /** The first who did, and when. */
    output: z.object({ id: z.string(), acknowledged_by: Person.nullable(), acknowledged_at: time }),
    errors: ['prayers.invalid_id', 'prayers.not_found'],
  },
  /** What waits or was reported, the longest first, what nobody looks after before all else. */
  'review.alerts': { input: z.strictObject({}), output: z.array(Alert), errors: [] },
  'review.rota': { input: z.strictObject({}), output: Rota, errors: [] },
  'review.set_rota': {
    input: z.strictObject({ on_call: z.array(z.strictObject({ id: uuid, weekdays })).max(50) }),
    output: Rota,
    errors: ['request.forbidden', 'holds.not_staff'],
  },
} satisfies Schemas<'review'>
