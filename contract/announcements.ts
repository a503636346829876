import { z } from 'zod'
import type { Schemas } from './define.ts'
import { isKeepable, language, text, time, timeZone, uuid } from './fields.ts'
import {
  announcementStates,
  audiences,
  notificationTypes,
  MAX_PAGE_LENGTH,
  MAX_PAGE_TITLE_LENGTH,
} from './content.values.ts'

/** A minute of the clock in the time zone of the site: `2026-05-24T18:00`. */
const minute = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .refine((local) => {
    const at = Date.parse(`${local}Z`)
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local)
  })

/** One that is a time in every zone. */
const namedMinute = minute.refine((local) => isKeepable(local) && local < '9999-12-31').nullable()

const shared = {
  notification_type: z.enum(notificationTypes),
  audience: z.enum(audiences),
  /** Shown from the first until before the second. Null: from publication, without an end. */
  shown_from: minute.nullable(),
  shown_until: minute.nullable(),
}

/** An announcement in all its languages, those that readers get first at the front. */
const Announcement = z.object({
  /** The id of its first text. */
  id: z.string(),
  ...shared,
  state: z.enum(announcementStates),
  /** True when a single person sees it, whatever the audience. */
  is_for_one: z.boolean(),
  texts: z.array(z.object({ id: z.string(), language, title: z.string(), content: z.string() })),
  changed_at: time,
})
export type Announcement = z.infer<typeof Announcement>

export const announcements = {
  /** `first_language` is what readers get whose own language is missing. */
  'announcements.list': {
    input: z.strictObject({}),
    output: z.object({ items: z.array(Announcement), first_language: language, time_zone: timeZone }),
    errors: [],
  },
  /**
   * Writes the texts of all languages, or none; a language that is left out is deleted. `id` is that of any text of the
   * announcement, and left out for a new one. `changed_at` is what the caller read: refused when it has changed since. `time_zone`
   * is the one whose clock the times are of: that of the site when they were read, which may be another by now.
   */
  'announcements.write': {
    input: z.strictObject({
      id: uuid.optional(),
      changed_at: time.optional(),
      time_zone: timeZone.optional(),
      ...shared,
      shown_from: namedMinute,
      shown_until: namedMinute,
      published: z.boolean(),
      texts: z
        .array(
          z.strictObject({
            language,
            title: text({ min: 1, max: MAX_PAGE_TITLE_LENGTH, lines: false }),
            content: text({ min: 1, max: MAX_PAGE_LENGTH }),
          }),
        )
        .min(1)
        .max(100)
        .refine((texts) => new Set(texts.map((one) => one.language)).size === texts.length),
    }),
    output: Announcement,
    errors: ['content.not_found', 'content.changed', 'content.ends_too_soon'],
  },
} satisfies Schemas<'announcements'>
