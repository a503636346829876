import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { useLocale } from 'use-intl'

/** The server's clock and UTC for the first render, so that it agrees with the server's; then the reader's own. */
const Clock = createContext<{ now: number; timeZone?: string }>({ now: 0 })

export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  const [clock, setClock] = useState<{ now: number; timeZone?: string }>({ now, timeZone: 'UTC' })
  useEffect(() => {
    const tick = () => setClock({ now: Date.now() })
    tick()
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  return <Clock value={clock}>{children}</Clock>
}

// Making a formatter costs more than using it.
const formats = new Map<string, Intl.RelativeTimeFormat>()
const relative = (locale: string): Intl.RelativeTimeFormat => {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}

const days = new Map<string, Intl.DateTimeFormat>()
const dayFormat = (locale: string, long: boolean, year: boolean, timeZone: string | undefined): Intl.DateTimeFormat => {
  const key = [locale, long, year, timeZone].join(' ')
  const format =
    days.get(key) ??
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: long ? 'long' : 'short',
      ...(year && { year: 'numeric' }),
      ...(timeZone !== undefined && { timeZone }),
    })
  days.set(key, format)
  return format
}

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/** "2 hours ago" within a week, later the day: "9 May". `long` names the day in any case. */
export function useTime(): (iso: string, long?: boolean) => string {
  const locale = useLocale()
  const { now, timeZone } = use(Clock)
  return (iso, long = false) => {
    const date = new Date(iso)
    let past = Math.max(0, (now - date.getTime()) / 1000)
    if (!long) {
      for (const [unit, size] of units) {
        if (past < size) return relative(locale).format(-Math.floor(past), unit)
        past /= size
      }
    }
    const thisYear = date.getFullYear() === new Date(now).getFullYear()
    return dayFormat(locale, long, !thisYear, timeZone).format(date)
  }
}

export function Time({ iso, long = false }: { iso: string; long?: boolean }) {
  const format = useTime()
  return <time dateTime={iso}>{format(iso, long)}</time>
}
