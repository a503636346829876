import { localeOf } from '../../contract/languages.ts'

/** Returns a formatter for the time zone, or for the reader's own when the browser does not know it: a device may be older than its name. */
export function formatterIn(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(localeOf(locale), { ...options, ...(timeZone !== undefined && { timeZone }) })
  } catch {
    return new Intl.DateTimeFormat(localeOf(locale), options)
  }
}
