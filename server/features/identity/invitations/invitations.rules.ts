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
