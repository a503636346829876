import type { Period } from '../../../../contract/stats.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** The steps of a period: days, or months for a year. Returns the first day of each, oldest first. */
export function stepsOf(period: Period, at: Date): string[] {
  if (period === '12m') {
    return Array.from({ length: 12 }, (_, index) =>
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 11 + index, 1)).toISOString().slice(0, 10),
    )
  }
  const days = period === '7d' ? 7 : 30
  return Array.from({ length: days }, (_, index) =>
    new Date(at.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
