import type { ColumnType, Generated } from 'kysely'
import type { PrayerStatus, Visibility } from '../../contract/prayers.ts'
import type { Role } from '../../contract/users.ts'
import type { Language } from '../../contract/fields.ts'

/** ISO 8601, UTC, milliseconds, on both engines. */
export type Time = string
/** Written as text made by `JSON.stringify`, read back as a value, on both engines. */
export type Json<T> = ColumnType<T, string, string>

/** `held`: waits for a moderator. `hidden`: taken from the wall after reports. `deleted`: kept 30 days, seen by nobody. */
export type Publication = 'published' | 'held' | 'hidden' | 'deleted'

export interface Users {
  id: string
  /** Lower case. */
  email: string
  email_verified_at: Time | null
  display_name: string
  about: Generated<string>
  role: Generated<Role>
  status: Generated<'active' | 'pending' | 'suspended' | 'deleting'>
  /** Argon2id in PHC format. */
  password_hash: string
  created_at: Time
  updated_at: Time
  /** When a deletion that the person asked for becomes final. */
  deletes_at: Time | null
}

export interface Preferences {
  user_id: string
  theme_preference: string | null
  preferred_language: Language | null
  appearance: 'light' | 'dark' | 'system' | null
  text_size: 'small' | 'normal' | 'large' | null
  notify: Json<Record<string, boolean>>
}

export interface Sessions {
  id: string
  user_id: string
  current_jti: string
  previous_jti: string | null
  /** When `current_jti` was made: with it the same token can be signed again for a second tab. */
  rotated_at: Time
  /** SHA-256 of the binding cookie; null for a session opened without a browser. */
  binding_hash: string | null
  device: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  /** The password was given at this time: "step-up" counts from here. */
  confirmed_at: Time
  revoked_at: Time | null
  revoked_reason: string | null
}

/** Set-up, reset, verification and invitation links: only the SHA-256 of their secret is stored. */
export interface OneTimeTokens {
  secret_hash: string
  purpose: 'set_up' | 'reset_password' | 'verify_email' | 'change_email' | 'invitation'
  user_id: string | null
  email: string | null
  created_at: Time
  expires_at: Time
  consumed_at: Time | null
}

export interface SecurityEvents {
  id: string
  user_id: string | null
  kind: string
  detail: Json<Record<string, unknown>>
  created_at: Time
}

export interface Categories {
  id: string
  key: string | null
  name: string
  name_folded: string
  description: Generated<string>
  color: string | null
  order: number
  /** Published, public requests: kept by `recountingCategories`, never counted on demand. */
  prayer_count: Generated<number>
  created_at: Time
  updated_at: Time
}

export interface Prayers {
  id: string
  author_id: string | null
  group_id: string | null
  title: string | null
  content: string
  language: Language | null
  is_anonymous: boolean
  visibility: Visibility
  status: Generated<PrayerStatus>
  publication: Generated<Publication>
  held_reason: string | null
  pray_count: Generated<number>
  update_count: Generated<number>
  shows_pray_count: Generated<boolean>
  is_urgent: boolean
  is_guarded: boolean
  about_other: boolean
  created_at: Time
  /** What lists are ordered by: `created_at`, cut to the hour for an anonymous request so that its place tells no more than its time. */
  listed_at: Time
  updated_at: Time
  last_activity_at: Time
  answered_at: Time | null
  expires_at: Time | null
  deleted_at: Time | null
}

export interface PrayerEdits {
  id: string
  prayer_request_id: string
  title: string | null
  content: string
  edited_by: string | null
  created_at: Time
}

export interface PrayerUpdates {
  id: string
  prayer_request_id: string
  author_id: string | null
  content: string
  status: PrayerStatus | null
  language: Language | null
  publication: Generated<Publication>
  created_at: Time
  updated_at: Time
}

/** One row a person and request, however often they pray. Never listed to anybody. */
export interface Prayed {
  prayer_request_id: string
  user_id: string
  first_prayed_at: Time
  prayed_at: Time
}

export interface PrayerCategories {
  prayer_request_id: string
  category_id: string
  is_machine_generated: boolean
  confidence: number | null
  /** 0 is the main need. */
  position: Generated<number>
  /** The request's, so that a category is read in order from one index. */
  listed_at: Time
  created_at: Time
}

/** What the classifier last said of a request. */
export interface Classifications {
  prayer_request_id: string
  model_id: string
  labels: Json<string[]>
  scores: Json<Record<string, number>>
  classified_at: Time
}

export interface Reactions {
  id: string
  user_id: string
  prayer_request_id: string | null
  update_id: string | null
  type: string
  created_at: Time
}

/** `target_id` is a request or an update. */
export interface ReactionCounts {
  target_id: string
  type: string
  count: number
}

export interface Follows {
  prayer_request_id: string
  user_id: string
  created_at: Time
}

export interface PrayerLists {
  id: string
  user_id: string
  name: string
  order: number
  created_at: Time
}

