import type { Reminder } from '../../../../contract/prayer-lists.ts'

/** Maximum numbers per user. */
export const MAX_LISTS = 50
export const MAX_ITEMS = 500
export const MAX_REMINDERS = 100

/** All ids in their new order: the named ones first, then the others as they were. Ignores unknown ids. */
export function reordered(now: string[], named: string[]): string[] {
  const known = new Set(now)
  const first = named.filter((id) => known.has(id))
  const moved = new Set(first)
  return [...first, ...now.filter((id) => !moved.has(id))]
}

const EVERY_DAY = '1234567'

/** A time zone as it is stored, if it is known here; else null. */
export function knownTimeZone(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return null
  }
}

/** The time of day at that moment, in a known time zone. */
export const localTimeOf = (moment: string, time_zone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(time_zone).toPlainTime().toString()

/** The day of the week of that moment, in a known time zone or in UTC: 1 is Monday. */
export const weekdayOf = (moment: string, time_zone: string | null): string =>
  String(Temporal.Instant.from(moment).toZonedDateTimeISO(time_zone ?? 'UTC').dayOfWeek)

/** Says when a reminder is due, and how it repeats. `local_time` is the time of day that was asked for in `time_zone`. */
export type Repetition = Pick<Reminder, 'remind_at' | 'repeats' | 'time_zone' | 'weekdays'> & {
  local_time: string | null
}

/**
 * The next time of a reminder after `now`, on a later day than `remind_at`, at the same time of day where the person lives
 * (without a time zone: in UTC). A time that the clock skips comes that much later, one that it shows twice comes the first time;
 * on the following days it is the one that was asked for. Null when it does not repeat.
 */
export function nextRemindAt(
  { remind_at, repeats, time_zone, weekdays, local_time }: Repetition,
  now: string,
): string | null {
  if (repeats === 'once') return null
  const timeZone = time_zone ?? 'UTC'
  const current = Temporal.Instant.from(now)
  const last = Temporal.Instant.from(remind_at).toZonedDateTimeISO(timeZone)
  const plainTime = local_time === null ? last.toPlainTime() : Temporal.PlainTime.from(local_time)
  const days = repeats === 'daily' ? EVERY_DAY : (weekdays ?? String(last.dayOfWeek))
  const today = current.toZonedDateTimeISO(timeZone).toPlainDate()
  const later = last.toPlainDate().add({ days: 1 })
  // A clock that was ahead put it there.
  const isAhead = Temporal.PlainDate.compare(last.toPlainDate(), today.add({ days: 1 })) > 0
  const earliest = isAhead || Temporal.PlainDate.compare(today, later) > 0 ? today : later
  // At most eight days: each day of the week comes within seven, and of the first the time may have passed.
  for (let date = earliest; ; date = date.add({ days: 1 })) {
    const next = date.toZonedDateTime({ timeZone, plainTime }).toInstant()
    if (days.includes(String(date.dayOfWeek)) && Temporal.Instant.compare(next, current) > 0)
      return new Date(next.epochMilliseconds).toISOString()
  }
}

/**
 * Returns when a reminder that was paused comes after it is resumed at `now`: as before, unless that has passed. Null when it was
 * for once and has passed.
 */
export const resumedAt = (reminder: Repetition, now: string): string | null =>
  reminder.remind_at > now ? reminder.remind_at : nextRemindAt(reminder, now)
