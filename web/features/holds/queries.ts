import { q } from '../../query.ts'

export const alertsQuery = q('holds.alerts', {}, true)
export const waitingQuery = q('holds.list', { pageSize: 100, danger: false }, true)
export const rotaQuery = q('holds.rota', {}, true)
