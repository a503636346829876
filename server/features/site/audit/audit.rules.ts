import type { AuditEntry } from '../../../../contract/audit.ts'
import type { DecisionKind } from '../../../../contract/decisions.ts'
import { excerpt } from '../../../../contract/excerpt.ts'

// Spreadsheets evaluate cells that begin like this as formulas (OWASP, "CSV Injection"), also after spaces, which some
// remove; in Japan and China with full-width signs, too.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * One cell in the format of RFC 4180. Prefixes what could be a formula with an apostrophe, so that spreadsheets show it
 * as text.
 */
export function formatCell(value: string | null): string {
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line, including its line break. */
export const formatLine = (cells: readonly (string | null)[]): string => `${cells.map(formatCell).join(',')}\r\n`

/** The decision of a moderator that says who may be in danger. */
export const PASSED_ON = 'referred_to_care' satisfies DecisionKind

/** True for an act that says who may be in danger: no part of the log names them. */
export const isOfCare = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): boolean =>
  action === 'holds.acknowledge' ||
  action === 'holds.mark_seen' ||
  detail['held_reason'] === 'crisis' ||
  detail['decision'] === PASSED_ON

/** An act without what would tell administrators who may be in danger, or a word of their case. */
export const hideCare = <Act extends Pick<AuditEntry, 'action' | 'detail' | 'target_id' | 'reason'>>(act: Act): Act =>
  isOfCare(act) ? { ...act, target_id: null, reason: null, detail: {} } : act

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const ofSetting = (value: unknown): string | null =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : typeof value === 'number' ? String(value) : asText(value)
const ofDecision = (decision: unknown): string[] => (typeof decision === 'string' ? [decision] : [])

const decided = (to: string[]): Pick<AuditEntry, 'from' | 'to'> => ({ from: null, to })

/** Returns what an act changed, or decided, as the log may tell it. Lists, such as who is on call, are not told. */
export function changeOf(act: Pick<AuditEntry, 'action' | 'detail'>): Pick<AuditEntry, 'from' | 'to'> {
  const { action, detail } = act
  if (isOfCare(act)) return decided([])
  switch (action) {
    case 'settings.write': {
      const [from, to] = [ofSetting(detail['from']), ofSetting(detail['value'])]
      return from === null || to === null ? decided([]) : { from, to: [to] }
    }
    case 'reports.decide':
      return decided(detail['status'] === 'dismissed' ? ['dismissed'] : ofDecision(detail['decision']))
    case 'appeals.decide':
      return decided(ofDecision(detail['outcome']))
    case 'decisions.undo':
      return decided(ofDecision(detail['decision']))
    default:
      return { from: asText(detail['from']), to: [detail['to']].flatMap((to) => asText(to) ?? []) }
  }
}

/** The beginning of a text as an act or a row of the desk shows it, on one line. */
export const excerptOf = (text: string): string => excerpt(text, 60)
