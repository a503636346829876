import { endpointQuery } from '../../../query.ts'

export const alarmStateQuery = endpointQuery('alarms.state', {}, true)
export const rotaQuery = endpointQuery('review.rota', {}, true)
