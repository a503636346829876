import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { Result } from '../api.ts'

/** Changes of the page whose calls are still pending. */
interface PendingChanges {
  count: number
  /** Queries that the server has answered since the first of them was sent. */
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

/** Change that a call makes on the page before the server has answered. */
export interface OptimisticChange {
  queries: QueryFilters
  /** Changes the cache; returns a function that reverts only that change. */
  apply: () => () => void
}

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** Returns data in which the members of both `from` and `to` that are as in `from` are as in `to`; those of objects one by one. */
function exchange(data: Members, from: Members, to: Members): Members {
  const changed = { ...data }
  for (const key of Object.keys(from).filter((one) => one in to)) {
    const [now, old, wanted] = [data[key], from[key], to[key]]
    if (isObject(now) && isObject(old) && isObject(wanted)) changed[key] = exchange(now, old, wanted)
    else if (now === old) changed[key] = wanted
  }
  return changed
}

/** Some members of what a query holds; of a member that is an object, some of its own. */
type PartOf<Data> = { [Key in keyof Data]?: Data[Key] extends object ? Partial<Data[Key]> : Data[Key] }

/** Changes a part of what a query holds. What another change has replaced since is not reverted. */
export function changeOfPart<Data extends object>(
  client: QueryClient,
  queryKey: QueryKey,
  part: PartOf<Data>,
): OptimisticChange {
  const wanted = part as object as Members
  const apply = () => {
    const before = client.getQueryData<Members>(queryKey) ?? {}
    client.setQueryData<Members>(queryKey, (known) => known && exchange(known, known, wanted))
    return () => void client.setQueryData<Members>(queryKey, (known) => known && exchange(known, wanted, before))
  }
  return { queries: { queryKey }, apply }
}

/**
 * Applies a change to the page at once and calls the endpoint; reverts the change if the call fails. Cancels the matching queries in
 * flight, because an answer from before the change would undo it on the page, and refetches them when no change is pending any more.
 */
export async function callOptimistically<Answer>(
  client: QueryClient,
  { queries, apply }: OptimisticChange,
  act: () => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const cache = client.getQueryCache()
  const pending = pendingChanges.get(client) ?? trackChanges(client)
  pending.count += 1
  const cancelled = new Set(cache.findAll(queries).filter(isRefetching))
  for (const query of cancelled) pending.toRefetch.add(query)
  try {
    await client.cancelQueries({ predicate: (query) => cancelled.has(query) })
    const revert = apply()
    const result = await act()
    if (result.error) revert()
    return result
  } finally {
    pending.count -= 1
    for (const query of cache.findAll(queries))
      if (isRefetching(query) || pending.answered.has(query)) pending.toRefetch.add(query)
    if (pending.count === 0) {
      pending.unsubscribe()
      pendingChanges.delete(client)
      void client.invalidateQueries({ predicate: (query) => pending.toRefetch.has(query) })
    }
  }
}
