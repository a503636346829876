import { type invitationStates, LIST_DAYS, MAX_INVITATION_DAYS } from '../../../../contract/invitations.values.ts'
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

/** The status after a sign-up: active, or pending until the site's conditions are met. */
export const signUpStatus = ({
  awaits_approval,
  email_verified,
  require_verified_email,
}: {
  awaits_approval: boolean
  email_verified: boolean
  require_verified_email: boolean
}): 'active' | 'pending' => (awaits_approval || (require_verified_email && !email_verified) ? 'pending' : 'active')

/** Returns what became of an invitation. */
export function stateOf(
  {
    mail,
    opened_at,
    ...invitation
  }: Omit<InvitationState, 'email'> & { mail: 'waiting' | 'sent' | 'refused' | null; opened_at: string | null },
  at: Date,
): (typeof invitationStates)[number] {
  if (invitation.uses >= invitation.max_uses) return 'here'
  if (invitation.revoked_at !== null) return 'taken_back'
  if (Date.parse(invitation.expires_at) <= at.getTime()) return 'expired'
  return opened_at === null ? (mail ?? 'open') : 'opened'
}

/** The days that whoever invited chose, and those for which the mail waited for its server. */
export const daysOf = ({
  list_id,
  created_at,
  expires_at,
}: {
  list_id: string | null
  created_at: string
  expires_at: string
}): number =>
  list_id === null
    ? Math.min(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS), MAX_INVITATION_DAYS)
    : LIST_DAYS

/** Milliseconds until the mail to one of many leaves: half of the pace is left to mails that somebody waits for. */
export const mailDelay = (waiting: number, mail_per_minute: number): number =>
  Math.round((waiting * 2 * MINUTE_MS) / mail_per_minute)

/** Letters and digits that nobody mistakes for another when they are read aloud or by hand. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The code that somebody typed, as it is stored; undefined for the secret of a link. */
export function readCode(typed: string): string | undefined {
  if (typed.length > 30) return undefined
  const letters = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return /^[A-HJ-NP-Z2-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined
}

/** True for an invitation that lets its person in. A code is read by whoever passes: where staff approve people, they wait. */
export const letsIn = (
  mode: 'open' | 'invite' | 'approval',
  invitation: { code: string | null } | undefined,
): boolean => mode !== 'approval' || (invitation !== undefined && invitation.code === null)

export interface InvitationState {
  email: string | null
  revoked_at: string | null
  expires_at: string
  max_uses: number
  uses: number
}

/** The reason why an invitation is not valid for this address; undefined when it is valid. */
export function checkInvitation(
  invitation: InvitationState | undefined,
  email: string,
  at: Date,
): 'invitations.link_expired' | 'invitations.other_address' | undefined {
  const isOpen =
    invitation &&
    invitation.revoked_at === null &&
    Date.parse(invitation.expires_at) > at.getTime() &&
    invitation.uses < invitation.max_uses
  if (!isOpen) return 'invitations.link_expired'
  return invitation.email === null || invitation.email === email ? undefined : 'invitations.other_address'
}
