import { useMemo } from 'react'
import { useLocale } from 'use-intl'

/** Returns a formatter for a future date and time in the reader's time zone. */
export function useDateTimeFormat(): (iso: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return (iso) => format.format(new Date(iso))
  }, [locale])
}
