import type { Reminder } from '../../../../contract/prayer-lists.ts'

/** Maximum numbers per user. */
export const MAX_LISTS = 50
export const MAX_ITEMS = 500
export const MAX_REMINDERS = 100

/** All ids in their new order: the named ones first, then the others as they were. Ignores unknown ids. */
export function reordered(now: string[], named: string[]): string[] {
  const known = new Set(now)
  const first = named.filter((id) => known.has(id))
  const moved = new Set(first)
  return [...first, ...now.filter((id) => !moved.has(id))]
}

const DAY_MS = 86_400_000
const repeatIntervalMs = { daily: DAY_MS, weekly: 7 * DAY_MS }

/** The next time of a reminder after `now`, at the same hour (UTC). Null when it does not repeat. */
export function nextRemindAt(
  { remind_at, repeats }: Pick<Reminder, 'remind_at' | 'repeats'>,
  now: string,
): string | null {
  if (repeats === 'once') return null
  const from = Date.parse(remind_at)
  const missed = Math.max(0, Math.floor((Date.parse(now) - from) / repeatIntervalMs[repeats]))
  return new Date(from + (missed + 1) * repeatIntervalMs[repeats]).toISOString()
}
