import { endpointQuery } from '../../../query.ts'

export const waitingQuery = endpointQuery('review.list', { pageSize: 100, danger: false }, true)
export const alarmStateQuery = endpointQuery('alarms.state', {}, true)
export const rotaQuery = endpointQuery('review.rota', {}, true)
