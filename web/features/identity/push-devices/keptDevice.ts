import { readStored, readStoredJson, writeStored } from '../../../storage.ts'
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

/** Keeps on this device that the person switched it on. Where storage is blocked nothing is renewed, and the offer comes again. */
export function keepDevice(user_id: string): void {
  const kept: KeptDevice = { user_id, session_id: readSessionId(), renewed_at: Date.now() }
  writeStored(DEVICE_KEY, JSON.stringify(kept))
}

export const forgetDevice = (): boolean => writeStored(DEVICE_KEY, null)

/** True when the person switched this device on, and it has not said so in this session, or today. */
export function isRenewalDue(user_id: string): boolean {
  const kept = readStoredJson(DEVICE_KEY) as KeptDevice | null
  if (kept?.user_id !== user_id) return false
  return kept.session_id !== readSessionId() || !(Date.now() - kept.renewed_at < RENEWAL_MS)
}

/** True until the offer was made on this device: once is enough. */
export const mayOffer = (): boolean => readStored(OFFER_KEY) === null
export const endOffer = (): boolean => writeStored(OFFER_KEY, 'made')
