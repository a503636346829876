import type { Generated } from 'kysely'
import type { Language } from '../../../contract/fields.ts'
import type { Json, Time } from './columns.ts'

export interface Content {
  id: string
  title: string
  /** The address under /content/, one entry for each language; a notification has none. */
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
  /** Whom a notification is for, and when: null is without a beginning or an end. Other entries keep what a new one has. */
  audience: Generated<'everybody' | 'members' | 'staff'>
  shown_from: Time | null
  shown_until: Time | null
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

/** What one editor has not saved yet. */
export interface ContentDrafts {
  id: string
  /** Null: a page that was never saved. */
  content_id: string | null
  user_id: string
  words: Json<Record<string, unknown>>
  /** The `updated_at` of the entry that the editor began with. */
  based_on: Time | null
  updated_at: Time
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
  update_id: string | null
  group_id: string | null
  payload: Json<Record<string, unknown>>
  read_at: Time | null
  created_at: Time
  /** Goes with the decision that it told of. */
  decision_id: Generated<string | null>
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

/** Told to open pages, and then forgotten. Holds ids, never words. */
export interface Events {
  id: Generated<number>
  kind: string
  audience: 'members' | 'group' | 'person' | 'team' | 'moderator'
  /** The group or the person. */
  audience_id: string | null
  /** The one person of the audience who is not told. */
  except_id: string | null
  prayer_request_id: string | null
  group_id: string | null
  /** Told only to a person who is shown this notice. */
  notification_id: string | null
  pray_count: number | null
  created_at: Time
}

/** What came of the last time that a promise of the site tested itself. */
export interface Checks {
  name: string
  outcome: string
  is_well: boolean
  detail: Json<Record<string, string | number>>
  ms: number
  checked_at: Time
  succeeded_at: Time | null
}

export interface IdempotencyKeys {
  user_id: string
  key: string
  request_hash: string
  /** The answer, as JSON text; null while the first request is still being handled. */
  response: string | null
  created_at: Time
}

/** Counts of acts that are limited. `key` is the limit's name and a hash. */
export interface RateLimits {
  key: string
  points: number
  expires_at: Time
}
