import { endpointQuery } from '../../query.ts'

export const alertsQuery = endpointQuery('holds.alerts', {}, true)
export const waitingQuery = endpointQuery('holds.list', { pageSize: 100, danger: false }, true)
export const rotaQuery = endpointQuery('holds.rota', {}, true)
