import { isStaff } from '../../../../contract/roles.ts'
import type { Role } from '../../../../contract/users.ts'
import type { GroupReader, GroupSummary } from '../../../../contract/group-summaries.ts'
import { isTimeZone, nextDigest } from '../../identity/accounts/notice-times.rules.ts'
import { truncateToHour } from '../prayers/prayers.rules.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** An address is asked at most once in this time, by whatever group. Milliseconds. */
export const ASK_PAUSE_MS = DAY_MS
/** Addresses that do not answer are deleted after this time. Milliseconds. */
export const UNANSWERED_MS = 30 * DAY_MS

/** Accounts ask few strangers before this age. Milliseconds. */
const YOUNG_MS = 7 * DAY_MS

/** True for an account that anybody may have made just now: it is young, or nobody has confirmed its address. Staff were chosen. */
export const isYoung = (
  { role, created_at, email_verified_at }: { role: Role; created_at: string; email_verified_at: string | null },
  at: Date,
): boolean => !isStaff(role) && (email_verified_at === null || at.getTime() - Date.parse(created_at) < YOUNG_MS)

export type SummaryTimes = Pick<GroupSummary, 'rhythm' | 'weekday' | 'hour'>

/** The first time after `at` at which a summary is due, both ISO 8601 in UTC; null where there are none. */
export function nextSummaryAt({ rhythm, ...day }: SummaryTimes, time_zone: string, at: string): string | null {
  if (rhythm === 'off') return null
  const moment = Temporal.Instant.from(at).toZonedDateTimeISO(isTimeZone(time_zone) ? time_zone : 'UTC')
  return new Date(nextDigest(moment, { rhythm, ...day }).epochMilliseconds).toISOString()
}

const SPAN_MS = { daily: DAY_MS, weekly: 7 * DAY_MS }

/**
 * Returns the time that a summary covers, which was due at one moment and is made at another: from the end of the last one on, or
 * from a day or week before it was due; never more than twice that. Ends with whole hours, as the times of anonymous requests do,
 * or the number would tell whether one was shared before or after it. Times are ISO 8601.
 */
export function summaryPeriod(
  rhythm: 'daily' | 'weekly',
  { due_at, at, last_until }: { due_at: string; at: string; last_until: string | null },
): { since: string; until: string } {
  const until = truncateToHour(at)
  const earliest = Date.parse(until) - 2 * SPAN_MS[rhythm]
  const last = last_until === null ? Number.NaN : Date.parse(last_until)
  const first = Math.max(earliest, Date.parse(truncateToHour(due_at)) - SPAN_MS[rhythm])
  const since = last >= earliest && last <= Date.parse(until) ? last : first
  return { since: new Date(since).toISOString(), until }
}

/** Returns when an address may be asked, which some group asked last at `last_asked_at`. */
export const askTime = (at: string, last_asked_at: string | null): string =>
  last_asked_at === null || Date.parse(last_asked_at) + ASK_PAUSE_MS <= Date.parse(at)
    ? at
    : new Date(Date.parse(last_asked_at) + ASK_PAUSE_MS).toISOString()

export const stateOfReader = ({
  confirmed_at,
  refused_at,
}: {
  confirmed_at: string | null
  refused_at: string | null
}): GroupReader['state'] => (refused_at !== null ? 'refused' : confirmed_at !== null ? 'confirmed' : 'waiting')

/** With fewer other members, a number of some of them tells who is missing; of more, it is not counted at each look. */
const COUNTED_REACH = { min: 20, max: 1000 }

/**
 * True if members are told how many others have not stopped the emails; else they are told of all others, whom they can reach at most.
 * An account that takes no mail at all is not left out of the number either.
 */
export const isReachCounted = (others: number): boolean => others >= COUNTED_REACH.min && others <= COUNTED_REACH.max

/**
 * The shared time from which on somebody gets words: authors were told of whom it reached then, so nobody who came later gets them.
 * `reached_since`: since when they are a member, or said yes.
 */
export const wordsSince = (since: string, reached_since: string): string =>
  since < reached_since ? reached_since : since

/** Requests that one summary holds; of the others it tells the number. */
export const MAX_WORDS = 10

/** A request in a summary. `time` is its shown one, and an anonymous author has no name. */
export interface SummaryWords {
  id: string
  title: string | null
  content: string
  author_name: string | null
  time: string
}

/**
 * Holds what a summary tells: how many requests others shared with the group, and how many were answered. It has their words only
 * where the group's owner chose so and their author let them in: what is shared with a group stays there otherwise
 * (`prayers.visibility` is `group` for every request of one), and an address without an account may read nothing else of it.
 */
export interface SummaryNews {
  requests: number
  answers: number
  words: SummaryWords[]
}

export const isWorthTelling = ({ requests, answers }: Pick<SummaryNews, 'requests' | 'answers'>): boolean =>
  requests > 0 || answers > 0
