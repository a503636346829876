import { endpointQuery } from '../../../query.ts'

export const appealsQuery = endpointQuery('appeals.list', {}, true)
