import { visibilities, statuses, heldReasons, alertKinds } from '../../../contract/prayers.values.ts'
import { caseActs, caseOutcomes } from '../../../contract/cases.values.ts'
import { doubts, versionReasons } from '../../../contract/classifications.values.ts'
import { decisionKinds, messageTemplates, appealOutcomes } from '../../../contract/decisions.values.ts'
import { todayReasons } from '../../../contract/today.values.ts'
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
    /** Number of published, public requests: updated by `withCategoryCounts`, never counted on demand. */
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
    /** Since when it waits; the review queue is ordered by it. */
    held_at: generated(nullable(time)),
    /** Time at which a person decided that it stays held. */
    kept_at: generated(nullable(time)),
    /** Kind of danger that was detected, and who has the case of it: see `care_cases`. */
    alert: generated(nullable(oneOf(alertKinds))),
    /** Id of the model that was last asked again about what is held for danger. */
    alert_model: generated(nullable(text)),
    /** Time at which that model no longer took it for danger: see `isCleared`. */
    alert_cleared_at: generated(nullable(time)),
    acknowledged_by: generated(nullable(text)),
    acknowledged_at: generated(nullable(time)),
    pray_count: generated(number),
    update_count: generated(number),
    /** True when others than the author see how many people prayed. */
    shows_pray_count: generated(flag),
    /**
     * Position in the list of requests that wait for prayer: `pray_count` or, where that is hidden, a number too coarse
     * to reveal it.
     */
    waiting_order: generated(number),
    is_urgent: flag,
    is_guarded: flag,
    about_other: flag,
    created_at: time,
    /**
     * Sort key of lists: `created_at`, rounded down to the hour for an anonymous request, so that its position reveals
     * no more than its time.
     */
    listed_at: time,
    updated_at: time,
    last_activity_at: time,
    answered_at: nullable(time),
    /** The day on which the author expects news. */
    expires_at: nullable(time),
    /** Time at which the author was last asked about a request without activity. */
    asked_at: nullable(time),
    /** Time at which the author was reminded of `expires_at`; null again when that is changed. */
    expected_told_at: nullable(time),
    deleted_at: nullable(time),
    /** The request under which somebody who prayed left this line: its author alone reads it. Null for a request. */
    line_of: generated(nullable(text)),
    /** One of `linePhrases`, which each reader reads in their own language; null: a line of one's own words. */
    phrase: generated(nullable(text)),
    /** False: nobody may leave a line under this request. */
    takes_lines: generated(flag),
    /** False: the email of its group leaves it out. */
    in_summary: generated(flag),
  },
  /** A person's requests of one day, as `preferences.today_made_for` names it. */
  today_prayers: {
    user_id: text,
    prayer_request_id: text,
    position: number,
    reason: oneOf(todayReasons),
    /** The list that it comes from. */
    prayer_list_id: nullable(text),
    /** Time at which the person prayed for it on this day. */
    prayed_at: generated(nullable(time)),
  },
  /**
   * Texts that are perhaps about danger: they are published, and the care team looks at them by day. A text that is changed
   * is judged anew.
   */
  quiet_alerts: {
    /** A request or an update. */
    text_id: text,
    prayer_request_id: text,
    found_at: time,
    /** Time at which somebody of the care team said that they had looked at it. */
    seen_at: generated(nullable(time)),
  },
  /** The case about whoever wrote a request, at most one each: it lasts until somebody closes it. */
  care_cases: {
    prayer_request_id: text,
    by_words: generated(flag),
    by_report: generated(flag),
    by_referral: generated(flag),
    /** Time at which the alarm was raised. */
    opened_at: time,
    /** The person whom its holder asked to take it over. */
    offered_to: generated(nullable(text)),
    closed_at: generated(nullable(time)),
    closed_by: generated(nullable(text)),
    outcome: generated(nullable(oneOf(caseOutcomes))),
    /** Day of the site, yyyy-mm-dd. */
    look_again_on: generated(nullable(text)),
  },
  /** The messages, notes and acts of a case. */
  care_case_entries: {
    id: text,
    prayer_request_id: text,
    act: oneOf(caseActs),
    /** The member of the care team; null for the author, for the site, and when the account is gone. */
    user_id: nullable(text),
    to_user_id: nullable(text),
    /** Deleted some time after the case was closed. */
    content: nullable(text),
    created_at: time,
    /** Time at which the author opened a message. */
    read_at: generated(nullable(time)),
  },
  prayer_edits: {
    id: text,
    prayer_request_id: text,
    title: nullable(text),
    content: text,
    /** Visibility of the request with this text. */
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
   * Translations of public requests and updates. Triggers delete them with every change of the text or its visibility,
   * whatever statement makes it.
   */
  translations: {
    /** Hash of the text and of what it belongs to. */
    text_hash: text,
    target: oneOf(languages),
    prayer_request_id: text,
    update_id: nullable(text),
    title: nullable(text),
    content: text,
    created_at: time,
  },
  /** One row per person and request, however often they pray. Never listed to anybody. */
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
    /** 0 is the main category. */
    position: generated(number),
    /** Copy of the request's value, so that a category is read in order from one index. */
    listed_at: time,
    created_at: time,
  },
  /** Last prediction of the classifier for a request. */
  classifications: {
    prayer_request_id: text,
    model_id: text,
    /** Ids of categories, the main one first, and the probability of each (0 to 1). */
    labels: json<string[]>(),
    scores: json<Record<string, number>>(),
    /** Why a person should review it; null when the links match the prediction, or a person created them. */
    doubt: nullable(oneOf(doubts)),
    classified_at: time,
  },
  /**
   * A person's correction of a request's categories, from which the classifier learns. Contains no text, which is read
   * from the request.
   */
  classification_examples: {
    prayer_request_id: text,
    /** Its categories, the main one first; empty when a person only removed some. */
    categories: json<string[]>(),
    /** Categories that the classifier had assigned and a person removed. */
    wrong: json<string[]>(),
    taught_at: time,
    /** True when a moderator made the correction: it teaches by itself. Those of authors teach when three agree. */
    is_by_moderator: generated(flag),
    /** True when a nightly version was trained on it and was accepted. */
    is_trusted: generated(flag),
    /**
     * Time at which an administrator rolled back to a version before it: it is not used for training until somebody
     * repeats the correction.
     */
    left_out_at: generated(nullable(time)),
  },
  /**
   * Versions of the site's layer over the shipped model. At most one is active; without one the shipped model is used
   * alone.
   */
  classifier_versions: {
    id: text,
    /** Id of the shipped model. */
    base_id: text,
    is_active: generated(flag),
    reason: oneOf(versionReasons),
    /** Number of corrections added since; other processes compare it to detect that their copy is outdated. */
    revision: generated(number),
    /** Trained on corrections until this time. */
    until: time,
    /** Fingerprint of its training data: the same data makes no new version. */
    fingerprint: text,
    example_count: number,
    /** Results on held-out corrections: their number, and how many were correct without and with the newest ones. */
    held_out_count: generated(number),
    right_before: generated(number),
    right_after: generated(number),
    created_at: time,
  },
  /** The weights of the active version, a row for each category, encoded by the classifier. */
  classifier_columns: {
    version_id: text,
    column_id: text,
    weights: text,
  },
  /** A run over all requests whose categories no person chose. At most one is running. */
  classification_runs: {
    id: text,
    status: oneOf(['running', 'done', 'cancelled']),
    total: number,
    done: generated(number),
    changed: generated(number),
    /** The id of the last request that was processed. */
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
    /** IANA name of the zone in which it repeats at `local_time`, HH:MM; null: at the same hour in UTC. */
    time_zone: generated(nullable(text)),
    local_time: generated(nullable(text)),
    /** Days of the week on which a weekly one comes, as `135`: 1 is Monday; null: on that of `remind_at`. */
    weekdays: generated(nullable(text)),
    /** Sends nothing until it is resumed. */
    is_paused: generated(flag),
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
    /** The report about the same item together with which it was decided. */
    decided_with: nullable(text),
    created_at: time,
    updated_at: time,
    decided_at: nullable(time),
  },
  /** A person's decision about a request or an update. */
  decisions: {
    id: text,
    prayer_request_id: text,
    update_id: nullable(text),
    /** Null when it was decided without a report, or the report was deleted. */
    report_id: nullable(text),
    decision: oneOf(decisionKinds),
    /** Message to the author: a prepared sentence, and the moderator's own text. */
    template: nullable(oneOf(messageTemplates)),
    message: nullable(text),
    /** Reason, visible to staff only. */
    reason: nullable(text),
    /** State that undoing it restores, and records that it created: see `decisions.commands.ts`. */
    restores: json<Record<string, unknown>>(),
    /** True when it concerns signs of danger: only members of the team that sees alerts may review it again. */
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
