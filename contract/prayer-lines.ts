import { z } from 'zod'
import type { Schemas } from './define.ts'
import { byId, idOnly, text, time, uuid, wholeNumber } from './fields.ts'
import { MAX_LINE_LENGTH, linePhrases } from './prayer-lines.values.ts'
import { alertKinds, noPrayer } from './prayers.values.ts'
import { Person } from './users.ts'

export const LinePhrase = z.enum(linePhrases)
export type LinePhrase = z.infer<typeof LinePhrase>

/** A line that somebody who prayed left for the author of a request. Others than these two read of none. */
export const Line = z.object({
  id: z.string(),
  content: z.string(),
  /** Then `content` is its sentence in English, and pages show that of the reader's language. */
  phrase: LinePhrase.nullable(),
  /** Null unless the writer signed. */
  author: Person.nullable(),
  is_mine: z.boolean(),
  /** True when it waits for review and only its writer sees it. */
  is_held: z.boolean(),
  /** Cut to the hour for others than the writer, so that it does not tell who prayed when. */
  created_at: time,
})
export type Line = z.infer<typeof Line>

export const lines = {
  /**
   * For the author: the lines that were left for them, newest first, a while after they were written. For others: their
   * own.
   */
  'prayers.lines': {
    input: byId.extend({
      cursor: z.string().max(400).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({ items: z.array(Line), next_cursor: z.string().nullable() }),
    errors: noPrayer,
  },
  'prayers.leave_line': {
    /** Exactly one of `content` and `phrase`. */
    input: z.strictObject({
      id: uuid,
      content: text({ min: 1, max: MAX_LINE_LENGTH, lines: false }).optional(),
      phrase: LinePhrase.optional(),
      is_signed: z.boolean().optional(),
    }),
    /** `offers_help`: like that of a request. `alert`: the words suggest danger, and the line waits for the care team. */
    output: Line.extend({ offers_help: z.boolean(), alert: z.enum(alertKinds).nullable() }),
    errors: [
      ...noPrayer,
      'emails.not_verified',
      'prayers.takes_no_lines',
      'prayers.line_without_prayer',
      'prayers.line_left',
      'prayers.too_many_lines',
    ],
  },
  /** Its writer takes it back, or the author of the request puts it away. */
  'prayers.delete_line': { input: z.strictObject({ id: uuid, lineId: uuid }), output: idOnly, errors: noPrayer },
} satisfies Pick<Schemas<'prayers'>, 'prayers.lines' | 'prayers.leave_line' | 'prayers.delete_line'>
