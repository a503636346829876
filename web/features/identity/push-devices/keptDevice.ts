import { parseToken, readToken } from '../../../token.ts'

const DEVICE_KEY = 'push_device'
const OFFER_KEY = 'push_offer'
/** How often a browser says that it still takes messages. Milliseconds. */
const RENEWAL_MS = 24 * 3_600_000

interface KeptDevice {
  user_id: string
  session_id: string | undefined
  renewed_at: number
}

const readSessionId = (): string | undefined => parseToken(readToken() ?? '').sid

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked: nothing is renewed here, and the offer comes again.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps on this device that the person switched it on. */
export const keepDevice = (user_id: string): void =>
  write(
    DEVICE_KEY,
    JSON.stringify({ user_id, session_id: readSessionId(), renewed_at: Date.now() } satisfies KeptDevice),
  )

export const forgetDevice = (): void => write(DEVICE_KEY, null)

/** True when the person switched this device on, and it has not said so in this session, or today. */
export function isRenewalDue(user_id: string): boolean {
  try {
    const kept = JSON.parse(read(DEVICE_KEY) ?? 'null') as KeptDevice | null
    if (kept?.user_id !== user_id) return false
    return kept.session_id !== readSessionId() || !(Date.now() - kept.renewed_at < RENEWAL_MS)
  } catch {
    return false
  }
}

/** True until the offer was made on this device: once is enough. */
export const mayOffer = (): boolean => read(OFFER_KEY) === null
export const endOffer = (): void => write(OFFER_KEY, 'made')
