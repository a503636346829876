import { z } from 'zod'
import type { Schemas } from './define.ts'
import { Prayer } from './prayers.ts'
import { MAX_TODAY, MIN_TODAY, todayReasons } from './today.values.ts'

/** From where requests come to a person, and how many a day. */
export const TodayChoices = z.strictObject({
  count: z.int().min(MIN_TODAY).max(MAX_TODAY),
  /** Lets in requests whose day it is, as their authors said. */
  day: z.boolean(),
  list: z.boolean(),
  following: z.boolean(),
  group: z.boolean(),
  /** Lets in requests that the fewest people have prayed for. */
  waiting: z.boolean(),
})
export type TodayChoices = z.infer<typeof TodayChoices>

export const TodayItem = z.object({
  reason: z.enum(todayReasons),
  /** `list`: the list that it comes from, unless it was deleted meanwhile. */
  prayer_list: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** True when the caller prayed for it on this day. */
  has_prayed: z.boolean(),
  prayer: Prayer,
})
export type TodayItem = z.infer<typeof TodayItem>

/** The requests of one day, the same on every device. What the caller may no longer read has left it. */
const Today = z.object({
  /** yyyy-mm-dd, of the wall clock in `time_zone`. */
  day: z.string(),
  time_zone: z.string(),
  /** False in a page that the server rendered before anything asked for the day: until somebody does, it may still change. */
  is_stored: z.boolean(),
  items: z.array(TodayItem),
  choices: TodayChoices,
})
export type Today = z.infer<typeof Today>

export const today = {
  'today.read': { input: z.strictObject({}), output: Today, errors: [] },
  /** Members that are left out stay as they are. Requests that one prayed for today stay; the rest of the day is chosen anew. */
  'today.choose': { input: TodayChoices.partial(), output: Today, errors: [] },
} satisfies Schemas<'today'>
