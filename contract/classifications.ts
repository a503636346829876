import { z } from 'zod'
import type { Schemas } from './define.ts'
import { time, uuid, uuids, wholeNumber } from './fields.ts'
import { Prayer, PrayerCategoryLink } from './prayers.ts'
import { doubts, MAX_CATEGORIES } from './classifications.values.ts'

export const Doubt = z.enum(doubts)
export type Doubt = z.infer<typeof Doubt>

/** What the classifier said of one request. `changed`: whether its categories are others now. */
const ClassificationResult = z.object({
  prayer_request_id: z.string(),
  categories: z.array(z.object({ name: z.string(), score: z.number() })),
  changed: z.boolean(),
})
export type ClassificationResult = z.infer<typeof ClassificationResult>

/** A walk over all requests that no person has sorted. */
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
  'prayers.invalid_id',
  'prayers.not_found',
  'request.forbidden',
  'categories.not_found',
  'categories.too_many',
] as const
const paging = {
  page: wholeNumber({ min: 0, max: 500 }).optional(),
  pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
}
/** What an older client adds so that no cache answers. */
const freshness = z.union([z.number(), z.string().max(40)]).optional()

export const classifications = {
  'classifications.replace_links': {
    /** What a person chose, the main need first. None at all: the classifier may sort it again. */
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
              /** Taken and not believed: what a person sends is a person's choice. */
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
    errors: ['prayers.invalid_id', 'prayers.not_found', 'request.forbidden'],
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
    /** Those with the ids, at once; without ids all that no person has sorted, in the background. */
    input: z.strictObject({ ids: uuids({ max: 100 }).optional(), _t: freshness }),
    output: z.object({
      success: z.literal(true),
      results: z.array(ClassificationResult),
      job: ClassificationRun.nullable(),
    }),
    errors: ['prayers.invalid_id', 'classifications.prayer_not_found', 'classifications.running'],
  },
  'classifications.progress': {
    input: z.strictObject({}),
    /** The walk that is running, else the last one. */
    output: z.object({ job: ClassificationRun.nullable() }),
    errors: [],
  },
  'classifications.cancel': {
    input: z.strictObject({}),
    output: z.object({ job: ClassificationRun }),
    errors: ['classifications.not_running'],
  },
  'classifications.doubted': {
    input: z.strictObject({ ...paging }),
    output: z.object({
      items: z.array(Prayer.extend({ doubts: z.array(z.enum([...doubts, 'reported'])) })),
      page: z.int(),
      pageSize: z.int(),
      has_more: z.boolean(),
    }),
    errors: [],
  },
  /** How the requests of the last ninety days came into each category, of those that everybody or all members can read. */
  'classifications.shares': {
    input: z.strictObject({}),
    output: z.array(
      z.object({
        id: z.string(),
        /** Links that a machine made, and that people made. */
        by_machine: z.int(),
        by_people: z.int(),
        /** Of those of people: where the machine had not named this category. */
        corrected: z.int(),
      }),
    ),
    errors: [],
  },
  'classifications.machine_links': {
    input: z.strictObject({ ...paging }),
    output: z.object({
      items: z.array(PrayerCategoryLink.extend({ category_name: z.string(), prayer_title: z.string() })),
      page: z.int(),
      pageSize: z.int(),
      has_more: z.boolean(),
    }),
    errors: [],
  },
} satisfies Schemas<'classifications'>
