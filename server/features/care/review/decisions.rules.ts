import type { AppealOutcome, DecisionKind } from '../../../../contract/decisions.ts'
import type { HeldReason } from '../../../../contract/prayers.ts'
import type { Role, UserStatus } from '../../../../contract/users.ts'
import type { ReportStatus } from '../../../../contract/reports.ts'
import { notifiedDecisions } from '../../../../contract/decisions.values.ts'
import type { Publication } from '../../../db/schema.ts'

/** How long who decided can take it back. */
export const DECISION_UNDO_WINDOW_MS = 10 * 60_000
/** How long an author can say something against it. */
export const APPEAL_WINDOW_MS = 14 * 24 * 3_600_000
/** When an appeal has waited too long. */
export const APPEAL_OVERDUE_MS = 72 * 3_600_000

/** What a decision found and what it made of it, so that it can be taken back. */
export interface DecisionSnapshot {
  before: { publication: Publication; held_reason: HeldReason | null; held_at: string | null; kept_at: string | null }
  after: Publication
  /** Of the reports that it decided. */
  reports: {
    id: string
    status: ReportStatus
    decision: string
    decision_reason: string | null
    decided_at: string | null
    decided_with: string | null
  }[]
  /** Of the author's account, when it changed that. */
  account: AccountChange | null
}

type AccountState = { role: Role; status: UserStatus }
export interface AccountChange {
  id: string
  before: AccountState
  after: AccountState
}

export interface DecisionRow {
  id: string
  prayer_request_id: string
  update_id: string | null
  report_id: string | null
  decision: DecisionKind
  restores: DecisionSnapshot
  is_crisis: boolean
  decided_by: string | null
  decided_at: string
  undone_at: string | null
  appealed_at: string | null
  appeal_outcome: AppealOutcome | null
}

const isWithin = (since: string, ms: number, at: Date): boolean => at.getTime() - Date.parse(since) <= ms

export const undoUntil = (decided_at: string): string =>
  new Date(Date.parse(decided_at) + DECISION_UNDO_WINDOW_MS).toISOString()

/** Whether a decision is young enough to be taken back by who made it. */
export const isUndoable = ({ decided_at }: Pick<DecisionRow, 'decided_at'>, at: Date): boolean =>
  isWithin(decided_at, DECISION_UNDO_WINDOW_MS, at)

export const isNotifiedDecision = (decision: DecisionKind): boolean =>
  notifiedDecisions.some((kind) => kind === decision)

export const appealUntil = (decided_at: string): string =>
  new Date(Date.parse(decided_at) + APPEAL_WINDOW_MS).toISOString()

/** Once, within two weeks, against what stands. */
export const mayAppeal = (
  {
    decision,
    decided_at,
    undone_at,
    appealed_at,
  }: Pick<DecisionRow, 'decision' | 'decided_at' | 'undone_at' | 'appealed_at'>,
  at: Date,
): boolean =>
  isNotifiedDecision(decision) &&
  undone_at === null &&
  appealed_at === null &&
  isWithin(decided_at, APPEAL_WINDOW_MS, at)

/** Somebody else than who decided looks at it again, as long as there is somebody else. */
export const mayAnswerAppeal = (
  viewer: { id: string },
  { decided_by }: Pick<DecisionRow, 'decided_by'>,
  { has_colleague }: { has_colleague: boolean },
): boolean => decided_by !== viewer.id || !has_colleague

/**
 * Where a request goes when a decision about it falls: null when that is not the decision's to say any more. Undoing brings back
 * what was there before; an appeal that is granted puts it on the wall.
 */
export function publicationAfterUndo(
  { before, after }: DecisionSnapshot,
  current: Publication,
  why: 'undone' | 'overturned',
): Publication | null {
  // What its author had deleted stays deleted.
  if (current !== after || before.publication === 'deleted') return null
  const to = why === 'undone' ? before.publication : 'published'
  return to === current ? null : to
}
