import { endpointQuery } from '../../../query.ts'

export const listsQuery = endpointQuery('prayer_lists.list', {}, true)
export const listQuery = (id: string) => endpointQuery('prayer_lists.one', { id }, true)
