import type { Decision, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import type { Viewer } from '../../../http/session.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'

/** Number of distinct users whose reports hide a request until a moderator has reviewed it. */
export const HIDE_THRESHOLD = 3

// Neither asks to hide the request: one asks for help, the other for another category.
const nonHidingTypes = new Set<ReportType>(['danger_to_self', 'miscategorized'])

/** True if the open reports, one per user, hide their target. */
export const shouldHide = (open: ReportType[]): boolean =>
  open.includes('private_information') || open.filter((type) => !nonHidingTypes.has(type)).length >= HIDE_THRESHOLD

export const isOpen = (status: ReportStatus): boolean => status === 'open' || status === 'in_review'

/** True for a report that calls the care team: only who sees crises decides it, and only by itself. */
export const isOfDanger = ({ report_type }: { report_type: string }): boolean => report_type === 'danger_to_self'

export const isAccountDecision = (decision: Decision): decision is 'limited' | 'banned' =>
  decision === 'limited' || decision === 'banned'

/** A change of the account would reveal an anonymous author, so for them the decision is only stored. */
export const decisionToStore = (
  requested: Decision,
  { is_anonymous, author_id }: { is_anonymous: boolean | number; author_id: string | null },
): Decision => (isAccountDecision(requested) && (is_anonymous || author_id === null) ? 'referred' : requested)

/** Decisions after which others read the text. What reports alone had hidden is shown again. */
export const leavesVisible = (decision: Decision): boolean =>
  decision === 'edited' || decision === 'warned' || decision === 'referred_to_care'

/** The status of a report after a decision, unless the moderator sets one. */
export function statusAfter(
  before: ReportStatus,
  { status, decision }: { status?: ReportStatus | undefined; decision?: Decision | undefined },
): ReportStatus {
  if (status !== undefined) return status
  return decision === undefined || decision === 'none' ? before : 'actioned'
}

/**
 * True when a report has waited too long: danger cannot wait for the next day, and a report in review gets three days.
 */
export function isOverdue(
  { report_type, status, created_at }: { report_type: ReportType; status: ReportStatus; created_at: string },
  at: Date,
): boolean {
  if (!isOpen(status)) return false
  const hours = (report_type === 'danger_to_self' ? [1, 24] : [24, 72])[status === 'open' ? 0 : 1] ?? 0
  return at.getTime() - Date.parse(created_at) > hours * HOUR_MS
}

/**
 * The moderator to whom a report is assigned decides about it, or an administrator; if it is unassigned, any moderator.
 */
export const mayDecideReport = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  { assigned_to }: { assigned_to: string | null },
): boolean => assigned_to === null || assigned_to === viewer.id || viewer.role === 'admin'
