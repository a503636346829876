import { type Expression, type SqlBool, sql } from 'kysely'
import type { ReportType } from '../../../../contract/reports.ts'

const hasSameTarget = (of: string): Expression<SqlBool> =>
  sql`(${sql.ref(`${of}.prayer_request_id`)} = reports.prayer_request_id or ${sql.ref(`${of}.update_id`)} = reports.update_id)`

// Danger first, then the oldest.
const priorityOf = (of: string) =>
  sql`(case when ${sql.ref(`${of}.report_type`)} = 'danger_to_self' then 0 else 1 end, ${sql.ref(`${of}.created_at`)}, ${sql.ref(`${of}.id`)})`

/**
 * Selects one report per case: of the open ones about a target the most serious and oldest, and of those decided
 * together the one that the decision was made with.
 */
export const isCaseLead: Expression<SqlBool> = sql`(case when reports.status in ('open', 'in_review')
  then not exists (select 1 from reports as earlier where earlier.status in ('open', 'in_review')
    and ${hasSameTarget('earlier')} and ${priorityOf('earlier')} < ${priorityOf('reports')})
  else reports.decided_with is null end)`

/** True if any report of the case that this one represents is of the type. */
export const caseHasType = (report_type: ReportType): Expression<SqlBool> =>
  sql`(reports.report_type = ${report_type} or exists (select 1 from reports as member
    where member.report_type = ${report_type} and case when reports.status in ('open', 'in_review')
      then member.status in ('open', 'in_review') and ${hasSameTarget('member')}
      else member.decided_with = reports.id end))`
