import { endpointQuery } from '../../../query.ts'

export const summaryQuery = (id: string) => endpointQuery('group_summaries.read', { id }, true)
export const readersQuery = (id: string) => endpointQuery('group_summaries.readers', { id }, true)
