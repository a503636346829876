import { useLocale } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** A whole hour, 0 to 23, as this language writes the time. */
export const hourName = (language: string, hour: number): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 1, hour),
  )

/** Every hour of the day as this language writes it. */
export function HourOptions() {
  const language = useLocale()
  return HOURS.map((hour) => (
    <option key={hour} value={hour} suppressHydrationWarning>
      {hourName(language, hour)}
    </option>
  ))
}
