import type { SessionRow } from '../../../http/session.ts'
import { REFRESH_GRACE_MS } from '../../../http/session.ts'

/** The display name of someone who gave none: what is before the @ of their email address. */
export const defaultDisplayName = (email: string): string => email.slice(0, email.lastIndexOf('@')).slice(0, 60)

/** Whether a person is in the days in which they can take their own deletion back. */
export const isPendingDeletion = (
  user: { id: string; status: string; deletion_by: string | null; deletes_at: string | null },
  at: Date,
): boolean => user.status === 'deleting' && user.deletion_by === user.id && (user.deletes_at ?? '') > at.toISOString()

/**
 * What to do with a token that asks to be refreshed. The newest is rotated. The one before it gets the same successor for
 * a short while, because two tabs may ask at once and an answer may be lost. Any older one has been copied: the session ends.
 */
export function refreshDecision(
  row: Pick<SessionRow, 'current_jti' | 'previous_jti' | 'rotated_at'>,
  jti: string,
  at: Date,
): 'rotate' | 'same_successor' | 'revoke' {
  if (jti === row.current_jti) return 'rotate'
  const age = at.getTime() - Date.parse(row.rotated_at)
  return jti === row.previous_jti && age < REFRESH_GRACE_MS ? 'same_successor' : 'revoke'
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstMatch = (table: [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** A few words by which a person knows a device again; the whole User-Agent is not kept. */
export function deviceName(user_agent: string | undefined): string {
  const parts = [firstMatch(BROWSERS, user_agent ?? ''), firstMatch(SYSTEMS, user_agent ?? '')].filter(
    (part) => part !== undefined,
  )
  return parts.join(', ')
}

/** What to write to an address that somebody signed up with: to confirm it, or that it has an account; nothing to a suspended person. */
export function greetingTemplate({
  status,
  email_verified_at,
}: {
  status: 'active' | 'pending' | 'suspended' | 'deleting'
  email_verified_at: string | null
}): 'verify_email' | 'already_a_member' | undefined {
  if (status === 'suspended') return undefined
  return email_verified_at === null ? 'verify_email' : 'already_a_member'
}
