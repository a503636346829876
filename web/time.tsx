import { createContext, startTransition, use, useEffect, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../contract/languages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/time.values.ts'
import type { Site } from './site.tsx'

/** The server's clock and UTC for the first render, so that it matches the server's; then the reader's own, never behind the page. */
export const Clock = createContext<{ now: number; timeZone?: 'UTC' }>({ now: 0 })

/** By how much the clock of the device is ahead of the server's, as far as the page knows. Milliseconds. */
let ahead = 0
/** Returns the time at this moment, in milliseconds since the epoch: for what a press begins, and for what the server compares. */
export const readNow = (): number => Date.now() - ahead

/** A reader's page came straight from the server, since no browser keeps it: by it the clock of the device is known. */
export function ClockProvider({
  now,
  reader,
  children,
}: {
  now: number
  reader?: Site['reader']
  children: ReactNode
}) {
  const [clock, setClock] = useState<{ now: number; timeZone?: 'UTC' }>({ now, timeZone: 'UTC' })
  useEffect(() => {
    // By when the page was asked for, some moments before it was rendered: on a slow line its scripts come much later. Not by
    // `timeOrigin`: in a browser that is open for days it lags by as long as the device has slept.
    if (reader) ahead = Date.now() - performance.now() - now
    // A transition, because an urgent update would empty every part of the page that is not hydrated yet.
    const tick = () => startTransition(() => setClock({ now: Math.max(readNow(), now) }))
    tick()
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [now, reader])
  return <Clock value={clock}>{children}</Clock>
}

/** Returns the day of a time in the reader's zone, or in UTC, as `yyyy-mm-dd`. */
export const isoDay = (at: Date, timeZone?: 'UTC'): string =>
  new Date(at.getTime() - (timeZone ? 0 : at.getTimezoneOffset() * MINUTE_MS)).toISOString().slice(0, 10)

// Kept, because creating a formatter is expensive.
const formats: Record<string, unknown> = {}
export function keepFormat<Format>(key: string, make: () => Format): Format {
  return (formats[key] ??= make()) as Format
}

const getRelativeFormat = (locale: string): Intl.RelativeTimeFormat =>
  keepFormat(locale, () => new Intl.RelativeTimeFormat(localeOf(locale), { numeric: 'auto' }))

export const getDayFormat = (locale: string, year: boolean, timeZone: string | undefined): Intl.DateTimeFormat =>
  keepFormat(
    [locale, year, timeZone].join(' '),
    () =>
      new Intl.DateTimeFormat(localeOf(locale), {
        day: 'numeric',
        // In full: languages shorten some months in more than one way, and the server's may not be the browser's.
        month: 'long',
        year: year ? 'numeric' : undefined,
        timeZone,
      }),
  )

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/** Returns the zone in which times are shown: UTC in the first render, then undefined, which is the reader's own. */
export const useTimeZone = (): 'UTC' | undefined => use(Clock).timeZone

/** Returns the time in milliseconds since the epoch: the server's in the first render, then the reader's. */
export const useNow = (): number => use(Clock).now

/**
 * True for a time on the hour: the server rounds those that could tell who an anonymous author is. An exact one is so by a chance of one
 * to millions.
 */
const isRounded = (at: Date): boolean => at.getTime() % HOUR_MS === 0

/** Returns a formatter: "2 hours ago" within a week, later the day: "9 May"; "about 2 hours ago" where the time is rounded. `long` always shows the day. */
export function useTime(): (iso: string, long?: boolean) => string {
  const locale = useLocale()
  const t = useTranslations('ages')
  const clock = use(Clock)
  return (iso, long = false) => {
    const at = new Date(iso)
    const { now } = clock
    // A day without a time is the same day everywhere.
    const timeZone = iso.includes('T') ? clock.timeZone : 'UTC'
    const day = isoDay(at, timeZone)
    const today = isoDay(new Date(now), timeZone)
    let past = Math.max(0, now - at.getTime()) / 1000
    if (!long) {
      const hours = Math.floor(past / 3600)
      if (isRounded(at) && hours < 24) return hours === 0 ? t('last_hour') : t('about_hours', { count: hours })
      for (const [unit, size] of units) {
        if (past < size) {
          // "Yesterday" is the day before this one, however many hours ago.
          const age = unit === 'day' ? (Date.parse(today) - Date.parse(day)) / DAY_MS : Math.floor(past)
          return getRelativeFormat(locale).format(-age, unit)
        }
        past /= size
      }
    }
    return getDayFormat(locale, day.slice(0, 4) !== today.slice(0, 4), timeZone).format(at)
  }
}

export function Time({ iso, long = false }: { iso: string; long?: boolean }) {
  const format = useTime()
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {format(iso, long)}
    </time>
  )
}
