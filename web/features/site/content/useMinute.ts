import { useLocale } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'

/** Returns a function that says a minute of the site's clock, `2026-05-24T18:00`, in the reader's language. */
export function useMinute(): (minute: string) => string {
  const format = new Intl.DateTimeFormat(localeOf(useLocale()), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (minute) => format.format(new Date(`${minute}Z`))
}
