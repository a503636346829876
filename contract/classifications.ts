import { z } from 'zod'
import type { Schemas } from './define.ts'
import { pageOf, paging, time, uuid, uuids } from './fields.ts'
import { Prayer, PrayerCategoryLink } from './prayers.ts'
import { noPrayer } from './prayers.values.ts'
import { doubts, MAX_CATEGORIES } from './classifications.values.ts'

export const Doubt = z.enum(doubts)
export type Doubt = z.infer<typeof Doubt>

/** Classification of one request. `changed`: true when its categories changed. */
const ClassificationResult = z.object({
  prayer_request_id: z.string(),
  categories: z.array(z.object({ name: z.string(), score: z.number() })),
  changed: z.boolean(),
})
export type ClassificationResult = z.infer<typeof ClassificationResult>

/** A run over all requests whose categories no person chose. */
export const ClassificationRun = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled']),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  created_at: time,
  finished_at: time.nullable(),
})
export type ClassificationRun = z.infer<typeof ClassificationRun>

const links = z.array(PrayerCategoryLink)
const ofLinks = [
  ...noPrayer,
  'request.forbidden',
  'categories.not_found',
  'categories.too_many',
  'request.too_many',
] as const
/** Added by older clients to prevent cached responses. */
const freshness = z.union([z.number(), z.string().max(40)]).optional()

export const classifications = {
  'classifications.replace_links': {
    /** The categories chosen by a person, the main one first. An empty list lets the classifier choose again. */
    input: z.strictObject({ id: uuid, categoryIds: uuids({ max: MAX_CATEGORIES }) }),
    output: links,
    errors: [...ofLinks],
  },
  'classifications.add_links': {
    input: z
      .strictObject({
        id: uuid,
        categories: z
          .array(
            z.strictObject({
              prayer_request_id: uuid.optional(),
              category_id: uuid,
              /** Accepted and ignored: categories sent by a person are a person's choice. */
              is_machine_generated: z.boolean().optional(),
            }),
          )
          .min(1)
          .max(MAX_CATEGORIES),
      })
      .refine(({ id, categories }) => categories.every(({ prayer_request_id = id }) => prayer_request_id === id)),
    output: links,
    errors: [...ofLinks],
  },
  'classifications.remove_links': {
    input: z.strictObject({ id: uuid, category_ids: uuids({ max: 100 }) }),
    output: links,
    errors: [...noPrayer, 'request.forbidden', 'request.too_many'],
  },
  'classifications.recategorize': {
    input: z.strictObject({ id: uuid, _t: freshness }),
    output: z.object({ success: z.literal(true), results: z.array(ClassificationResult) }),
    errors: [
      'prayers.invalid_id',
      'classifications.prayer_not_found',
      'classifications.no_content',
      'request.forbidden',
    ],
  },
  'classifications.recategorize_many': {
    /**
     * With ids: classifies these requests now; `results` leaves out one that changed or went meanwhile. Without ids: classifies all
     * whose categories no person chose, which is the `job`: few at once, with the results of those that the caller may read, many
     * in the background.
     */
    input: z.strictObject({
      ids: uuids({ max: 100 })
        .refine((ids) => ids.length > 0)
        .optional(),
      _t: freshness,
    }),
    output: z.object({
      success: z.literal(true),
      results: z.array(ClassificationResult),
      job: ClassificationRun.nullable(),
    }),
    errors: ['prayers.invalid_id', 'classifications.prayer_not_found', 'classifications.running'],
  },
  'classifications.progress': {
    input: z.strictObject({}),
    /** The current run, else the last one. */
    output: z.object({ job: ClassificationRun.nullable() }),
    errors: [],
  },
  'classifications.cancel': {
    input: z.strictObject({}),
    output: z.object({ job: ClassificationRun }),
    errors: ['classifications.not_running'],
  },
  'classifications.doubted': {
    input: z.strictObject(paging),
    output: pageOf(Prayer.extend({ doubts: z.array(z.enum([...doubts, 'reported'])) })),
    errors: [],
  },
  /**
   * How the requests of the last ninety days got each category; counts only requests that everybody or all members may
   * read.
   */
  'classifications.shares': {
    input: z.strictObject({}),
    output: z.array(
      z.object({
        id: z.string(),
        /** Links created by the classifier, and by people. */
        by_machine: z.int(),
        by_people: z.int(),
        /** Links created by people where the classifier had not chosen this category. */
        corrected: z.int(),
      }),
    ),
    errors: [],
  },
  'classifications.machine_links': {
    input: z.strictObject(paging),
    output: pageOf(PrayerCategoryLink.extend({ category_name: z.string(), prayer_title: z.string() })),
    errors: [],
  },
} satisfies Schemas<'classifications'>
