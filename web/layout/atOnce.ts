import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** The changes of a page that wait for the server. */
interface UnderWay {
  changes: number
  /** What the server has answered since the first of them was sent. */
  answered: Set<Query>
  again: Set<Query>
  stop: () => void
}
const underWay = new WeakMap<QueryClient, UnderWay>()

function begin(client: QueryClient): UnderWay {
  const answered = new Set<Query>()
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true)
      answered.add(event.query)
  })
  const now = { changes: 0, answered, again: new Set<Query>(), stop }
  underWay.set(client, now)
  return now
}

const isOnItsWay = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && state.data !== undefined

/**
 * Shows a change at once and sends it. An answer that was asked for before the server knew of the change would undo it on the
 * page: the queries of the filter that are on their way are dropped, and asked again when no change waits any more.
 */
export async function atOnce<T>(
  client: QueryClient,
  filters: QueryFilters,
  show: () => void,
  send: () => Promise<T>,
): Promise<T> {
  const cache = client.getQueryCache()
  const now = underWay.get(client) ?? begin(client)
  now.changes += 1
  const dropped = new Set(cache.findAll(filters).filter(isOnItsWay))
  for (const query of dropped) now.again.add(query)
  try {
    await client.cancelQueries({ predicate: (query) => dropped.has(query) })
    show()
    return await send()
  } finally {
    now.changes -= 1
    for (const query of cache.findAll(filters)) if (isOnItsWay(query) || now.answered.has(query)) now.again.add(query)
    if (now.changes === 0) {
      now.stop()
      underWay.delete(client)
      void client.invalidateQueries({ predicate: (query) => now.again.has(query) })
    }
  }
}
