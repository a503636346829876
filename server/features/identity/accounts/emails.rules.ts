/** True if the user must confirm their address before they may share a request. */
export const mustVerifyEmail = (
  { email_verified_at }: { email_verified_at: string | null },
  require_verified_email: boolean,
): boolean => require_verified_email && email_verified_at === null
