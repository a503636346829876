import { languages } from '../../../contract/fields.ts'
import { summaryRhythms } from '../../../contract/group-summaries.values.ts'
import { joinings, postings, groupRoles, groupStatuses } from '../../../contract/groups.values.ts'
import { flag, generated, nullable, number, oneOf, text, time } from './columns.ts'

export const groupTables = {
  groups: {
    id: text,
    name: text,
    name_folded: text,
    description: generated(text),
    /** Name and description as they are searched for: see `foldName`. */
    search_folded: generated(text),
    joining: generated(oneOf(joinings)),
    is_listed: generated(flag),
    posting: generated(oneOf(postings)),
    member_count: generated(number),
    created_at: time,
    updated_at: time,
    /** The time at which a summary goes out by email: a day of the week (1 is Monday) and an hour of the site's time zone. */
    summary_rhythm: generated(oneOf(summaryRhythms)),
    summary_weekday: generated(number),
    summary_hour: generated(number),
    /** The time at which the next one is due; null when they are off. */
    summary_at: generated(nullable(time)),
    /** The span that the last one told of; whole hours, so that they tell no more of an anonymous request than its shown time. */
    summary_since: generated(nullable(time)),
    summary_until: generated(nullable(time)),
    /** True when it holds the words of requests, not only numbers. */
    summary_has_words: generated(flag),
  },
  memberships: {
    group_id: text,
    user_id: text,
    role: generated(oneOf(groupRoles)),
    status: generated(oneOf(groupStatuses)),
    /** Time of the member's last visit to the group's requests. */
    seen_at: nullable(time),
    created_at: time,
    updated_at: time,
    /** False after the member stopped the summaries of this group. */
    gets_summary: generated(flag),
    /** The time at which the one that waits for them is due; null when none does, or it was claimed by the message that is being sent. */
    summary_mail_at: generated(nullable(time)),
  },
  group_invites: {
    id: text,
    group_id: text,
    code_hash: text,
    created_by: nullable(text),
    created_at: time,
    expires_at: time,
    revoked_at: nullable(time),
    max_uses: nullable(number),
    uses: generated(number),
  },
  /** The people whom a leader removed and who have not come back since. */
  group_removals: {
    group_id: text,
    user_id: text,
    removed_at: time,
  },
  /** People without an account who get the summaries of a group, or were asked whether they want them. */
  group_readers: {
    id: text,
    group_id: text,
    /** Lower case. */
    email: text,
    /** Keyed hash of the address, by which links in emails name it. */
    address_hash: text,
    language: oneOf(languages),
    added_by: nullable(text),
    created_at: time,
    /** The time at which the email that asks them is due; null when it was sent, or none is. */
    ask_at: nullable(time),
    /** Null until they say yes. */
    confirmed_at: generated(nullable(time)),
    /** Time at which the mail server refused the address for good. */
    refused_at: generated(nullable(time)),
    /** As in `memberships`. */
    summary_mail_at: generated(nullable(time)),
  },
  /**
   * Which addresses a group has asked: it asks each of them once. Stores only their keyed hashes, for a day also those of a group
   * that was deleted.
   */
  group_reader_asks: {
    group_id: text,
    address_hash: text,
    asked_at: time,
  },
}
