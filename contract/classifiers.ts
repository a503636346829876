import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, text } from './fields.ts'

/** The model that the specification takes for granted. */
export const DEFAULT_MODEL = 'instructor-large'

const Scored = z.object({ name: z.string(), score: z.number() })

export const classifiers = {
  'classifiers.classify': {
    input: z.strictObject({
      text: text({ min: 0, max: 5000 }),
      /** What a client adds so that no cache answers. */
      _t: z.union([z.number(), z.string().max(40)]).optional(),
    }),
    /** `predictions`: the same categories, for clients that look there. */
    output: z.object({
      success: z.boolean(),
      results: z.array(z.object({ categories: z.array(Scored) })),
      predictions: z.array(Scored),
      error: z.string().optional(),
    }),
    errors: ['classifications.no_content', 'request.too_many', 'server.unavailable'],
  },
  'classifiers.suggest': {
    input: z.strictObject({ text: text({ min: 0, max: 5200 }) }),
    output: z.object({
      categories: z.array(Scored.extend({ id: z.string() })),
      /** Null when there is too little text, or it is in none of the site's languages. */
      language: language.nullable(),
    }),
    errors: ['request.too_many'],
  },
  'classifiers.models': {
    input: z.strictObject({}),
    output: z.object({
      default_model: z.string(),
      active_model: z.string(),
      models: z.array(
        z.object({ id: z.string(), version: z.string().nullable(), is_available: z.boolean(), is_active: z.boolean() }),
      ),
    }),
    errors: [],
  },
} satisfies Schemas<'classifiers'>
