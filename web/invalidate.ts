import type { Query, QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '../contract/endpoints.ts'
import { type About, listAbout } from './query.ts'

/**
 * True if a query is about one of these. A query whose data was set before its first fetch has no `meta` yet, only its
 * key.
 */
export const isAbout = ({ meta, queryKey: [name] }: Pick<Query, 'meta' | 'queryKey'>, ...about: About[]): boolean =>
  (meta?.about ?? listAbout(name as EndpointName)).some((one) => about.includes(one))

/** Refetches every query about one of these. */
export const invalidate = (client: QueryClient, ...about: About[]): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => isAbout(query, ...about) })
