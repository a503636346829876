import type { Query, QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import type { Prayer, PrayerPage } from '../../../../contract/prayers.ts'
import { isMissing } from '../../../api.ts'
import { isAbout } from '../../../invalidate.ts'

/** A request on the page. `is_waiting`: the reader's prayer for it could not be sent yet. */
export type ShownPrayer = Prayer & { is_waiting?: boolean }

/** True if a query contains one request or several. */
export const isPrayerQuery = (query: Query): boolean =>
  isAbout(query, 'prayers.one', 'prayers.list', 'prayers.in_category', 'prayers.in_group', 'prayers.of_groups')

/**
 * Changes what cached queries hold. They stay as old as they were, and what was to be read again still is: a change on the page is no
 * answer of the server, and on a busy site there is one every few seconds. What the server has said to be missing stays so: a query that
 * is given data has no error any more. A list is changed all the same: it shows what it has, and what is gone goes from it.
 */
export function changeHeld<Data>(
  client: QueryClient,
  predicate: (query: Query) => boolean,
  change: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ predicate })) {
    const { data, dataUpdatedAt, isInvalidated, error } = query.state
    if (data === undefined) continue
    if (isMissing(error) && !Object.hasOwn(data as object, 'items')) continue
    client.setQueryData(query.queryKey, change(data as Data), { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}

/** Updates a request in every cached query: its page and all lists. */
export function updateCachedPrayer(
  client: QueryClient,
  id: string,
  change: (prayer: ShownPrayer) => ShownPrayer,
): void {
  const one = (prayer: Prayer) => (prayer.id === id ? change(prayer) : prayer)
  changeHeld(client, isPrayerQuery, (data: Prayer | PrayerPage) =>
    'items' in data ? { ...data, items: data.items.map(one) } : one(data),
  )
}

type Listed = Prayer | { prayer: Prayer | null }

/** Returns the requests that a list holds, which may stand in its items. */
export const readListed = ({ state }: Query): Prayer[] => {
  const { items = [] } = (state.data ?? {}) as { items?: Listed[] }
  return items.flatMap((item) => ('prayer' in item ? (item.prayer ?? []) : item))
}

/** Refetches the lists that contain such a request: those of the wall, the reader's own, and their day. */
export function refetchListsWith(client: QueryClient, isMeant: (prayer: Prayer) => boolean): void {
  void client.invalidateQueries({
    predicate: (query) =>
      isAbout(query, 'prayers.list', 'prayers.in_category', 'prayer_lists.one', 'today.read') &&
      readListed(query).some(isMeant),
  })
}

/** True for a list of the reader's own requests, or of those that they follow. */
export const isListOf = ({ queryKey }: Query, which: 'mine' | 'following'): boolean => {
  const [name, input] = queryKey as [EndpointName, { mine?: boolean; following?: boolean }]
  return name === 'prayers.list' && input[which] === true
}

/**
 * Removes a request from every cached list of the wall. Its page refetches once and shows that the request was deleted; so do the
 * reader's own lists and their day.
 */
export function removeCachedPrayer(client: QueryClient, id: string): void {
  // It may be gone for others alone: moved, hidden, or private from now on.
  void client.invalidateQueries({
    predicate: (query) => isListOf(query, 'mine') && readListed(query).some((prayer) => prayer.id === id),
  })
  changeHeld(client, isPrayerQuery, (data: Prayer | PrayerPage) =>
    'items' in data ? { ...data, items: data.items.filter((prayer) => prayer.id !== id) } : data,
  )
  void client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
  refetchListsWith(client, (prayer) => prayer.id === id)
}

/** Returns a request from a cached list: the same until it changes. */
export const findCachedPrayer = (client: QueryClient, id: string): Prayer | undefined =>
  client
    .getQueryCache()
    .findAll({ predicate: isPrayerQuery })
    .flatMap(readListed)
    .find((one) => one.id === id)
