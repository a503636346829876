import { z } from 'zod'
import type { Schemas } from './define.ts'
import { time } from './fields.ts'
import { fileOf } from './streams.ts'

const CalendarFeed = z.object({
  /** Null: there is no link. */
  created_at: time.nullable(),
})

export const calendarFeeds = {
  'calendar_feeds.read': { input: z.strictObject({}), output: CalendarFeed, errors: [] },
  /** Makes a new link, which ends the one before. `path` is said this once. */
  'calendar_feeds.make': {
    input: z.strictObject({}),
    output: CalendarFeed.extend({ path: z.string() }),
    errors: ['request.too_many'],
  },
  'calendar_feeds.withdraw': { input: z.strictObject({}), output: CalendarFeed, errors: [] },
  /** The calendar itself, for programs that know its secret address. */
  'calendar_feeds.open': {
    input: z.object({ file: z.string().max(60) }),
    output: fileOf('text/calendar; charset=utf-8'),
    errors: ['request.not_found'],
  },
} satisfies Schemas<'calendar_feeds'>
