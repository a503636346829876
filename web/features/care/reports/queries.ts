import type { ReportStatus, ReportType } from '../../../../contract/reports.ts'
import { endpointQuery } from '../../../query.ts'

export const PAGE_SIZE = 20

export interface ReportFilter {
  status: ReportStatus | undefined
  report_type: ReportType | undefined
  page: number
}
export const reportsQuery = (filter: ReportFilter) =>
  endpointQuery('reports.list', { ...filter, limit: PAGE_SIZE }, true)

export const reportStatuses = ['open', 'in_review', 'actioned', 'dismissed'] as const satisfies ReportStatus[]
export const reportTypes = [
  'danger_to_self',
  'private_information',
  'harassment',
  'hate',
  'sexual',
  'spam_or_money',
  'false_or_impersonation',
  'illegal',
  'miscategorized',
  'other',
] as const satisfies ReportType[]
