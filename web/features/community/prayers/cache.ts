import type { Query, QueryClient } from '@tanstack/react-query'
import type { Prayer, PrayerDetail, PrayerPage } from '../../../../contract/prayers.ts'
import type { Today } from '../../../../contract/today.ts'
import { isAbout } from '../../../invalidate.ts'

/** True if a query contains one request or several. */
export const isPrayerQuery = (query: Query): boolean =>
  isAbout(query, 'prayers.one', 'prayers.list', 'prayers.in_category', 'prayers.in_group')

/** Updates a request in every cached query: its page and all lists. */
export function updateCachedPrayer(client: QueryClient, id: string, change: (prayer: Prayer) => Prayer): void {
  const one = (prayer: Prayer) => (prayer.id === id ? change(prayer) : prayer)
  client.setQueriesData(
    { predicate: isPrayerQuery },
    (data: Prayer | PrayerPage | undefined) =>
      data && ('items' in data ? { ...data, items: data.items.map(one) } : one(data)),
  )
}

/** Lights a request of the reader's day, or puts it out. Returns how to undo that. */
export function setLight(client: QueryClient, id: string, has_prayed: boolean): () => void {
  const set = (change: (item: Today['items'][number]) => Today['items'][number]) =>
    client.setQueriesData(
      { predicate: (query) => isAbout(query, 'today.read') },
      (today: Today | undefined) =>
        today && { ...today, items: today.items.map((item) => (item.prayer.id === id ? change(item) : item)) },
    )
  const before = client.getQueryData<Today>(['today.read', {}])?.items.find(({ prayer }) => prayer.id === id)
  set((item) => ({ ...item, has_prayed, prayer: { ...item.prayer, has_prayed: has_prayed || item.prayer.has_prayed } }))
  return () => set((item) => before ?? item)
}

/** Removes a request from every cached list. Its page refetches once and shows that the request was deleted. */
export function removeCachedPrayer(client: QueryClient, id: string): void {
  client.setQueriesData(
    { predicate: isPrayerQuery },
    (data: Prayer | PrayerPage | undefined) =>
      data && ('items' in data ? { ...data, items: data.items.filter((prayer) => prayer.id !== id) } : data),
  )
  void client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
}

/** Returns a request from a cached list, to show until its own page has loaded. */
export function findCachedPrayer(client: QueryClient, id: string): PrayerDetail | undefined {
  for (const [, data] of client.getQueriesData<Prayer | PrayerPage>({ predicate: isPrayerQuery })) {
    const found = data && 'items' in data && data.items.find((item) => item.id === id)
    if (found) return { ...found, updates: [], offers_help: false }
  }
  return undefined
}
