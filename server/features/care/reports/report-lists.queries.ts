import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
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

/**
 * True if any report of the case that this one represents is of one of the types. Each part asks once, not for every case: a site
 * of ten years has thousands.
 */
export function caseHasType(...types: ReportType[]): Expression<SqlBool> {
  const members = (column: 'prayer_request_id' | 'update_id' | 'decided_with', which: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(`member.${column}`)} from reports as member
      where member.report_type in (${sql.join(types)}) and ${which})`
  const open = sql`member.status in ('open', 'in_review')`
  return sql`(reports.report_type in (${sql.join(types)}) or case when reports.status in ('open', 'in_review')
    then reports.prayer_request_id in ${members('prayer_request_id', open)} or reports.update_id in ${members('update_id', open)}
    else reports.id in ${members('decided_with', sql`member.decided_with is not null`)} end)`
}
