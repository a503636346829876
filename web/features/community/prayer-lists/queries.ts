import { queryOptions } from '@tanstack/react-query'
import { STALE_MS, endpointQuery } from '../../../query.ts'

export const listsQuery = endpointQuery('prayer_lists.list', {}, true)
export const remindersQuery = endpointQuery('prayer_lists.reminders', {}, true)
/** The request that a reminder is about. */
export const aboutQuery = (id: string) => endpointQuery('prayers.one', { id }, true)
export const listQuery = (id: string) => endpointQuery('prayer_lists.one', { id }, true)
/** Reads what comes to the reader on their day, of which their lists are a part. One that is not stored is asked for at once. */
export const todayQuery = queryOptions({
  ...endpointQuery('today.read', {}, true),
  staleTime: ({ state }) => (state.data?.is_stored === false ? 0 : STALE_MS),
})
