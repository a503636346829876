import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { useNow, useTimeZone } from '../../../time.tsx'
import { formatterIn } from '../../../ui/formatterIn.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const NOON = 12
const EVENING = 17

/** Monday to Friday, as `weekdays` of a reminder. */
export const WORKDAYS = '12345'
export const EVERY_DAY = '1234567'

/** By which word a sentence calls the hour. Midnight has that of the afternoon, which says neither morning nor evening. */
export const partOf = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= EVENING ? 'evening' : hour === 0 || hour >= NOON ? 'afternoon' : 'morning'

/** A Monday: the day `d` of the week is `d - 1` days later. */
const MONDAY = Date.UTC(2024, 0, 1)

/** Returns the name of a day of the week, `1` being Monday. */
export const nameWeekday = (locale: string, day: string, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(localeOf(locale), { weekday, timeZone: 'UTC' }).format(MONDAY + (Number(day) - 1) * DAY_MS)

/**
 * A time of day as one word, so that it never wraps. `isNamed`: a sentence says whether it is morning or evening, so the time does not
 * say it again; at midnight it does, because nobody calls that a morning.
 */
export function clockTime(format: Intl.DateTimeFormat, at: Date, isNamed: boolean): string {
  const parts = format.formatToParts(at)
  const kept = isNamed ? parts.filter(({ type }) => type !== 'dayPeriod') : parts
  return kept
    .map(({ value }) => value)
    .join('')
    .trim()
    .replaceAll(' ', '\u00A0')
}

type When = Pick<Reminder, 'remind_at' | 'repeats' | 'weekdays'> & Partial<Pick<Reminder, 'time_zone'>>

/**
 * Returns the days of the week on which a reminder comes in a time zone, that of the device when undefined: it keeps those of where it
 * was set, and what is Monday there may be Sunday here.
 */
export function weekdaysIn(timeZone: string | undefined, { remind_at, weekdays, time_zone }: When): string | null {
  if (weekdays === null || !time_zone) return weekdays
  const at = new Date(remind_at)
  const dayIn = (zone: string | undefined): number => {
    const name = formatterIn('en', { weekday: 'long' }, zone).format(at)
    return Array.from(EVERY_DAY).findIndex((day) => nameWeekday('en', day) === name)
  }
  const later = dayIn(timeZone) - dayIn(time_zone) + EVERY_DAY.length
  return Array.from(weekdays, (day) => String(((Number(day) - 1 + later) % EVERY_DAY.length) + 1))
    .toSorted()
    .join('')
}

/**
 * Returns formatters for when a reminder comes, in the reader's time zone: as a sentence, as what a button does, and as a rhythm
 * without its hour.
 */
export function useReminderTime(): Record<'sentence' | 'request' | 'rhythm', (reminder: When) => string> {
  const t = useTranslations('remind')
  const locale = useLocale()
  const shown = useTimeZone()
  const now = useNow()
  const describe = (reminder: When) => {
    const { remind_at, repeats, time_zone } = reminder
    const at = new Date(remind_at)
    // In the first render the reader's zone is not known yet, but most often it is the one that the reminder keeps.
    const timeZone = shown === undefined ? undefined : (time_zone ?? shown)
    const weekdays = weekdaysIn(timeZone, reminder)
    const format = (options: Intl.DateTimeFormatOptions, language = locale) =>
      formatterIn(language, options, timeZone).format(at)
    const part = partOf(Number(format({ hour: '2-digit', hourCycle: 'h23' }, 'en')))
    const yearOf = (moment: Date | number): string => formatterIn('en', { year: 'numeric' }, timeZone).format(moment)
    const year = yearOf(at) === yearOf(now) ? undefined : 'numeric'
    const isNamed = repeats === 'daily' && part !== 'afternoon'
    const named =
      weekdays === null
        ? format({ weekday: 'long' })
        : new Intl.ListFormat(localeOf(locale)).format(Array.from(weekdays, (day) => nameWeekday(locale, day)))
    return {
      kind: repeats === 'weekly' && weekdays === WORKDAYS ? ('weekdays' as const) : repeats,
      values: {
        part,
        time: clockTime(formatterIn(locale, { timeStyle: 'short' }, timeZone), at, isNamed),
        day: repeats === 'once' ? format({ day: 'numeric', month: 'long', weekday: 'long', year }) : named,
      } as const,
    }
  }
  return {
    sentence: (reminder) => {
      const { kind, values } = describe(reminder)
      return t(`when_${kind}`, values)
    },
    request: (reminder) => {
      const { kind, values } = describe(reminder)
      return t(`ask_${kind}`, values)
    },
    rhythm: (reminder) => {
      const { kind, values } = describe(reminder)
      if (kind === 'weekdays') return t('weekdays')
      if (kind !== 'daily') return values.day
      return t(values.part === 'afternoon' ? 'daily' : values.part)
    },
  }
}
