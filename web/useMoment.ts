import { use } from 'react'
import { useLocale } from 'use-intl'
import { localeOf } from '../contract/languages.ts'
import { Clock, getDayFormat, isoDay, keepFormat } from './time.tsx'

const getMomentFormat = (
  locale: string,
  shown: 'hour' | 'day' | 'year',
  timeZone: string | undefined,
): Intl.DateTimeFormat =>
  keepFormat(
    ['moment', locale, shown, timeZone].join(' '),
    () =>
      new Intl.DateTimeFormat(localeOf(locale), {
        ...(shown !== 'hour' && { day: 'numeric', month: 'long' }),
        ...(shown === 'year' && { year: 'numeric' }),
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
      }),
  )

/**
 * Returns a formatter to the minute: "10:42" today, on other days with the day, and the year where that is another. `long` always shows
 * the day.
 */
export function useMoment(): (iso: string, long?: boolean) => string {
  const locale = useLocale()
  const { now, timeZone } = use(Clock)
  const yearOf = (at: Date): string => isoDay(at, timeZone).slice(0, 4)
  return (iso, long = false) => {
    const date = new Date(iso)
    const day = getDayFormat(locale, true, timeZone)
    const isToday = day.format(date) === day.format(now)
    const dated = yearOf(date) === yearOf(new Date(now)) ? 'day' : 'year'
    return getMomentFormat(locale, isToday && !long ? 'hour' : dated, timeZone).format(date)
  }
}
