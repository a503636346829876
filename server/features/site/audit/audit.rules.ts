import type { AuditEntry } from '../../../../contract/audit.ts'

export const columns = ['time', 'actor_id', 'actor', 'action', 'target_type', 'target_id', 'reason', 'detail'] as const

// Spreadsheets take what begins so for a formula (OWASP, "CSV Injection"), also behind spaces that they take away.
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/

/** One cell as RFC 4180 has it, and as text for every spreadsheet: what could be a formula begins with an apostrophe. */
export function formatCell(value: string | null): string {
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line with its end. */
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
