import { setTimeout as pause } from 'node:timers/promises'
import type { addressReaches } from '../../contract/settings.ts'
import { faultOfAddress } from '../../contract/site-address.values.ts'
import { isOfCertificate } from '../mail/transport.ts'
import { type Secrets, isEqualSecret, newSecret } from '../secrets/secrets.ts'
import { leadsToLinkLocal } from './public-address.ts'

export type AddressReach = (typeof addressReaches)[number]

const TIMEOUT_MS = 6000
/** Answers of this site are shorter. */
const MAX_ANSWER_BYTES = 200

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** Reads no more of an answer than a proof is long: what is there may send without an end. */
async function readBeginning({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).toString()
}

interface Trying {
  secrets: Secrets
  /** Opens an address: `fetch`. */
  open: typeof fetch
  /** Time for an answer. Milliseconds. */
  timeout_ms: number
}

/** Asks the site at an origin to prove that it is this one. */
async function ask(
  origin: string,
  { secrets, open, timeout_ms }: Trying,
): Promise<'this_site' | 'other_site' | 'bad_certificate' | 'unreachable'> {
  if (await leadsToLinkLocal(new URL(origin).hostname)) return 'unreachable'
  const start = performance.now()
  const nonce = newSecret()
  try {
    const response = await open(`${origin}/healthz/${nonce}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const proof = response.ok ? await readBeginning(response) : ''
    return isEqualSecret(proof, secrets.proveSite(nonce)) ? 'this_site' : 'other_site'
  } catch (error) {
    if (isOfCertificate(codeOf(error))) return 'bad_certificate'
    // A port that is closed says so at once and a silent one never, and nobody is to learn which.
    await pause(start + timeout_ms - performance.now())
    return 'unreachable'
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
  { secrets, open = fetch, timeout_ms = TIMEOUT_MS }: Pick<Trying, 'secrets'> & Partial<Trying>,
): Promise<TriedAddress> {
  const trying = { secrets, open, timeout_ms }
  const fault = faultOfAddress(origin)
  if (fault === 'this_machine') return { reach: fault, secure_address: null }
  const found = await ask(origin, trying)
  if (fault === null) return { reach: found === 'this_site' ? 'reached' : found, secure_address: null }
  const secure = `https://${new URL(origin).host}`
  // Nearly every server that has https sends those there who come without.
  const secure_address = (await ask(secure, trying)) === 'this_site' ? secure : null
  return { reach: found === 'this_site' || secure_address !== null ? fault : found, secure_address }
}
