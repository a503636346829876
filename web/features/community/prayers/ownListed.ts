import type { Query, QueryClient } from '@tanstack/react-query'
import type { Prayer } from '../../../../contract/prayers.ts'
import { isAbout } from '../../../invalidate.ts'
import { changeHeld, readListed } from './cache.ts'

/** Selects those of the reader's own lists that have a request, and their day. */
const ownWith =
  (id: string) =>
  (query: Query): boolean =>
    isAbout(query, 'prayer_lists.one', 'today.read') && readListed(query).some((prayer) => prayer.id === id)

/** Returns a request as the reader's own lists and their day have it. */
export const findOwnListed = (client: QueryClient, id: string): Prayer[] =>
  client
    .getQueryCache()
    .findAll({ predicate: ownWith(id) })
    .flatMap((query) => readListed(query).filter((prayer) => prayer.id === id))

/** Updates a request in the reader's own lists and in their day. */
export function updateOwnListed(client: QueryClient, id: string, change: (prayer: Prayer) => Prayer): void {
  const one = (item: { prayer: Prayer | null }) =>
    item.prayer?.id === id ? { ...item, prayer: change(item.prayer) } : item
  changeHeld(client, ownWith(id), (data: { items: { prayer: Prayer | null }[] }) => ({
    ...data,
    items: data.items.map(one),
  }))
}
