import { endpointQuery } from '../../../query.ts'

export const casesQuery = endpointQuery('cases.list', {}, true)
export const caseQuery = (id: string) => endpointQuery('cases.one', { id }, true)
export const ownCaseQuery = (id: string) => endpointQuery('cases.own', { id }, true)