export interface PrayerListItems {
  prayer_list_id: string
  prayer_request_id: string
  order: number
  created_at: Time
}

export interface Reminders {
  id: string
  user_id: string
  prayer_request_id: string | null
  prayer_list_id: string | null
  remind_at: Time
  repeats: 'once' | 'daily' | 'weekly'
  created_at: Time
}

export interface Groups {
  id: string
  name: string
  name_folded: string
  description: Generated<string>
  joining: Generated<'open' | 'request' | 'invite'>
  is_listed: Generated<boolean>
  posting: Generated<'members' | 'leaders'>
  member_count: Generated<number>
  created_at: Time
  updated_at: Time
}

export interface Memberships {
  group_id: string
  user_id: string
  role: Generated<'owner' | 'leader' | 'member'>
  status: Generated<'active' | 'pending' | 'invited' | 'banned'>
  created_at: Time
  updated_at: Time
}

export interface GroupInvites {
  id: string
  group_id: string
  code_hash: string
  created_by: string | null
  created_at: Time
  expires_at: Time
  revoked_at: Time | null
  max_uses: number | null
  uses: Generated<number>
}

export interface Reports {
  id: string
  reporter_id: string
  prayer_request_id: string | null
  update_id: string | null
  report_type: string
  reason: Generated<string>
  status: Generated<'open' | 'in_review' | 'actioned' | 'dismissed'>
  decision: Generated<string>
  decision_reason: string | null
  assigned_to: string | null
  decided_by: string | null
  created_at: Time
  updated_at: Time
  decided_at: Time | null
}

export interface Content {
  id: string
  title: string
  slug: string | null
  content: string
  content_type: 'guide' | 'help' | 'legal' | 'update' | 'notification'
  status: Generated<'draft' | 'published' | 'archived'>
  /** `status = 'published'`, kept because the specification names it. */
  published: Generated<boolean>
  featured: Generated<boolean>
  language: Generated<Language>
  metadata: Json<Record<string, unknown>>
  /** The one reader of a personal notification; null: everybody. */
  user_id: string | null
  created_by: string | null
  created_at: Time
  updated_at: Time
  published_at: Time | null
}

export interface ContentVersions {
  id: string
  content_id: string
  title: string
  content: string
  edited_by: string | null
  created_at: Time
}

export interface NotificationReads {
  content_id: string
  user_id: string
  read_at: Time
}

/** What happened, told to one person. Holds ids, never words that may later become secret. */
export interface Notifications {
  id: string
  user_id: string
  kind: string
  prayer_request_id: string | null
  group_id: string | null
  payload: Json<Record<string, unknown>>
  read_at: Time | null
  created_at: Time
}

export interface Themes {
  id: string
  name: string
  name_folded: string
  description: Generated<string>
  order: number
  is_default: Generated<boolean>
  colors: Json<Record<string, string>>
  font: Json<Record<string, string>>
  typography: Json<Record<string, unknown>>
  ui: Json<Record<string, unknown>>
  created_at: Time
  updated_at: Time
}

export interface Settings {
  key: string
  value: Json<unknown>
  updated_at: Time
  updated_by: string | null
}

/** Append-only: triggers refuse to change or delete a row. */
export interface AuditLog {
  id: string
  actor_id: string | null
  action: string
  target_type: string | null
  target_id: string | null
  reason: string | null
  detail: Json<Record<string, unknown>>
  created_at: Time
}

export interface Jobs {
  id: string
  kind: string
  payload: Json<Record<string, unknown>>
  status: Generated<'queued' | 'running' | 'done' | 'failed'>
  /** At most one queued or running job bears the same key. */
  unique_key: string | null
  attempts: Generated<number>
  max_attempts: number
  run_at: Time
  /** A running job whose lock has passed belongs to a process that died; another takes it. */
  locked_until: Time | null
  last_error: string | null
  created_at: Time
  finished_at: Time | null
}

export interface IdempotencyKeys {
  user_id: string
  key: string
  request_hash: string
  /** The answer, as JSON text; null while the first request is still being handled. */
  response: string | null
  created_at: Time
}

export interface Schema {
  users: Users
  preferences: Preferences
  sessions: Sessions
  one_time_tokens: OneTimeTokens
  security_events: SecurityEvents
  categories: Categories
  prayers: Prayers
  prayer_edits: PrayerEdits
  prayer_updates: PrayerUpdates
  prayed: Prayed
  prayer_categories: PrayerCategories
  classifications: Classifications
  reactions: Reactions
  reaction_counts: ReactionCounts
  follows: Follows
  prayer_lists: PrayerLists
  prayer_list_items: PrayerListItems
  reminders: Reminders
  groups: Groups
  memberships: Memberships
  group_invites: GroupInvites
  reports: Reports
  content: Content
  content_versions: ContentVersions
  notification_reads: NotificationReads
  notifications: Notifications
  themes: Themes
  settings: Settings
  audit_log: AuditLog
  jobs: Jobs
  idempotency_keys: IdempotencyKeys
}
