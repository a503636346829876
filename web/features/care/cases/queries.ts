import { endpointQuery } from '../../../query.ts'

export const casesQuery = endpointQuery('cases.list', {}, true)
export const caseQuery = (id: string) => endpointQuery('cases.one', { id }, true)
export const ownCaseQuery = (id: string) => endpointQuery('cases.own', { id }, true)

/** How often a page asks again by itself on which somebody waits. Milliseconds. */
const ASK_AGAIN_MS = 60_000
/** Options of what such a page asks for: it is read anew whenever somebody comes back, too. */
export const watched = {
  refetchInterval: ASK_AGAIN_MS,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const
