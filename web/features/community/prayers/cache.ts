import type { Query, QueryClient } from '@tanstack/react-query'
import type { Prayer, PrayerDetail, PrayerPage } from '../../../../contract/prayers.ts'
import { isAbout } from '../../../query.ts'

/** Whether a query is about one prayer or several. */
export const isPrayerQuery = (query: Query): boolean =>
  isAbout(query, 'prayers.one', 'prayers.list', 'prayers.in_category', 'prayers.in_group')

/** Changes a prayer wherever it is kept: on its page and in every list. */
export function updateCachedPrayer(client: QueryClient, id: string, change: (prayer: Prayer) => Prayer): void {
  const one = (prayer: Prayer) => (prayer.id === id ? change(prayer) : prayer)
  client.setQueriesData(
    { predicate: isPrayerQuery },
    (data: Prayer | PrayerPage | undefined) =>
      data && ('items' in data ? { ...data, items: data.items.map(one) } : one(data)),
  )
}

/** Takes a prayer out of every list; its page asks for it once more, and says that it is gone. */
export function removeCachedPrayer(client: QueryClient, id: string): void {
  client.setQueriesData(
    { predicate: isPrayerQuery },
    (data: Prayer | PrayerPage | undefined) =>
      data && ('items' in data ? { ...data, items: data.items.filter((prayer) => prayer.id !== id) } : data),
  )
  void client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
}

/** A prayer that a list has already brought, to be shown until its own page is there. */
export function findCachedPrayer(client: QueryClient, id: string): PrayerDetail | undefined {
  for (const [, data] of client.getQueriesData<Prayer | PrayerPage>({ predicate: isPrayerQuery })) {
    const found = data && 'items' in data && data.items.find((item) => item.id === id)
    if (found) return { ...found, updates: [] }
  }
  return undefined
}
