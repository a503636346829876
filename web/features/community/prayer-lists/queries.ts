import { endpointQuery } from '../../../query.ts'

export const listsQuery = endpointQuery('prayer_lists.list', {}, true)
export const listQuery = (id: string) => endpointQuery('prayer_lists.one', { id }, true)
/** What comes to the reader on their day, of which their lists are a part. */
export const todayQuery = endpointQuery('today.read', {}, true)
