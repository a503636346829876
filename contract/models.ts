import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, text, time } from './fields.ts'
import { versionReasons } from './classifications.values.ts'

/** The model that clients expect by default. */
export const DEFAULT_MODEL = 'instructor-large'

export const VersionReason = z.enum(versionReasons)
export type VersionReason = z.infer<typeof VersionReason>

/** A version of the layer that the site learned from corrections. */
const ClassifierVersion = z.object({
  id: z.string(),
  is_active: z.boolean(),
  reason: VersionReason,
  /** Trained on corrections until this time; `lessons_since` counts later ones. */
  until: time,
  example_count: z.int(),
  lessons_since: z.int(),
  /**
   * Results on corrections that were not used for training: their number, and how many were correct without and with
   * the newest ones.
   */
  held_out: z.object({ count: z.int(), right_before: z.int(), right_after: z.int() }),
  created_at: time,
})

const Scored = z.object({ name: z.string(), score: z.number() })

export const models = {
  'models.classify': {
    input: z.strictObject({
      text: text({ min: 0, max: 5000 }),
      /** Added by clients to prevent cached responses. */
      _t: z.union([z.number(), z.string().max(40)]).optional(),
      /** One of the models of `GET /api/models`; the active one when left out. */
      model: z.string().max(200).optional(),
    }),
    /**
     * `model`: the one that answered. `predictions`: the same categories, for clients that read this member. `error`: why
     * the chosen model did not answer, where the built-in one did in its place.
     */
    output: z.object({
      success: z.boolean(),
      model: z.string(),
      results: z.array(z.object({ categories: z.array(Scored) })),
      predictions: z.array(Scored),
      error: z.string().optional(),
    }),
    keyless: true,
    errors: ['classifications.no_content', 'classifiers.unknown_model', 'request.too_many', 'server.unavailable'],
  },
  'models.suggest': {
    input: z.strictObject({ text: text({ min: 0, max: 5200 }) }),
    output: z.object({
      categories: z.array(Scored.extend({ id: z.string() })),
      /** Null when there is too little text, or it is in none of the site's languages. */
      language: language.nullable(),
      /** True when the text is about danger, perhaps or certainly: whoever writes it is told where help is. */
      offers_help: z.boolean(),
    }),
    keyless: true,
    errors: ['request.too_many'],
  },
  'models.models': {
    input: z.strictObject({}),
    output: z.object({
      default_model: z.string(),
      active_model: z.string(),
      models: z.array(
        z.object({
          id: z.string(),
          version: z.string().nullable(),
          is_available: z.boolean(),
          is_active: z.boolean(),
          /** Why it is not available, and what to do, in English as in the log; null when it is. */
          problem: z.string().nullable(),
        }),
      ),
    }),
    errors: [],
  },
  'models.versions': {
    input: z.strictObject({}),
    /** Newest first. When none is active, the shipped model is used alone. */
    output: z.object({ base_id: z.string(), items: z.array(ClassifierVersion) }),
    errors: [],
  },
  'models.step_back': {
    input: z.strictObject({}),
    /** The version that is active now; null: the shipped model alone. */
    output: z.object({ active: ClassifierVersion.nullable() }),
    errors: ['classifiers.nothing_learned'],
  },
} satisfies Schemas<'models'>
