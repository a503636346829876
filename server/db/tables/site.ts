import { contentTypes, contentStatuses, audiences } from '../../../contract/content.values.ts'
import { languages } from '../../../contract/fields.ts'
import { flag, generated, json, nullable, number, oneOf, text, time } from './columns.ts'

export const siteTables = {
  content: {
    id: text,
    title: text,
    /** The last part of the path under /content/, unique within a language; a notification has none. */
    slug: nullable(text),
    content: text,
    content_type: oneOf(contentTypes),
    status: generated(oneOf(contentStatuses)),
    /** True exactly when `status = 'published'`, for clients that read this member. */
    published: generated(flag),
    featured: generated(flag),
    language: generated(oneOf(languages)),
    metadata: json<Record<string, unknown>>(),
    /** The only reader of a personal notification; null: everybody. */
    user_id: nullable(text),
    /** Audience and time of a notification; null is without a start or an end. Other entries keep the defaults. */
    audience: generated(oneOf(audiences)),
    shown_from: nullable(time),
    shown_until: nullable(time),
    created_by: nullable(text),
    created_at: time,
    updated_at: time,
    published_at: nullable(time),
  },
  content_versions: {
    id: text,
    content_id: text,
    title: text,
    content: text,
    edited_by: nullable(text),
    created_at: time,
  },
  /** Unsaved text of one editor. */
  content_drafts: {
    id: text,
    /** Null: a page that was never saved. */
    content_id: nullable(text),
    user_id: text,
    words: json<Record<string, unknown>>(),
    /** The `updated_at` of the entry when editing began. */
    based_on: nullable(time),
    updated_at: time,
  },
  notification_reads: {
    content_id: text,
    user_id: text,
    read_at: time,
  },
  /** Notices to one person. Contain ids, never text that may later become private. */
  notifications: {
    id: text,
    user_id: text,
    kind: text,
    prayer_request_id: nullable(text),
    update_id: nullable(text),
    group_id: nullable(text),
    payload: json<Record<string, unknown>>(),
    read_at: nullable(time),
    created_at: time,
    /** Deleted together with this decision. */
    decision_id: generated(nullable(text)),
    /** The time at which an email about it is due; null when there is none, or it was claimed by the message that is being sent. */
    mail_at: generated(nullable(time)),
  },
  themes: {
    id: text,
    name: text,
    name_folded: text,
    description: generated(text),
    order: number,
    is_default: generated(flag),
    colors: json<Record<string, string>>(),
    font: json<Record<string, string>>(),
    typography: json<Record<string, unknown>>(),
    ui: json<Record<string, unknown>>(),
    created_at: time,
    updated_at: time,
  },
  settings: {
    key: text,
    value: json<unknown>(),
    updated_at: time,
    updated_by: nullable(text),
  },
  /** Append-only: triggers refuse to change or delete a row. */
  audit_log: {
    id: text,
    actor_id: nullable(text),
    action: text,
    target_type: nullable(text),
    target_id: nullable(text),
    reason: nullable(text),
    detail: json<Record<string, unknown>>(),
    created_at: time,
  },
  jobs: {
    id: text,
    kind: text,
    payload: json<Record<string, unknown>>(),
    status: generated(oneOf(['queued', 'running', 'done', 'failed'])),
    /** At most one queued or running job has the same key. */
    unique_key: nullable(text),
    attempts: generated(number),
    max_attempts: number,
    run_at: time,
    /** A running job whose lock has expired belongs to a process that died; another process takes it. */
    locked_until: nullable(time),
    last_error: nullable(text),
    created_at: time,
    finished_at: nullable(time),
  },
  /** Events for open pages, deleted soon after. Contain ids, never text. */
  events: {
    id: generated(number),
    kind: text,
    audience: oneOf(['members', 'group', 'person', 'team', 'moderator']),
    /** Id of the group or of the person. */
    audience_id: nullable(text),
    /** The only person of the audience who is excluded. */
    except_id: nullable(text),
    prayer_request_id: nullable(text),
    group_id: nullable(text),
    /** Sent only to a person who may see this notice. */
    notification_id: nullable(text),
    pray_count: nullable(number),
    created_at: time,
  },
  /** Last result of each check of the site. */
  checks: {
    name: text,
    outcome: text,
    is_well: flag,
    detail: json<Record<string, string | number>>(),
    ms: number,
    checked_at: time,
    succeeded_at: nullable(time),
  },
  idempotency_keys: {
    user_id: text,
    key: text,
    request_hash: text,
    /** The response as JSON text, encrypted with the site's key; null while the first request is still being handled. */
    response: nullable(text),
    created_at: time,
  },
  /** Counts of rate-limited actions. `key` is the limit's name and a hash. */
  rate_limits: {
    key: text,
    points: number,
    expires_at: time,
  },
}
