import type { Decision, ReportStatus, ReportType } from '../../../contract/reports.ts'

/** Distinct people whose reports hide a request until a moderator has looked. */
export const REPORTERS_TO_HIDE = 3

// Neither says that others should not read it: the one asks for help, the other for another category.
const hidesNothing = new Set<ReportType>(['danger_to_self', 'miscategorized'])

/** Whether open reports, one for each person, hide what they are about. */
export const hides = (open: ReportType[]): boolean =>
  open.includes('private_information') || open.filter((type) => !hidesNothing.has(type)).length >= REPORTERS_TO_HIDE

export const isOpen = (status: ReportStatus): boolean => status === 'open' || status === 'in_review'

/** An account is changed by the calls for accounts, with their own checks: here it is only referred there. */
export const storedDecision = (asked: Decision): Decision =>
  asked === 'limited' || asked === 'banned' ? 'referred' : asked

/** What a decision makes of the report's status, when the moderator does not say. */
export function statusAfter(
  before: ReportStatus,
  { status, decision }: { status?: ReportStatus | undefined; decision?: Decision | undefined },
): ReportStatus {
  if (status !== undefined) return status
  return decision === undefined || decision === 'none' ? before : 'actioned'
}
