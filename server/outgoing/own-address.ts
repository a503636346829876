import type { addressReaches } from '../../contract/settings.ts'
import { type Secrets, isEqualSecret, newSecret } from '../secrets/secrets.ts'
import { leadsToLinkLocal } from './public-address.ts'

export type AddressReach = (typeof addressReaches)[number]

const TIMEOUT_MS = 6000
/** Answers of this site are shorter. */
const MAX_ANSWER_BYTES = 200

/** Hosts that lead every machine to itself. */
const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])\.?$/i.test(hostname)

/** What an origin itself says against it; null: nothing. */
export function faultOf(origin: string): 'this_machine' | 'insecure' | null {
  const { protocol, hostname } = new URL(origin)
  if (isThisMachine(hostname)) return 'this_machine'
  return protocol === 'https:' ? null : 'insecure'
}

// https://nodejs.org/api/tls.html#x509-certificate-error-codes
const isOfCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code)

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

interface Trying {
  secrets: Secrets
  /** Opens an address: `fetch`. */
  open: typeof fetch
}

/** Asks the site at an origin to prove that it is this one. */
async function ask(
  origin: string,
  { secrets, open }: Trying,
): Promise<'this_site' | 'other_site' | 'bad_certificate' | 'unreachable'> {
  if (await leadsToLinkLocal(new URL(origin).hostname)) return 'unreachable'
  const nonce = newSecret()
  try {
    const response = await open(`${origin}/healthz/${nonce}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const proof = response.ok ? (await response.text()).slice(0, MAX_ANSWER_BYTES) : ''
    return isEqualSecret(proof, secrets.proveSite(nonce)) ? 'this_site' : 'other_site'
  } catch (error) {
    return isOfCertificate(codeOf(error)) ? 'bad_certificate' : 'unreachable'
  }
}

export interface TriedAddress {
  reach: AddressReach
  /** The same address with https, where that reaches this site. Null for one that has it already. */
  secure_address: string | null
}

/** Opens an origin from here, as far as that tells what others find there. Never throws. */
export async function tryAddress(
  origin: string,
  { secrets, open = fetch }: Pick<Trying, 'secrets'> & Partial<Trying>,
): Promise<TriedAddress> {
  const trying = { secrets, open }
  const fault = faultOf(origin)
  if (fault === 'this_machine') return { reach: fault, secure_address: null }
  const found = await ask(origin, trying)
  if (fault === null) return { reach: found === 'this_site' ? 'reached' : found, secure_address: null }
  const secure = `https://${new URL(origin).host}`
  // Nearly every server that has https sends those there who come without.
  const secure_address = (await ask(secure, trying)) === 'this_site' ? secure : null
  return { reach: found === 'this_site' || secure_address !== null ? fault : found, secure_address }
}
