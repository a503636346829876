import { use } from 'react'
import { useLocale } from 'use-intl'
import { localeOf } from '../contract/languages.ts'
import { Clock, getDayFormat, keepFormat } from './time.tsx'

const getMomentFormat = (locale: string, today: boolean, timeZone: string | undefined): Intl.DateTimeFormat =>
  keepFormat(
    ['moment', locale, today, timeZone].join(' '),
    () =>
      new Intl.DateTimeFormat(localeOf(locale), {
        ...(!today && { day: 'numeric', month: 'long' }),
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
      }),
  )

/** Returns a formatter to the minute: "10:42" today, on other days with the day. `long` always shows the day. */
export function useMoment(): (iso: string, long?: boolean) => string {
  const locale = useLocale()
  const { now, timeZone } = use(Clock)
  return (iso, long = false) => {
    const date = new Date(iso)
    const day = getDayFormat(locale, true, timeZone)
    const isBare = !long && day.format(date) === day.format(now)
    return getMomentFormat(locale, isBare, timeZone).format(date)
  }
}
