import type { QueryClient } from '@tanstack/react-query'
import type { Today } from '../../../../contract/today.ts'

const key = ['today.read', {}]

/** Lights a request of the reader's day, or puts it out. Returns how to undo that. */
export function setLight(client: QueryClient, id: string, has_prayed: boolean): () => void {
  const set = (change: (item: Today['items'][number]) => Today['items'][number]) =>
    client.setQueryData(
      key,
      (today: Today | undefined) =>
        today && { ...today, items: today.items.map((item) => (item.prayer.id === id ? change(item) : item)) },
    )
  const before = client.getQueryData<Today>(key)?.items.find(({ prayer }) => prayer.id === id)
  set((item) => ({ ...item, has_prayed, prayer: { ...item.prayer, has_prayed: has_prayed || item.prayer.has_prayed } }))
  return () => set((item) => before ?? item)
}
