import type { ReportType } from '../../../../contract/reports.ts'
import type { Publication } from '../../../db/schema.ts'

interface OpenReport {
  /** Holds the type of every report of the case. */
  types: ReportType[]
  publication: Publication
  has_open_case: boolean
  is_overdue: boolean
}

/** True for a report of danger with an open case: it is one of the people in danger, and counted there. */
export const isInDanger = ({ types, has_open_case }: OpenReport): boolean =>
  types.includes('danger_to_self') && has_open_case

/**
 * True for a report that cannot wait for a quiet moment: one that is late, one about a crime, and one about somebody's private
 * information while others can still read it.
 */
export const cannotWait = ({ types, publication, is_overdue }: OpenReport): boolean =>
  is_overdue || types.includes('illegal') || (types.includes('private_information') && publication === 'published')
