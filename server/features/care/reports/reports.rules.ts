import type { Decision, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import type { Viewer } from '../../../http/session.ts'

/** Distinct people whose reports hide a request until a moderator has looked. */
export const HIDE_THRESHOLD = 3

// Neither says that others should not read it: the one asks for help, the other for another category.
const nonHidingTypes = new Set<ReportType>(['danger_to_self', 'miscategorized'])

/** Whether open reports, one for each person, hide what they are about. */
export const shouldHide = (open: ReportType[]): boolean =>
  open.includes('private_information') || open.filter((type) => !nonHidingTypes.has(type)).length >= HIDE_THRESHOLD

export const isOpen = (status: ReportStatus): boolean => status === 'open' || status === 'in_review'

export const isAccountDecision = (decision: Decision): decision is 'limited' | 'banned' =>
  decision === 'limited' || decision === 'banned'

/** Who hid their name would be found out by what becomes of their account, so it is only written down there. */
export const decisionToStore = (
  requested: Decision,
  { is_anonymous, author_id }: { is_anonymous: boolean | number; author_id: string | null },
): Decision => (isAccountDecision(requested) && (is_anonymous || author_id === null) ? 'referred' : requested)

/** What a decision makes of the report's status, when the moderator does not say. */
export function statusAfter(
  before: ReportStatus,
  { status, decision }: { status?: ReportStatus | undefined; decision?: Decision | undefined },
): ReportStatus {
  if (status !== undefined) return status
  return decision === undefined || decision === 'none' ? before : 'actioned'
}

const HOUR_MS = 3_600_000

/** Since when a report waits too long: somebody in danger cannot wait for tomorrow, and what somebody looks after gets three days. */
export function isOverdue(
  { report_type, status, created_at }: { report_type: ReportType; status: ReportStatus; created_at: string },
  at: Date,
): boolean {
  if (!isOpen(status)) return false
  const hours = (report_type === 'danger_to_self' ? [1, 24] : [24, 72])[status === 'open' ? 0 : 1] ?? 0
  return at.getTime() - Date.parse(created_at) > hours * HOUR_MS
}

/** Who looks after a report decides about it, or an administrator; when nobody does, any moderator. */
export const mayDecideReport = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  { assigned_to }: { assigned_to: string | null },
): boolean => assigned_to === null || assigned_to === viewer.id || viewer.role === 'admin'

/** What is done to somebody's request or account needs a reason. */
export const needsReason = (decision: Decision | undefined): boolean => decision !== undefined && decision !== 'none'
