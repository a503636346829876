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

const repeatDays = { daily: 1, weekly: 7 }

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

/** When a reminder is due, and how it repeats. `local_time` is the time of day that was asked for in `time_zone`. */
export type Repetition = Pick<Reminder, 'remind_at' | 'repeats' | 'time_zone'> & { local_time: string | null }

/**
 * The next time of a reminder after `now`, at the same time of day where the person lives (without a time zone: in UTC).
 * A time that the clock skips comes that much later, one that it shows twice comes the first time; on the following days it
 * is the one that was asked for. Null when it does not repeat.
 */
export function nextRemindAt({ remind_at, repeats, time_zone, local_time }: Repetition, now: string): string | null {
  if (repeats === 'once') return null
  const zone = time_zone ?? 'UTC'
  const current = Temporal.Instant.from(now)
  const last = Temporal.Instant.from(remind_at).toZonedDateTimeISO(zone)
  const time = local_time === null ? last.toPlainTime() : Temporal.PlainTime.from(local_time)
  const days = repeatDays[repeats]
  const passed = last.toPlainDate().until(current.toZonedDateTimeISO(zone).toPlainDate()).days
  const afterSteps = (steps: number): Temporal.Instant =>
    last
      .toPlainDate()
      .add({ days: steps * days })
      .toZonedDateTime({ timeZone: zone, plainTime: time })
      .toInstant()
  let steps = Math.max(1, Math.floor(passed / days))
  while (Temporal.Instant.compare(afterSteps(steps), current) <= 0) steps += 1
  return new Date(afterSteps(steps).epochMilliseconds).toISOString()
}
