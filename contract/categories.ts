import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, color, idOnly, text, uuid } from './fields.ts'
import { MAX_CATEGORY_NAME_LENGTH, MAX_CATEGORY_DESCRIPTION_LENGTH } from './categories.values.ts'

/** `key` is the stable name that the classifier uses; a category created by an administrator may have none. */
export const Category = z.object({
  id: z.string(),
  key: z.string().nullable(),
  name: z.string(),
  /** True while it has its default name, which pages translate into the reader's language. */
  is_built_in: z.boolean(),
  description: z.string(),
  /** `#rrggbb`; null unless an administrator chose one. */
  color: z.string().nullable(),
  order: z.int(),
})
export type Category = z.infer<typeof Category>

/** Position among all, from 0; the others move. */
const order = z.int().min(0).max(10_000)
const writable = {
  name: text({ min: 1, max: MAX_CATEGORY_NAME_LENGTH, lines: false }),
  description: text({ min: 0, max: MAX_CATEGORY_DESCRIPTION_LENGTH, lines: false }),
  color: color.nullable(),
  order,
}

export const categories = {
  'categories.list': { input: z.strictObject({}), output: z.array(Category), errors: [] },
  'categories.one': { input: byId, output: Category, errors: ['categories.not_found'] },
  /** Counts public requests only, for everybody, so that no number reveals a private one. */
  'categories.counts': {
    input: z.strictObject({}),
    output: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
    errors: [],
  },
  'categories.create': {
    input: entityBody(z.object(writable).partial().required({ name: true }), Category),
    output: Category,
    errors: ['categories.name_taken'],
  },
  'categories.edit': {
    input: entityBody(
      z
        .object({ ...writable, id: uuid })
        .partial()
        .required({ id: true }),
      Category,
    ),
    output: Category,
    errors: ['categories.not_found', 'categories.name_taken'],
  },
  'categories.order': {
    input: entityBody(z.object({ id: uuid, order }), Category),
    output: z.array(Category),
    errors: ['categories.not_found'],
  },
  'categories.delete': {
    /** `move_to`: category that its requests get instead; without it they lose this one. */
    input: z.strictObject({ id: uuid, move_to: uuid.optional() }).refine(({ id, move_to }) => id !== move_to),
    output: idOnly,
    errors: ['categories.not_found'],
  },
} satisfies Schemas<'categories'>
