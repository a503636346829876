import type { AuditEntry } from '../../../../contract/audit.ts'
import { excerpt } from '../../../../contract/excerpt.ts'

// Spreadsheets evaluate cells that begin like this as formulas (OWASP, "CSV Injection"), also after spaces, which some
// remove.
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/

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

/** True for an act that says who may be in danger: no part of the log names them. */
export const isOfCare = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): boolean =>
  action === 'holds.acknowledge' ||
  action === 'holds.mark_seen' ||
  (action.startsWith('holds.') && detail['held_reason'] === 'crisis')

/** An act without what would tell administrators who may be in danger, or a word of their case. */
export const hideCare = <Act extends Pick<AuditEntry, 'action' | 'detail' | 'target_id' | 'reason'>>(act: Act): Act =>
  isOfCare(act) ? { ...act, target_id: null, reason: null, detail: {} } : act

/** The beginning of a text as an act or a row of the desk shows it, on one line. */
export const excerptOf = (text: string): string => excerpt(text, 60)
