import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import type { CalendarEvent } from './calendar-text.rules.ts'

type StoredReminder = Pick<Reminder, 'remind_at' | 'repeats' | 'time_zone' | 'weekdays'>

/** The next time of a reminder, on the wall clock by which it repeats. */
export function startOf({ remind_at, repeats, time_zone }: StoredReminder): CalendarEvent['starts'] {
  const at = Temporal.Instant.from(remind_at)
  const zone = time_zone !== null && isTimeZone(time_zone) ? time_zone : null
  return repeats === 'once' || zone === null || zone === 'UTC' ? at : at.toZonedDateTimeISO(zone)
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** How a reminder repeats, as a rule of RFC 5545; null: it does not. */
export function ruleOf({ repeats, weekdays }: StoredReminder): string | null {
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
