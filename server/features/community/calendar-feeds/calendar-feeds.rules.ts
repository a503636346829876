import { isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import { type Repetition, nextRemindAt } from '../prayer-lists/prayer-lists.rules.ts'
import type { CalendarEvent } from './calendar-text.rules.ts'

/**
 * The next time of a reminder, on the wall clock by which it repeats. On a day whose clock skips its hour it comes later: all that follow
 * would come as late, so a calendar begins with the one after it.
 */
export function startOf(reminder: Repetition): CalendarEvent['starts'] {
  const { remind_at, repeats, time_zone, local_time } = reminder
  const at = Temporal.Instant.from(remind_at)
  const zone = time_zone !== null && isTimeZone(time_zone) ? time_zone : null
  if (repeats === 'once' || zone === null || zone === 'UTC') return at
  const first = at.toZonedDateTimeISO(zone)
  const isLate = local_time !== null && !first.toPlainTime().equals(local_time)
  const next = isLate ? nextRemindAt(reminder, remind_at) : null
  return next === null ? first : Temporal.Instant.from(next).toZonedDateTimeISO(zone)
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** How a reminder repeats, as a rule of RFC 5545; null: it does not. */
export function ruleOf({ repeats, weekdays }: Pick<Repetition, 'repeats' | 'weekdays'>): string | null {
  if (repeats === 'once') return null
  if (repeats === 'daily') return 'FREQ=DAILY'
  if (weekdays === null) return 'FREQ=WEEKLY'
  return `FREQ=WEEKLY;BYDAY=${Array.from(weekdays, (day) => DAYS[Number(day) - 1]).join(',')}`
}

/**
 * Returns what a calendar, which other programs and people may see, says of a request: its title when all members may read it and
 * its author did not ask for more privacy.
 */
export function titleOf(
  { visibility, publication, is_guarded }: { visibility: string; publication: string; is_guarded: boolean },
  title: string | null,
  { words, is_discreet }: { words: { request: string; plain: string }; is_discreet: boolean },
): string {
  if (is_discreet) return words.plain
  const mayLeave = (visibility === 'public' || visibility === 'members') && publication === 'published' && !is_guarded
  return mayLeave && title !== null ? title : words.request
}
