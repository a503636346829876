import { z } from 'zod'
import { authorMessage } from './decisions.ts'
import type { Schemas } from './define.ts'
import { flag, language, optionalText, pageOf, paging, uuid, uuids } from './fields.ts'
import { WaitingUpdates, versionRead } from './review.ts'
import { HeldReason, PrayerCategory } from './prayers.ts'
import { Reported } from './reports.ts'
import { publications } from './prayers.values.ts'
import { MAX_SEARCH_LENGTH } from './feed.values.ts'
import { MAX_DECISION_REASON_LENGTH } from './decisions.values.ts'

/** A request as shown to moderators. An anonymous author is a pseudonym that is valid for this request only. */
export const ModeratedPrayer = Reported.extend({
  id: z.string(),
  language: language.nullable(),
  publication: z.enum(publications),
  held_reason: HeldReason.nullable(),
  categories: z.array(PrayerCategory),
  /** Number of undecided reports. */
  open_reports: z.int(),
  /** Empty for one that is published. */
  waiting_updates: WaitingUpdates,
  /** Names the words as they are now, for whoever publishes them. */
  version: z.string(),
})
export type ModeratedPrayer = z.infer<typeof ModeratedPrayer>

export const moderationActs = ['hide', 'publish', 'delete'] as const

export const moderations = {
  'moderations.list': {
    input: z.strictObject({
      ...paging,
      /** Left out: published requests. */
      publication: z.enum(publications).optional(),
      /** Returns only requests with an undecided report. */
      reported: flag.optional(),
      category_id: uuid.optional(),
      search: optionalText({ min: 1, max: MAX_SEARCH_LENGTH, lines: false }),
    }),
    output: pageOf(ModeratedPrayer),
    errors: [],
  },
  'moderations.act': {
    /** Changes all of them or none: a request that the caller may not moderate is treated as not found. */
    input: z.strictObject({
      ids: uuids({ max: 100 }).refine((ids) => ids.length > 0),
      act: z.enum(moderationActs),
      /** Names the words that the caller has read. Nothing is published when those of one of them have changed since. */
      versions: z
        .array(z.strictObject({ id: uuid, version: versionRead }))
        .max(100)
        .optional(),
      reason: optionalText({ min: 1, max: MAX_DECISION_REASON_LENGTH }),
      ...authorMessage,
    }),
    /** `decision_ids`: used to undo the decisions within ten minutes. */
    output: z.object({ ids: z.array(z.string()), decision_ids: z.array(z.string()) }),
    errors: ['prayers.not_found', 'holds.changed', 'reports.danger_of_care'],
  },
} satisfies Schemas<'moderations'>
