import { endpointQuery } from '../../../../query.ts'

/** The lines under a request that the reader reads. */
export const linesQuery = (id: string) => endpointQuery('prayers.lines', { id }, true)
