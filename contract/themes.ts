import { z } from 'zod'
import type { Schemas } from './define.ts'

/** The palette and measures of a theme: see `server/features/themes`. Served whole, because the page needs every key. */
export const Theme = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  order: z.int(),
  is_default: z.boolean(),
  colors: z.record(z.string(), z.string()),
})
export type Theme = z.infer<typeof Theme>

export const themes = {
  'themes.list': { input: z.strictObject({}), output: z.array(Theme), errors: [] },
} satisfies Schemas<'themes'>
