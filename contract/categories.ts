import { z } from 'zod'
import type { Schemas } from './define.ts'
import { uuid } from './fields.ts'

/** `key` is the stable word that the classifier speaks; a category made by an admin may have none. */
export const Category = z.object({
  id: z.string(),
  key: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  order: z.int(),
})
export type Category = z.infer<typeof Category>

export const categories = {
  'categories.list': { input: z.strictObject({}), output: z.array(Category), errors: [] },
  'categories.one': { input: z.strictObject({ id: uuid }), output: Category, errors: ['categories.not_found'] },
  /** Counts public requests only, for everybody, so that nobody learns of a private one from a number. */
  'categories.counts': {
    input: z.strictObject({}),
    output: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
    errors: [],
  },
} satisfies Schemas<'categories'>
