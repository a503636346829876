import { Secret, TOTP } from 'otpauth'

// RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds.
const PERIOD_S = 30
const DIGITS = 6
/** Steps before and after the current one whose code is accepted, for clocks that are off (RFC 6238 §5.2). */
const WINDOW = 1
/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_S, algorithm: 'SHA1', ...names })

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The URI in the QR code for an authenticator app: site, account and secret. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  createTotp(secret, { issuer, label }).toString()

/** The number of the time step that the code belongs to, or undefined if it matches none near `at`. */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  const timestamp = at.getTime()
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}

/** Lower-case base32 (RFC 4648), which has no 0, 1, 8 or 9 that look like letters. */
export const base32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.toLowerCase()
