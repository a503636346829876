import type { ReportStatus, ReportType } from '../../../../contract/reports.ts'
import { endpointQuery } from '../../../query.ts'

export const PAGE_SIZE = 20

export interface ReportFilter {
  status: ReportStatus | undefined
  report_type: ReportType | undefined
  page: number
}
export const reportQuery = (id: string) => endpointQuery('reports.one', { id }, true)
export const reportsQuery = (filter: ReportFilter) =>
  endpointQuery('reports.list', { ...filter, limit: PAGE_SIZE }, true)
export const appealsQuery = endpointQuery('appeals.list', {}, true)
