import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Result } from '../api.ts'

/** The changes of a page that wait for the server. */
interface PendingChanges {
  count: number
  /** What the server has answered since the first of them was sent. */
  answered: Set<Query>
  toRefetch: Set<Query>
  unsubscribe: () => void
}
const pendingChanges = new WeakMap<QueryClient, PendingChanges>()

function trackChanges(client: QueryClient): PendingChanges {
  const answered = new Set<Query>()
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true)
      answered.add(event.query)
  })
  const pending = { count: 0, answered, toRefetch: new Set<Query>(), unsubscribe }
  pendingChanges.set(client, pending)
  return pending
}

const isRefetching = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && state.data !== undefined

/**
 * Shows a change at once and sends it. An answer that was asked for before the server knew of the change would undo it on the
 * page: the queries of the filter that are on their way are dropped, and asked again when no change waits any more.
 */
export async function mutateOptimistically<T>(
  client: QueryClient,
  filters: QueryFilters,
  applyChange: () => void,
  send: () => Promise<T>,
): Promise<T> {
  const cache = client.getQueryCache()
  const pending = pendingChanges.get(client) ?? trackChanges(client)
  pending.count += 1
  const cancelled = new Set(cache.findAll(filters).filter(isRefetching))
  for (const query of cancelled) pending.toRefetch.add(query)
  try {
    await client.cancelQueries({ predicate: (query) => cancelled.has(query) })
    applyChange()
    return await send()
  } finally {
    pending.count -= 1
    for (const query of cache.findAll(filters))
      if (isRefetching(query) || pending.answered.has(query)) pending.toRefetch.add(query)
    if (pending.count === 0) {
      pending.unsubscribe()
      pendingChanges.delete(client)
      void client.invalidateQueries({ predicate: (query) => pending.toRefetch.has(query) })
    }
  }
}

/** What a call changes on the page before the server has answered. */
export interface OptimisticChange {
  queries: QueryFilters
  /** Changes what is cached; gives what takes back just that. */
  apply: () => () => void
}

/** Shows a change at once and calls; takes the change back if the call fails. */
export async function callOptimistically<Answer>(
  client: QueryClient,
  { queries, apply }: OptimisticChange,
  act: () => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  let revert: (() => void) | undefined
  const result = await mutateOptimistically(client, queries, () => void (revert = apply()), act)
  if (result.error) revert?.()
  return result
}
