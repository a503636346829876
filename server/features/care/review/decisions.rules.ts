import type { DecisionKind } from '../../../../contract/decisions.ts'
import type { HeldReason } from '../../../../contract/prayers.ts'
import { notifiedDecisions } from '../../../../contract/decisions.values.ts'
import type { Selectable } from 'kysely'
import type { Publication, Schema } from '../../../db/schema.ts'
import type { DecisionSnapshot } from '../../community/prayers/decisions.commands.ts'

/** Time in which the moderator who decided can undo it, in milliseconds. */
export const DECISION_UNDO_WINDOW_MS = 10 * 60_000
/** Time in which an author can appeal, in milliseconds. */
export const APPEAL_WINDOW_MS = 14 * 24 * 3_600_000
/** Time after which an appeal is overdue, in milliseconds. */
export const APPEAL_OVERDUE_MS = 72 * 3_600_000

export const decisionColumns = [
  'decisions.id',
  'decisions.prayer_request_id',
  'decisions.update_id',
  'decisions.report_id',
  'decisions.decision',
  'decisions.restores',
  'decisions.is_crisis',
  'decisions.decided_by',
  'decisions.decided_at',
  'decisions.undone_at',
  'decisions.appealed_at',
  'decisions.appeal_outcome',
] as const

type Decisions = Selectable<Schema['decisions']>
export type DecisionRow = {
  [
    Name in keyof Decisions as `decisions.${Name}` extends (typeof decisionColumns)[number] ? Name : never
  ]: Name extends 'restores' ? DecisionSnapshot : Decisions[Name]
}

const isWithin = (since: string, ms: number, at: Date): boolean => at.getTime() - Date.parse(since) <= ms

export const undoUntil = (decided_at: string): string =>
  new Date(Date.parse(decided_at) + DECISION_UNDO_WINDOW_MS).toISOString()

/** True while the moderator who made the decision can undo it. */
export const isUndoable = ({ decided_at }: Pick<DecisionRow, 'decided_at'>, at: Date): boolean =>
  isWithin(decided_at, DECISION_UNDO_WINDOW_MS, at)

export const isNotifiedDecision = (decision: DecisionKind): boolean =>
  notifiedDecisions.some((kind) => kind === decision)

export const appealUntil = (decided_at: string): string =>
  new Date(Date.parse(decided_at) + APPEAL_WINDOW_MS).toISOString()

/** An author appeals once, within `APPEAL_WINDOW_MS`, against a decision that is not undone. */
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

/**
 * The publication of a request after its decision is reverted; null when it has been changed since. Undoing restores
 * the earlier publication; a successful appeal publishes the request.
 */
export function publicationAfterUndo(
  { before, after }: DecisionSnapshot,
  current: Publication,
  why: 'undone' | 'overturned',
): Publication | null {
  // A request that its author deleted stays deleted.
  if (current !== after || before.publication === 'deleted') return null
  const to = why === 'undone' ? before.publication : 'published'
  return to === current ? null : to
}

/** True for the reason of a request that is hidden, which it keeps when it is removed. */
export const isReasonOfHiding = (held_reason: HeldReason | null): boolean =>
  held_reason === 'moderator' || held_reason === 'reports'

/** True for a decision that says itself whether a request is shown, whatever it was before. */
export const setsPublication = ({
  decision,
  restores: { before, after },
}: Pick<DecisionRow, 'decision' | 'restores'>): boolean =>
  before.publication !== after || decision === 'hidden' || decision === 'removed' || decision === 'kept_held'

/**
 * Returns what a later decision restores when an earlier one no longer stands: what that would have restored. `before`: null when
 * yet another decision stands between the two.
 */
export function rebase(
  later: DecisionSnapshot,
  {
    before,
    after,
    reports,
  }: Pick<DecisionSnapshot, 'after' | 'reports'> & { before: DecisionSnapshot['before'] | null },
): DecisionSnapshot {
  const earlier = new Map(reports.map((report) => [report.id, report]))
  return {
    ...later,
    before: before !== null && later.before.publication === after ? before : later.before,
    reports: later.reports.map((report) => earlier.get(report.id) ?? report),
  }
}
