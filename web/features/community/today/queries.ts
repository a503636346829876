import { endpointQuery } from '../../../query.ts'

export const todayQuery = endpointQuery('today.read', {}, true)

/** How long one prays for so many requests, in whole minutes. */
export const minutesFor = (count: number): number => Math.max(1, Math.round(count * 1.4))
