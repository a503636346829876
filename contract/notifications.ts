import { z } from 'zod'
import { AppealOutcome } from './decisions.ts'
import type { Schemas } from './define.ts'
import { notificationTypes } from './content.values.ts'
import { time, uuid, wholeNumber } from './fields.ts'
import { PrayerStatus } from './prayers.ts'
import { Decision } from './reports.ts'
import { notificationKinds } from './notifications.values.ts'

/** A message of the banner, with the specification's defaults filled in. `auto_hide_delay` is in milliseconds. */
export const ActiveNotification = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.enum(notificationTypes),
  dismissible: z.boolean(),
  auto_hide: z.boolean(),
  auto_hide_delay: z.int(),
  /** When it goes, also from a page that is open. Null: it stays. */
  shown_until: time.nullable(),
})
export type ActiveNotification = z.infer<typeof ActiveNotification>

export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** What happened, for one person. Holds ids and numbers; the title is read anew each time, and only while they may read it. */
export const Notice = z.object({
  id: z.string(),
  kind: NotificationKind,
  prayer_request_id: z.string().nullable(),
  /** Or how it begins. Null when the request is to be kept quiet, or the notice is about none that the reader can read. */
  prayer_title: z.string().nullable(),
  /** Whether it is the reader's own request. */
  is_mine: z.boolean(),
  update_id: z.string().nullable(),
  group_id: z.string().nullable(),
  /** `reminder`: the list to pray through, if it is about one that is still there. */
  prayer_list: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `prayed`: how many people did on that day. */
  people: z.int().nullable(),
  /** `answered`, `update`: what became of the request. */
  status: PrayerStatus.nullable(),
  /** `report`: what moderators decided. Null for those who are asked to look. */
  decision: Decision.nullable(),
  /** `report`, `kept_held`: by which the author finds what was decided, and can answer it. */
  decision_id: z.string().nullable(),
  /** `appeal`: what came of it. */
  outcome: AppealOutcome.nullable(),
  /** `overdue`: how many reports and appeals have waited too long. */
  count: z.int().nullable(),
  is_read: z.boolean(),
  created_at: time,
})
export type Notice = z.infer<typeof Notice>

export const notifications = {
  /** What is announced now to everybody, to the caller's kind of reader and to the caller, without what they have read. Newest first. */
  'notifications.active': { input: z.strictObject({}), output: z.array(ActiveNotification), errors: [] },
  'notifications.list': {
    input: z.strictObject({
      page: wholeNumber({ min: 0, max: 500 }).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({
      items: z.array(Notice),
      page: z.int(),
      pageSize: z.int(),
      has_more: z.boolean(),
      /** Of all, not of this page alone. */
      unread: z.int(),
    }),
    errors: [],
  },
  'notifications.edit': {
    input: z.strictObject({ id: uuid, is_read: z.boolean() }),
    output: z.object({ id: z.string(), is_read: z.boolean() }),
    errors: ['notifications.not_found'],
  },
  'notifications.read_all': { input: z.strictObject({}), output: z.object({ unread: z.int() }), errors: [] },
} satisfies Schemas<'notifications'>
