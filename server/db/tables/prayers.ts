import type { Generated } from 'kysely'
import type { AppealOutcome, DecisionKind, MessageTemplate } from '../../../contract/decisions.ts'
import type { Doubt } from '../../../contract/classifications.ts'
import type { VersionReason } from '../../../contract/models.ts'
import type { AlertKind, HeldReason, PrayerStatus, Visibility } from '../../../contract/prayers.ts'
import type { Language } from '../../../contract/fields.ts'
import type { Json, Publication, Time } from './columns.ts'

export interface Categories {
  id: string
  key: string | null
  name: string
  name_folded: string
  description: Generated<string>
  color: string | null
  order: number
  /** Published, public requests: kept by `withCategoryCounts`, never counted on demand. */
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
  held_reason: HeldReason | null
  /** Since when it waits; what the queue of those that look after it is ordered by. */
  held_at: Generated<Time | null>
  /** When somebody decided that it stays held. */
  kept_at: Generated<Time | null>
  /** That somebody sounds as if they were in danger, and who has seen to it. */
  alert: Generated<AlertKind | null>
  acknowledged_by: Generated<string | null>
  acknowledged_at: Generated<Time | null>
  pray_count: Generated<number>
  update_count: Generated<number>
  /** Whether others than the author are told how many people prayed. */
  shows_pray_count: Generated<boolean>
  /** The place among those who wait for prayer: `pray_count`, or, where that is not told, a number too coarse to tell it. */
  waiting_order: Generated<number>
  is_urgent: boolean
  is_guarded: boolean
  about_other: boolean
  created_at: Time
  /** What lists are ordered by: `created_at`, cut to the hour for an anonymous request so that its place tells no more than its time. */
  listed_at: Time
  updated_at: Time
  last_activity_at: Time
  answered_at: Time | null
  /** The day on which the author expects to know more. */
  expires_at: Time | null
  /** When the author was last asked what became of a request that had fallen quiet. */
  asked_at: Time | null
  /** When the author was reminded of `expires_at`; null again when that is changed. */
  expected_told_at: Time | null
  deleted_at: Time | null
}

export interface PrayerEdits {
  id: string
  prayer_request_id: string
  title: string | null
  content: string
  /** Who could read these words. */
  visibility: Visibility
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

/**
 * What a service made of a public request or an update. Goes with every change of the words or of who may read them: triggers
 * see to that, whoever makes the change.
 */
export interface Translations {
  /** Of the words and of what they belong to. */
  text_hash: string
  target: Language
  prayer_request_id: string
  update_id: string | null
  title: string | null
  content: string
  created_at: Time
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
  /** Ids of categories, the main one first, and how sure it was of each (0 to 1). */
  labels: Json<string[]>
  scores: Json<Record<string, number>>
  /** Why a person should look at it; null when the links are as the classifier would make them, or a person made them. */
  doubt: Doubt | null
  classified_at: Time
}

/** What a person said of a request's categories, for the classifier to learn from. Holds no words: those are read from the request. */
export interface ClassificationExamples {
  prayer_request_id: string
  /** Its categories, the main one first; none when a person only took some away. */
  categories: Json<string[]>
  /** Those that the classifier had given and a person took away. */
  wrong: Json<string[]>
  taught_at: Time
  /** A nightly version learned from it and was kept. */
  is_trusted: Generated<boolean>
  /** When an administrator went back to a version before it: nothing learns from it until somebody says it again. */
  left_out_at: Generated<Time | null>
}

/** What the site has made of the shipped model. At most one is active; without one the shipped model stands alone. */
export interface ClassifierVersions {
  id: string
  /** The shipped model beneath. */
  base_id: string
  is_active: Generated<boolean>
  reason: VersionReason
  /** Counts the lessons that were added since: other processes see by it that theirs is old. */
  revision: Generated<number>
  /** It learned from what was said until then. */
  until: Time
  /** Of what it was made of: the same again makes no new version. */
  fingerprint: string
  example_count: number
  /** On examples that were held out: how many, and how many were right without and with the newest ones. */
  held_out_count: Generated<number>
  right_before: Generated<number>
  right_after: Generated<number>
  created_at: Time
}

/** The weights of the active version, a row for each category, as the classifier packs them. */
export interface ClassifierColumns {
  version_id: string
  column_id: string
  weights: string
}

/** A walk over all requests that no person has sorted. At most one is running. */
export interface ClassificationRuns {
  id: string
  status: 'running' | 'done' | 'cancelled'
  total: number
  done: Generated<number>
  changed: Generated<number>
  /** The id of the last request that was looked at. */
  cursor: string | null
  created_at: Time
  finished_at: Time | null
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
  /** The report about the same thing with which it was decided, when several were at once. */
  decided_with: string | null
  created_at: Time
  updated_at: Time
  decided_at: Time | null
}

/** What was decided about a request or an update, by a person. */
export interface Decisions {
  id: string
  prayer_request_id: string
  update_id: string | null
  /** Null when it was decided without a report, or the report is gone. */
  report_id: string | null
  decision: DecisionKind
  /** What the author is told: a ready sentence, and own words. */
  template: MessageTemplate | null
  message: string | null
  /** Why, for staff. */
  reason: string | null
  /** What undoing it brings back, and what it made: see `decisions.rules.ts`. */
  restores: Json<Record<string, unknown>>
  /** About words of danger: only those who see crises look at it again. */
  is_crisis: Generated<boolean>
  decided_by: string | null
  decided_at: Time
  undone_at: Generated<Time | null>
  appeal: Generated<string | null>
  appealed_at: Generated<Time | null>
  appeal_outcome: Generated<AppealOutcome | null>
  appeal_answer: Generated<string | null>
  appeal_decided_by: Generated<string | null>
  appeal_decided_at: Generated<Time | null>
}
