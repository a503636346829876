import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, text, time } from './fields.ts'
import {
  MAX_IMPRINT_ADDRESS_LENGTH,
  MAX_IMPRINT_LINE_LENGTH,
  MAX_IMPRINT_LINES_LENGTH,
  imprintStates,
} from './imprint.values.ts'

const lines = text({ min: 0, max: MAX_IMPRINT_LINES_LENGTH })

/** Holds what an imprint says, as text without markup: lines stay lines. Empty fields are left out of the page. */
export const Imprint = z.strictObject({
  /** Names who runs the site. */
  who: text({ min: 0, max: MAX_IMPRINT_LINE_LENGTH, lines: false }),
  /** Postal address. */
  address: text({ min: 0, max: MAX_IMPRINT_ADDRESS_LENGTH }),
  /** Email address, phone number, or both. */
  reach: lines,
  /** Names who answers for the site. */
  answers: text({ min: 0, max: MAX_IMPRINT_LINE_LENGTH, lines: false }),
  /** Register of associations, tax number. */
  register: lines,
})
export type Imprint = z.infer<typeof Imprint>

/**
 * The imprint of all languages. `own` is a page that somebody wrote or withdrew by hand: saving leaves it alone.
 * `changed_at` is when a page of it last changed.
 */
const ImprintPages = z.object({
  fields: Imprint,
  pages: z.array(z.object({ language, state: z.enum(imprintStates), id: z.string().nullable() })),
  changed_at: time.nullable(),
})
export type ImprintPages = z.infer<typeof ImprintPages>

export const imprint = {
  'imprint.read': { input: z.strictObject({}), output: ImprintPages, errors: [] },
  /**
   * Writes the page of each language; without any field, the page of a new site. `replace` names the languages whose own page
   * it replaces too, `changed_at` what the caller read: refused when a page has changed since.
   */
  'imprint.write': {
    input: Imprint.extend({ replace: z.array(language).max(100).optional(), changed_at: time.nullable().optional() }),
    output: ImprintPages,
    errors: ['content.changed'],
  },
} satisfies Schemas<'imprint'>
