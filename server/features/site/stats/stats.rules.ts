import type { Period } from '../../../../contract/stats.ts'

export interface Step {
  /** Its first day, `yyyy-mm-dd`. */
  date: string
  /** The midnight with which that day begins in the time zone, ISO 8601. */
  start: string
}

/** The steps of a period in a time zone (IANA name): days, or months for a year. Oldest first. */
export function stepsOf(period: Period, at: Date, zone: string): Step[] {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const count = { '7d': 7, '30d': 30, '12m': 12 }[period]
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    const date = period === '12m' ? today.with({ day: 1 }).subtract({ months: back }) : today.subtract({ days: back })
    const start = date.toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 })
    return { date: date.toString(), start }
  })
}
