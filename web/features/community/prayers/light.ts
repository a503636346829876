import type { Query, QueryClient } from '@tanstack/react-query'
import type { Today } from '../../../../contract/today.ts'
import { isAbout } from '../../../invalidate.ts'
import { changeHeld, isPrayerQuery, type ShownPrayer } from './cache.ts'

export const TODAY_KEY = ['today.read', {}]

const isToday = (query: Query): boolean => isAbout(query, 'today.read')

/**
 * True if a query reads the reader's day. The call that stores the day is let through: made after a prayer, it would choose one without
 * that request.
 */
export const readsDay = (query: Query): boolean =>
  isToday(query) && (query.state.data as Today | undefined)?.is_stored === true

/** True while the call that stores the day is under way. */
const isBeingStored = (query: Query): boolean =>
  isToday(query) && !readsDay(query) && query.state.fetchStatus === 'fetching'

/**
 * Reads the day again once the call that stores it is answered, if that is still on its way when a prayer was stored: it may have been
 * read before.
 */
export function rereadOnceStored(client: QueryClient): void {
  if (client.getQueryCache().findAll({ predicate: isBeingStored }).length === 0) return
  void client
    .refetchQueries({ predicate: isBeingStored }, { cancelRefetch: false })
    .then(() => client.invalidateQueries({ queryKey: TODAY_KEY }))
}

/** True if a query says for what the reader has prayed: one that contains requests, or their day. */
export const tellsPrayed = (query: Query): boolean => isPrayerQuery(query) || readsDay(query)

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
