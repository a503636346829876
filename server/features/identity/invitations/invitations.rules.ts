import type { invitationStates } from '../../../../contract/invitations.values.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'

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

/** What became of an invitation. */
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

/** Milliseconds until the mail to one of many leaves: half of the pace is left to mails that somebody waits for. */
export const mailDelay = (waiting: number, mail_per_minute: number): number =>
  Math.round((waiting * 2 * MINUTE_MS) / mail_per_minute)

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
