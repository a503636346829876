import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { isoDay } from '../../../time.tsx'
import { EVERY_DAY, WORKDAYS, weekdaysIn } from './useReminderTime.ts'

/** A request, a list, or what one prays for today. */
export type ReminderTarget = { is_today: true } | { prayer_request_id: string } | { prayer_list_id: string }

/** True for the reminder of this target. */
export const isAboutSame = (
  one: Pick<Reminder, 'prayer_list_id' | 'prayer_request_id'>,
  about: ReminderTarget,
): boolean =>
  one.prayer_list_id === ('prayer_list_id' in about ? about.prayer_list_id : null) &&
  one.prayer_request_id === ('prayer_request_id' in about ? about.prayer_request_id : null)

/** Holds what the form about a reminder says, in the reader's own time. */
export interface Choice {
  kind: 'daily' | 'weekdays' | 'once' | 'days'
  /** As `07:00`; empty while it is being typed. */
  hour: string
  /** As `2030-01-31`; counts for one that comes once. */
  day: string
  /** Days of the week, as `135`, 1 being Monday; count for `days`. */
  days: string
}

export const DEFAULT_HOURS = { morning: '07:00', evening: '19:00' } as const

export const isForenoon = (hour: string): boolean => hour < '12:00'

const padTwo = (number: number): string => String(number).padStart(2, '0')
const toTimeInput = (at: Date): string => `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`
const toWeekday = (at: Date): string => String(at.getDay() || 7)

/** Returns what the form says of a reminder; without one: every morning at seven. */
export function toChoice(reminder: Reminder | undefined, now: Date): Choice {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  if (!reminder) return { kind: 'daily', hour: DEFAULT_HOURS.morning, day: isoDay(tomorrow), days: '' }
  const { repeats } = reminder
  const at = new Date(reminder.remind_at)
  const days = repeats === 'weekly' ? (weekdaysIn(undefined, reminder) ?? toWeekday(at)) : ''
  return {
    kind: repeats === 'weekly' ? (days === WORKDAYS ? 'weekdays' : 'days') : repeats,
    hour: toTimeInput(at),
    day: isoDay(at > now ? at : tomorrow),
    days,
  }
}

/** Returns how a reminder repeats that comes on these days. */
export function repetitionOf({ kind, days }: Choice): Pick<Reminder, 'repeats' | 'weekdays'> {
  if (kind === 'once') return { repeats: 'once', weekdays: null }
  const weekdays = kind === 'weekdays' ? WORKDAYS : days
  return kind === 'daily' || days === EVERY_DAY ? { repeats: 'daily', weekdays: null } : { repeats: 'weekly', weekdays }
}

/**
 * Returns the first time of the reminder: for one that repeats after `now`. Null when the form names none; the time of one that
 * comes once may have passed.
 */
export function nextTime(choice: Choice, now: Date): Date | null {
  const { kind, day, hour } = choice
  if (kind === 'once') {
    const at = new Date(`${day}T${hour}`)
    return Number.isNaN(at.getTime()) ? null : at
  }
  const [hours, minutes] = hour.split(':').map(Number)
  if (hours === undefined || minutes === undefined) return null
  const { weekdays } = repetitionOf(choice)
  for (let later = 0; later <= 7; later += 1) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later, hours, minutes)
    if (at > now && (weekdays ?? EVERY_DAY).includes(toWeekday(at))) return at
  }
  return null
}
