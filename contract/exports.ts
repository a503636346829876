import { z } from 'zod'
import { TodayChoices } from './today.ts'
import { todayReasons } from './today.values.ts'
import type { Schemas } from './define.ts'
import { byId, language, time } from './fields.ts'
import { PrayerStatus, Visibility, plainFields } from './prayers.ts'
import { reactionTypes, publications } from './prayers.values.ts'
import { Account } from './accounts.ts'
import { DraftText } from './content.ts'
import { Device } from './devices.ts'
import { Preferences } from './preferences.ts'
import { Reminder } from './prayer-lists.ts'

const id = z.string()
const prayer_request_id = z.string()

const { shows_pray_count: _, ...ownFields } = plainFields

const OwnPrayer = z.object({
  id,
  ...ownFields,
  content: z.string(),
  language: language.nullable(),
  is_anonymous: z.boolean(),
  visibility: Visibility,
  group_id: z.string().nullable(),
  /** True when the emails of its group may hold it. */
  in_summary: z.boolean(),
  status: PrayerStatus,
  publication: z.enum(publications),
  held_reason: z.string().nullable(),
  categories: z.array(z.object({ name: z.string(), is_machine_generated: z.boolean() })),
  pray_count: z.int(),
  /** The request under which it was left, for a line, while the person may read that. */
  line_of: z.string().nullable(),
  /** For a line that is one of the phrases: which, since `content` says it in English. */
  phrase: z.string().nullable(),
  created_at: time,
  updated_at: time,
  answered_at: time.nullable(),
  expires_at: time.nullable(),
})

/**
 * All stored data of a person, and none of anybody else. A request of another person appears as its id, and only while
 * the person may read it.
 */
export const Export = z.object({
  site: z.string(),
  exported_at: time,
  profile: Account,
  /** Telephone number that one left as one of the care team. */
  care_number: z.string().nullable(),
  /** That of the page where the person signed up or first signed in, in which they are written to until they choose one. */
  mail_language: language.nullable(),
  preferences: Preferences,
  prayers: z.array(OwnPrayer),
  updates: z.array(
    z.object({
      id,
      prayer_request_id,
      content: z.string(),
      status: PrayerStatus.nullable(),
      language: language.nullable(),
      created_at: time,
    }),
  ),
  /** The messages of the care team to the person about their requests, and their answers. */
  case_messages: z.array(
    z.object({
      prayer_request_id,
      content: z.string(),
      is_mine: z.boolean(),
      created_at: time,
      read_at: time.nullable(),
    }),
  ),
  /** Earlier texts of the person's own requests. */
  edits: z.array(z.object({ prayer_request_id, title: z.string().nullable(), content: z.string(), created_at: time })),
  prayed_for: z.array(z.object({ prayer_request_id, first_prayed_at: time, prayed_at: time })),
  reactions: z.array(
    z.object({
      prayer_request_id: z.string().nullable(),
      update_id: z.string().nullable(),
      type: z.enum(reactionTypes),
      created_at: time,
    }),
  ),
  follows: z.array(z.object({ prayer_request_id, created_at: time })),
  lists: z.array(
    z.object({
      id,
      name: z.string(),
      created_at: time,
      items: z.array(z.object({ prayer_request_id, created_at: time })),
    }),
  ),
  reminders: z.array(Reminder.omit({ id: true }).extend({ created_at: time })),
  /** Holds what comes to the person on their day. */
  today: z.object({
    choices: TodayChoices,
    requests: z.array(
      z.object({ prayer_request_id: z.string().nullable(), reason: z.enum(todayReasons), prayed_at: time.nullable() }),
    ),
  }),
  memberships: z.array(
    z.object({
      group_id: z.string(),
      /** Null for a group from which the person was removed. */
      group_name: z.string().nullable(),
      role: z.string(),
      status: z.string(),
      seen_at: time.nullable(),
      /** False after the person stopped the summaries of this group by email. */
      gets_summary: z.boolean(),
      created_at: time,
    }),
  ),
  /** Groups that send, or offered to send, their summary to the person's confirmed address, without regard to membership. */
  group_summaries: z.array(z.object({ group_name: z.string(), created_at: time, confirmed_at: time.nullable() })),
  reports: z.array(
    z.object({
      prayer_request_id: z.string().nullable(),
      update_id: z.string().nullable(),
      report_type: z.string(),
      reason: z.string(),
      created_at: time,
    }),
  ),
  /** Decisions about the person's own requests, and their appeals. */
  decisions: z.array(
    z.object({
      prayer_request_id,
      decision: z.string(),
      template: z.string().nullable(),
      message: z.string().nullable(),
      decided_at: time,
      appeal: z.string().nullable(),
      appealed_at: time.nullable(),
      appeal_outcome: z.string().nullable(),
      appeal_answer: z.string().nullable(),
    }),
  ),
  /** Pages and announcements written by the person: current texts (`replaced_at` is null) and replaced ones. */
  pages: z.array(z.object({ content_id: id, title: z.string(), content: z.string(), replaced_at: time.nullable() })),
  /** The person's unsaved drafts; `content_id` is null for a page that was never saved. */
  page_drafts: z.array(z.object({ content_id: z.string().nullable(), words: DraftText, updated_at: time })),
  notifications: z.array(
    z.object({
      kind: z.string(),
      prayer_request_id: z.string().nullable(),
      created_at: time,
      read_at: time.nullable(),
    }),
  ),
  messages: z.array(z.object({ title: z.string(), content: z.string(), created_at: time, read_at: time.nullable() })),
  devices: z.array(Device),
  /** Sessions that are over, until they are deleted. `revoked_at`: null where their time had come. */
  ended_sessions: z.array(
    z.object({
      device: z.string(),
      created_at: time,
      last_seen_at: time,
      revoked_at: time.nullable(),
      revoked_reason: z.string().nullable(),
    }),
  ),
  /** Browsers that show messages, without their addresses and keys. `service`: host of the push service. */
  push_devices: z.array(
    z.object({
      device: z.string(),
      service: z.string(),
      is_discreet: z.boolean(),
      created_at: time,
      sent_at: time.nullable(),
    }),
  ),
  /** Since when the person's calendar has a private address; null: it has none. */
  calendar_feed: z.object({ created_at: time.nullable() }),
  second_factors: z.object({
    authenticator_app: z.boolean(),
    passkeys: z.array(z.object({ name: z.string(), created_at: time, last_used_at: time.nullable() })),
  }),
  security_events: z.array(z.object({ kind: z.string(), created_at: time })),
  /** Names of the parts that contain only the newest records, because there are very many. */
  shortened: z.array(z.string()),
})
export type Export = z.infer<typeof Export>

export const exports = {
  'exports.make': {
    input: byId,
    output: Export,
    keyless: true,
    errors: ['request.forbidden', 'sessions.confirmation_needed', 'request.too_many'],
  },
} satisfies Schemas<'exports'>
