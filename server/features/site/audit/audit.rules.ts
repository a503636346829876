import type { AuditEntry } from '../../../../contract/audit.ts'

export const columns = ['time', 'actor_id', 'actor', 'action', 'target_type', 'target_id', 'reason', 'detail'] as const

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

export const formatEntry = ({ actor, detail, ...act }: AuditEntry): string =>
  formatLine([
    act.created_at,
    act.actor_id,
    actor?.display_name ?? null,
    act.action,
    act.target_type,
    act.target_id,
    act.reason,
    Object.keys(detail).length === 0 ? null : JSON.stringify(detail),
  ])
