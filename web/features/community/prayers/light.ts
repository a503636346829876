import type { Query, QueryClient } from '@tanstack/react-query'
import type { Today } from '../../../../contract/today.ts'
import { changeHeld, isPrayerQuery, type ShownPrayer } from './cache.ts'

export const TODAY_KEY = ['today.read', {}]

const isToday = ({ queryKey: [name] }: Query): boolean => name === TODAY_KEY[0]
/** True for a query that shows whether the reader has prayed for a request: wherever it stands, and in their day. */
export const showsPrayed = (query: Query): boolean => isPrayerQuery(query) || isToday(query)

/** Lights a request of the reader's day, or puts it out. Returns how to undo that. */
export function setLight(client: QueryClient, id: string, has_prayed: boolean, is_waiting = false): () => void {
  const set = (change: (item: Today['items'][number]) => Today['items'][number]) =>
    changeHeld<Today>(client, isToday, (today) => ({
      ...today,
      items: today.items.map((item) => (item.prayer.id === id ? change(item) : item)),
    }))
  const before = client.getQueryData<Today>(TODAY_KEY)?.items.find(({ prayer }) => prayer.id === id)
  set((item) => {
    const prayer: ShownPrayer = { ...item.prayer, has_prayed, is_waiting }
    return { ...item, has_prayed, prayer }
  })
  return () => set((item) => before ?? item)
}
