import { z } from 'zod'
import type { Schemas } from './define.ts'
import { flag, language, text, time, uuid, wholeNumber } from './fields.ts'
import { AlertKind, HeldReason, Visibility } from './prayers.ts'
import { Person } from './users.ts'

/** A request that waits. An author who hid their name is a pseudonym that holds for this request only. */
export const Hold = z.object({
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
export type Hold = z.infer<typeof Hold>

const one = z.strictObject({ id: uuid })
const done = z.object({ id: z.string() })

export const holds = {
  'holds.list': {
    input: z.strictObject({
      page: wholeNumber({ min: 0, max: 500 }).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
      /** Those about which somebody decided that they stay held, in place of those that nobody has decided. */
      kept: flag.optional(),
    }),
    output: z.object({ items: z.array(Hold), page: z.int(), pageSize: z.int(), has_more: z.boolean() }),
    errors: [],
  },
  'holds.publish': { input: one, output: done, errors: ['prayers.invalid_id', 'prayers.not_found'] },
  'holds.keep': {
    input: z.strictObject({ id: uuid, reason: text({ min: 1, max: 1000 }) }),
    output: done,
    errors: ['prayers.invalid_id', 'prayers.not_found'],
  },
  'holds.acknowledge': {
    input: one,
    /** The first who did, and when. */
    output: z.object({ id: z.string(), acknowledged_by: Person.nullable(), acknowledged_at: time }),
    errors: ['prayers.invalid_id', 'prayers.not_found'],
  },
} satisfies Schemas<'holds'>
