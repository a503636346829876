import { beginning } from '../../../../contract/excerpt.ts'
import { type SessionRow, REFRESH_GRACE_MS } from '../../../http/session.ts'

/** The display name of a user who gave none: the part before the @ of their email address. */
export const defaultDisplayName = (email: string): string => beginning(email.slice(0, email.lastIndexOf('@')), 60)

/** True during the days in which a user can cancel their own deletion. */
export const isPendingDeletion = (
  user: { id: string; status: string; deletion_by: string | null; deletes_at: string | null },
  at: Date,
): boolean => user.status === 'deleting' && user.deletion_by === user.id && (user.deletes_at ?? '') > at.toISOString()

/**
 * Decides what to do with a token that is to be refreshed. The newest is rotated. The one before it gets the same
 * successor for a short while, because two tabs may ask at once and an answer may be lost. Any older one has been
 * copied: the session ends.
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

/** A short description by which the user recognises a device; the whole User-Agent is not stored. */
export function deviceName(user_agent: string | undefined): string {
  const parts = [firstMatch(BROWSERS, user_agent ?? ''), firstMatch(SYSTEMS, user_agent ?? '')].filter(
    (part) => part !== undefined,
  )
  return parts.join(', ')
}

/**
 * The mail for an address that was used to sign up: a confirmation link, or a notice that it has an account; nothing
 * for a suspended user.
 */
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
