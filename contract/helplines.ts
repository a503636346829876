import { z } from 'zod'
import type { Schemas } from './define.ts'

/** Numbers and names are as the service itself writes them, and never translated. */
export const Helpline = z.object({
  /** ISO 3166-1, two letters. */
  country: z.string(),
  /** `text`: reached by a text message. `police`: where the number for emergencies calls an ambulance only. */
  kind: z.enum(['emergency', 'police', 'crisis', 'text', 'home']),
  name: z.string(),
  number: z.string().nullable(),
  url: z.string().nullable(),
  /** The word that a text message begins with; null: it may begin with any. */
  keyword: z.string().nullable(),
  /** `24/7`, or the hours that the service publishes. Null: unknown. */
  hours: z.string().nullable(),
  /** ISO 639-1. */
  languages: z.array(z.string()),
})
export type Helpline = z.infer<typeof Helpline>

/**
 * Source that last confirmed a number: a page of the service itself, of an authority, or the press; null: not checked
 * since it was added.
 */
export const CheckedAgainst = z.enum(['service', 'authority', 'press']).nullable()

export const helplines = {
  /** `international`: a directory for all other countries. */
  'helplines.list': {
    input: z.strictObject({}),
    output: z.object({ international: z.string(), items: z.array(Helpline) }),
    errors: [],
  },
  'helplines.check': {
    input: z.strictObject({}),
    output: z.object({
      stale: z.int(),
      items: z.array(
        Helpline.extend({
          source: z.string(),
          checked_on: z.string(),
          checked_against: CheckedAgainst,
          verified_until: z.string(),
          is_stale: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
} satisfies Schemas<'helplines'>
