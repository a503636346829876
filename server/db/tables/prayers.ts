import { visibilities, statuses, heldReasons, alertKinds } from '../../../contract/prayers.values.ts'
import { doubts, versionReasons } from '../../../contract/classifications.values.ts'
import { decisionKinds, messageTemplates, appealOutcomes } from '../../../contract/decisions.values.ts'
import { repetitions } from '../../../contract/prayer-lists.values.ts'
import { reportStatuses } from '../../../contract/reports.values.ts'
import { languages } from '../../../contract/fields.ts'
import { flag, generated, json, nullable, number, oneOf, publications, text, time } from './columns.ts'

export const prayerTables = {
  categories: {
    id: text,
    key: nullable(text),
    name: text,
    name_folded: text,
    description: generated(text),
    color: nullable(text),
    order: number,
    /** Published, public requests: kept by `withCategoryCounts`, never counted on demand. */
    prayer_count: generated(number),
    created_at: time,
    updated_at: time,
  },
  prayers: {
    id: text,
    author_id: nullable(text),
    group_id: nullable(text),
    title: nullable(text),
    content: text,
    language: nullable(oneOf(languages)),
    is_anonymous: flag,
    visibility: oneOf(visibilities),
    status: generated(oneOf(statuses)),
    publication: generated(oneOf(publications)),
    held_reason: nullable(oneOf(heldReasons)),
    /** Since when it waits; what the queue of those that look after it is ordered by. */
    held_at: generated(nullable(time)),
    /** When somebody decided that it stays held. */
    kept_at: generated(nullable(time)),
    /** That somebody sounds as if they were in danger, and who has seen to it. */
    alert: generated(nullable(oneOf(alertKinds))),
    acknowledged_by: generated(nullable(text)),
    acknowledged_at: generated(nullable(time)),
    pray_count: generated(number),
    update_count: generated(number),
    /** Whether others than the author are told how many people prayed. */
    shows_pray_count: generated(flag),
    /** The place among those who wait for prayer: `pray_count`, or, where that is not told, a number too coarse to tell it. */
    waiting_order: generated(number),
    is_urgent: flag,
    is_guarded: flag,
    about_other: flag,
    created_at: time,
    /** What lists are ordered by: `created_at`, cut to the hour for an anonymous request so that its place tells no more than its time. */
    listed_at: time,
    updated_at: time,
    last_activity_at: time,
    answered_at: nullable(time),
    /** The day on which the author expects to know more. */
    expires_at: nullable(time),
    /** When the author was last asked what became of a request that had fallen quiet. */
    asked_at: nullable(time),
    /** When the author was reminded of `expires_at`; null again when that is changed. */
    expected_told_at: nullable(time),
    deleted_at: nullable(time),
  },
  prayer_edits: {
    id: text,
    prayer_request_id: text,
    title: nullable(text),
    content: text,
    /** Who could read these words. */
    visibility: oneOf(visibilities),
    edited_by: nullable(text),
    created_at: time,
  },
  prayer_updates: {
    id: text,
    prayer_request_id: text,
    author_id: nullable(text),
    content: text,
    status: nullable(oneOf(statuses)),
    language: nullable(oneOf(languages)),
    publication: generated(oneOf(publications)),
    created_at: time,
    updated_at: time,
  },
  /**
   * What a service made of a public request or an update. Goes with every change of the words or of who may read them: triggers
   * see to that, whoever makes the change.
   */
  translations: {
    /** Of the words and of what they belong to. */
    text_hash: text,
    target: oneOf(languages),
    prayer_request_id: text,
    update_id: nullable(text),
    title: nullable(text),
    content: text,
    created_at: time,
  },
  /** One row a person and request, however often they pray. Never listed to anybody. */
  prayed: {
    prayer_request_id: text,
    user_id: text,
    first_prayed_at: time,
    prayed_at: time,
  },
  prayer_categories: {
    prayer_request_id: text,
    category_id: text,
    is_machine_generated: flag,
    confidence: nullable(number),
    /** 0 is the main need. */
    position: generated(number),
    /** The request's, so that a category is read in order from one index. */
    listed_at: time,
    created_at: time,
  },
  /** What the classifier last said of a request. */
  classifications: {
    prayer_request_id: text,
    model_id: text,
    /** Ids of categories, the main one first, and how sure it was of each (0 to 1). */
    labels: json<string[]>(),
    scores: json<Record<string, number>>(),
    /** Why a person should look at it; null when the links are as the classifier would make them, or a person made them. */
    doubt: nullable(oneOf(doubts)),
    classified_at: time,
  },
  /** What a person said of a request's categories, for the classifier to learn from. Holds no words: those are read from the request. */
  classification_examples: {
    prayer_request_id: text,
    /** Its categories, the main one first; none when a person only took some away. */
    categories: json<string[]>(),
    /** Those that the classifier had given and a person took away. */
    wrong: json<string[]>(),
    taught_at: time,
    /** A nightly version learned from it and was kept. */
    is_trusted: generated(flag),
    /** When an administrator went back to a version before it: nothing learns from it until somebody says it again. */
    left_out_at: generated(nullable(time)),
  },
  /** What the site has made of the shipped model. At most one is active; without one the shipped model stands alone. */
  classifier_versions: {
    id: text,
    /** The shipped model beneath. */
    base_id: text,
    is_active: generated(flag),
    reason: oneOf(versionReasons),
    /** Counts the lessons that were added since: other processes see by it that theirs is old. */
    revision: generated(number),
    /** It learned from what was said until then. */
    until: time,
    /** Of what it was made of: the same again makes no new version. */
    fingerprint: text,
    example_count: number,
    /** On examples that were held out: how many, and how many were right without and with the newest ones. */
    held_out_count: generated(number),
    right_before: generated(number),
    right_after: generated(number),
    created_at: time,
  },
  /** The weights of the active version, a row for each category, as the classifier packs them. */
  classifier_columns: {
    version_id: text,
    column_id: text,
    weights: text,
  },
  /** A walk over all requests that no person has sorted. At most one is running. */
  classification_runs: {
    id: text,
    status: oneOf(['running', 'done', 'cancelled']),
    total: number,
    done: generated(number),
    changed: generated(number),
    /** The id of the last request that was looked at. */
    cursor: nullable(text),
    created_at: time,
    finished_at: nullable(time),
  },
  reactions: {
    id: text,
    user_id: text,
    prayer_request_id: nullable(text),
    update_id: nullable(text),
    type: text,
    created_at: time,
  },
  /** `target_id` is a request or an update. */
  reaction_counts: {
    target_id: text,
    type: text,
    count: number,
  },
  follows: {
    prayer_request_id: text,
    user_id: text,
    created_at: time,
  },
  prayer_lists: {
    id: text,
    user_id: text,
    name: text,
    order: number,
    created_at: time,
  },
  prayer_list_items: {
    prayer_list_id: text,
    prayer_request_id: text,
    order: number,
    created_at: time,
  },
  reminders: {
    id: text,
    user_id: text,
    prayer_request_id: nullable(text),
    prayer_list_id: nullable(text),
    remind_at: time,
    repeats: oneOf(repetitions),
    created_at: time,
  },
  reports: {
    id: text,
    reporter_id: text,
    prayer_request_id: nullable(text),
    update_id: nullable(text),
    report_type: text,
    reason: generated(text),
    status: generated(oneOf(reportStatuses)),
    decision: generated(text),
    decision_reason: nullable(text),
    assigned_to: nullable(text),
    decided_by: nullable(text),
    /** The report about the same thing with which it was decided, when several were at once. */
    decided_with: nullable(text),
    created_at: time,
    updated_at: time,
    decided_at: nullable(time),
  },
  /** What was decided about a request or an update, by a person. */
  decisions: {
    id: text,
    prayer_request_id: text,
    update_id: nullable(text),
    /** Null when it was decided without a report, or the report is gone. */
    report_id: nullable(text),
    decision: oneOf(decisionKinds),
    /** What the author is told: a ready sentence, and own words. */
    template: nullable(oneOf(messageTemplates)),
    message: nullable(text),
    /** Why, for staff. */
    reason: nullable(text),
    /** What undoing it brings back, and what it made: see `decisions.rules.ts`. */
    restores: json<Record<string, unknown>>(),
    /** About words of danger: only those who see crises look at it again. */
    is_crisis: generated(flag),
    decided_by: nullable(text),
    decided_at: time,
    undone_at: generated(nullable(time)),
    appeal: generated(nullable(text)),
    appealed_at: generated(nullable(time)),
    appeal_outcome: generated(nullable(oneOf(appealOutcomes))),
    appeal_answer: generated(nullable(text)),
    appeal_decided_by: generated(nullable(text)),
    appeal_decided_at: generated(nullable(time)),
  },
}
