import { useMemo } from 'react'
import { useLocale } from 'use-intl'

/** A day and an hour to come, where the reader is. */
export function useDateTimeFormat(): (iso: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return (iso) => format.format(new Date(iso))
  }, [locale])
}
