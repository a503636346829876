import { z } from 'zod'
import { AppealOutcome } from './decisions.ts'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { notificationTypes } from './content.values.ts'
import { language, pageOf, paging, time, uuid } from './fields.ts'
import { LinePhrase } from './prayer-lines.ts'
import { PrayerStatus } from './prayers.ts'
import { Decision } from './reports.ts'
import { notificationKinds, notifyKinds } from './notifications.values.ts'

/** A message of the banner, with defaults filled in. `auto_hide_delay` is in milliseconds. */
export const ActiveNotification = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.enum(notificationTypes),
  dismissible: z.boolean(),
  auto_hide: z.boolean(),
  auto_hide_delay: z.int(),
  /** Time at which it disappears, also from an open page. Null: it stays. */
  shown_until: time.nullable(),
})
export type ActiveNotification = z.infer<typeof ActiveNotification>

export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** A notice to one person. Stores ids and numbers; the title is read each time, and only while they may read it. */
export const Notice = z.object({
  id: z.string(),
  kind: NotificationKind,
  prayer_request_id: z.string().nullable(),
  /**
   * The title or the beginning of the text. Null when the request is sensitive, or the notice has no request that the
   * reader may read.
   */
  prayer_title: z.string().nullable(),
  /** `line`: its words, or the phrase that was chosen. Null when the request is sensitive. */
  line: z.object({ content: z.string(), phrase: LinePhrase.nullable() }).nullable(),
  /**
   * Name of the author of an update, answer or line. Null for other kinds, when the request is anonymous or sensitive, and when
   * the line is not signed.
   */
  author_name: z.string().nullable(),
  /** `update`, `answered`: the beginning of the update's text. Null when the request is sensitive. */
  update_excerpt: z.string().nullable(),
  /** True when it is the reader's own request. */
  is_mine: z.boolean(),
  update_id: z.string().nullable(),
  group_id: z.string().nullable(),
  /** The name of that group, which the reader leads. */
  group_name: z.string().nullable(),
  /** `reminder`: the prayer list, if the reminder is about one that still exists. */
  prayer_list: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `prayed`: number of people who prayed on that day. */
  people: z.int().nullable(),
  /** `answered`: the caller's own thanks, which has no id until it is given. Null where none can be given. */
  thanks: z.object({ id: z.string().nullable() }).nullable(),
  /** `answered`, `update`: the new status of the request. */
  status: PrayerStatus.nullable(),
  /** `report`: the moderators' decision. Null for moderators who are asked to review. */
  decision: Decision.nullable(),
  /** `report`, `kept_held`: id of the decision, which the author can read and appeal. */
  decision_id: z.string().nullable(),
  /** `appeal`: its result. */
  outcome: AppealOutcome.nullable(),
  /** `overdue`: number of reports and appeals that have waited too long. */
  count: z.int().nullable(),
  is_read: z.boolean(),
  created_at: time,
})
export type Notice = z.infer<typeof Notice>

const Unread = z.object({
  /** Number of notices that the caller has not read, counted up to a hundred. */
  unread: z.int(),
  /** Notices since the caller's own midnight that somebody prayed for them; empty once one of them was read. */
  prayed_today: z.array(z.string()),
})

/** The token of a link in an email. */
const mailToken = z.string().min(1).max(300)

export const notifications = {
  /**
   * Current announcements to everybody, to the caller's audience and to the caller, except those they have read. Newest
   * first. One that has translations, with the same slug, comes in the language, else in that of the site, else in English.
   */
  'notifications.active': {
    input: z.strictObject({ language: language.optional() }),
    output: z.array(ActiveNotification),
    errors: [],
  },
  'notifications.list': {
    input: z.strictObject(paging),
    output: pageOf(Notice).extend({
      /** Number of all unread notices, not only of this page, counted up to a hundred. */
      unread: z.int(),
    }),
    errors: [],
  },
  'notifications.edit': {
    input: entityBody(z.object({ id: uuid, is_read: z.boolean() }), Notice),
    output: z.object({ id: z.string(), is_read: z.boolean() }),
    errors: ['notifications.not_found'],
  },
  /** Stops emails about the kinds of notices of a link, and nothing else. */
  'notifications.stop_emails': {
    input: z.object({ token: mailToken }),
    output: z.object({ stopped: z.array(z.enum(notifyKinds)) }),
    errors: ['notifications.dead_link'],
  },
  /** Says that the person of a link prayed for its request: counted once, like a press on the page. */
  'notifications.pray_by_email': {
    input: z.strictObject({ token: mailToken }),
    output: z.object({ has_prayed: z.boolean() }),
    errors: ['notifications.dead_link'],
  },
  /** Marks these notices of the caller, or all of them. */
  'notifications.read_all': {
    input: z.strictObject({ ids: z.array(uuid).min(1).max(100).optional() }),
    output: Unread,
    errors: [],
  },
  'notifications.unread': { input: z.strictObject({}), output: Unread, errors: [] },
} satisfies Schemas<'notifications'>
