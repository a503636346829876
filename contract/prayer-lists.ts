import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, idOnly, namedTime, text, time, uuid, uuids } from './fields.ts'
import { Prayer } from './prayers.ts'
import { repetitions, MAX_LIST_NAME_LENGTH } from './prayer-lists.values.ts'

/** A person's private lists. Nobody else ever sees one or its contents. */
export const PrayerList = z.object({
  id: z.string(),
  name: z.string(),
  order: z.int(),
  created_at: time,
  item_count: z.int(),
  /** True when it contains the request of the query. */
  has_request: z.boolean(),
})
export type PrayerList = z.infer<typeof PrayerList>

/**
 * `created_at`: when it was added, or, after it was answered, when the reader chose to keep it. `prayer` is null when the
 * reader may no longer read it or it was deleted: the remaining entry can be removed.
 */
export const PrayerListItem = z.object({ prayer_request_id: z.string(), created_at: time, prayer: Prayer.nullable() })
export type PrayerListItem = z.infer<typeof PrayerListItem>

/** A reminder of a request, of a list, or of neither: of what the person prays for today. */
export const Reminder = z.object({
  id: z.string(),
  prayer_request_id: z.string().nullable(),
  prayer_list_id: z.string().nullable(),
  remind_at: time,
  repeats: z.enum(repetitions),
  /** The time zone in which it keeps its hour, as `Europe/Berlin`; null: UTC. */
  time_zone: z.string().nullable(),
  /** Days of the week on which a weekly one comes, as `135`: 1 is Monday, 7 Sunday; null: on that of `remind_at`. */
  weekdays: z.string().nullable(),
  /** A paused one sends nothing; its `remind_at` may have passed. */
  is_paused: z.boolean(),
})
export type Reminder = z.infer<typeof Reminder>

const name = text({ min: 1, max: MAX_LIST_NAME_LENGTH, lines: false })

export const prayerLists = {
  'prayer_lists.list': {
    input: z.strictObject({ prayer_request_id: uuid.optional() }),
    output: z.array(PrayerList),
    errors: [],
  },
  'prayer_lists.create': { input: z.strictObject({ name }), output: PrayerList, errors: ['prayer_lists.too_many'] },
  'prayer_lists.one': {
    input: byId,
    output: z.object({ id: z.string(), name: z.string(), items: z.array(PrayerListItem) }),
    errors: ['prayer_lists.not_found'],
  },
  'prayer_lists.rename': {
    input: entityBody(z.object({ id: uuid, name }), PrayerList),
    output: z.object({ id: z.string(), name: z.string() }),
    errors: ['prayer_lists.not_found'],
  },
  'prayer_lists.delete': { input: byId, output: idOnly, errors: ['prayer_lists.not_found'] },
  'prayer_lists.order': {
    /**
     * The lists in their new order. Lists that are not named follow in their previous order; ids of other people's
     * lists are ignored.
     */
    input: z.strictObject({ ids: uuids({ max: 50 }) }),
    output: z.array(PrayerList),
    errors: [],
  },
  'prayer_lists.add': {
    /** Adding one that is there keeps it, from now. */
    input: z.strictObject({ id: uuid, prayer_request_id: uuid }),
    output: z.object({ id: z.string(), prayer_request_id: z.string() }),
    errors: ['prayer_lists.not_found', 'prayer_lists.full', 'prayers.not_found'],
  },
  'prayer_lists.remove': {
    input: z.strictObject({ id: uuid, prayerId: uuid }),
    output: z.object({ id: z.string(), prayer_request_id: z.string() }),
    errors: ['prayer_lists.not_found'],
  },
  'prayer_lists.order_items': {
    /** The requests in their new order, handled like lists. */
    input: z.strictObject({ id: uuid, ids: uuids({ max: 500 }) }),
    output: idOnly,
    errors: ['prayer_lists.not_found'],
  },
  'prayer_lists.reminders': { input: z.strictObject({}), output: z.array(Reminder), errors: [] },
  'prayer_lists.remind': {
    /**
     * Reminds of a request, a list or one's day; replaces an earlier reminder of the same, paused or not. One that repeats and whose
     * time has passed begins with the next one.
     */
    input: z
      .strictObject({
        prayer_request_id: uuid.optional(),
        prayer_list_id: uuid.optional(),
        is_today: z.literal(true).optional(),
        remind_at: namedTime,
        repeats: z.enum(repetitions),
        /**
         * The person lives there: a repeated reminder keeps its hour, and who has chosen no time zone has this one from then on. One that
         * the server does not know is ignored.
         */
        time_zone: z.string().max(64).optional(),
        /** Ignored unless it repeats weekly. Default: the day of `remind_at`, where the person lives. */
        weekdays: z
          .string()
          .regex(/^1?2?3?4?5?6?7?$/)
          .min(1)
          .optional(),
      })
      .refine(
        ({ prayer_request_id, prayer_list_id, is_today }) =>
          [prayer_request_id, prayer_list_id, is_today].filter((about) => about !== undefined).length === 1,
      ),
    output: Reminder,
    errors: ['prayer_lists.not_found', 'prayer_lists.too_many_reminders', 'prayers.not_found', 'request.too_many'],
  },
  'prayer_lists.pause_reminder': {
    /** Pauses or resumes; a resumed one comes at its next time from now. */
    input: entityBody(z.object({ id: uuid, is_paused: z.boolean() }), Reminder),
    output: Reminder,
    errors: ['prayer_lists.no_reminder', 'prayer_lists.reminder_passed'],
  },
  'prayer_lists.forget_reminder': { input: byId, output: idOnly, errors: ['prayer_lists.no_reminder'] },
} satisfies Schemas<'prayer_lists'>
