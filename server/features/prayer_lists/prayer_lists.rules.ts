/** How much one person keeps. */
export const MOST_LISTS = 50
export const MOST_ITEMS = 500
export const MOST_REMINDERS = 100

/** All ids in their new order: those that are named first, the others as they were. Unknown ones count for nothing. */
export function reordered(now: string[], named: string[]): string[] {
  const known = new Set(now)
  const first = named.filter((id) => known.has(id))
  const moved = new Set(first)
  return [...first, ...now.filter((id) => !moved.has(id))]
}
