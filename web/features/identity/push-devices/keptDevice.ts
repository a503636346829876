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
  /** As the person chose it here: the site forgets a device that is signed out. Absent in what an earlier version kept. */
  is_discreet?: boolean
}

const readSessionId = (): string | undefined => parseToken(readToken() ?? '').sid

/** Keeps on this device that the person switched it on. Where storage is blocked nothing is renewed, and the offer comes again. */
export function keepDevice(user_id: string, is_discreet: boolean): void {
  const kept: KeptDevice = { user_id, session_id: readSessionId(), renewed_at: Date.now(), is_discreet }
  writeStored(DEVICE_KEY, JSON.stringify(kept))
}

/** Returns for `push_devices.add` that the person wants it discreet here. A renewal never says that they do not. */
export function keptDiscretion(user_id: string): { is_discreet?: true } {
  const kept = readStoredJson(DEVICE_KEY) as KeptDevice | null
  return kept?.user_id === user_id && kept.is_discreet === true ? { is_discreet: true } : {}
}

export const forgetDevice = (): boolean => writeStored(DEVICE_KEY, null)

/** True when the person switched this device on, and it has not said so in this session, or today: nor while its clock was ahead. */
export function isRenewalDue(user_id: string): boolean {
  const kept = readStoredJson(DEVICE_KEY) as KeptDevice | null
  if (kept?.user_id !== user_id) return false
  return kept.session_id !== readSessionId() || !(Math.abs(Date.now() - kept.renewed_at) < RENEWAL_MS)
}

/** True when another person switched this device on, whose session ended by itself. It is theirs again when they are back. */
export function isOfAnother(user_id: string): boolean {
  const kept = readStoredJson(DEVICE_KEY) as KeptDevice | null
  return kept !== null && kept.user_id !== user_id
}

/** True until the offer was made on this device: once is enough. */
export const mayOffer = (): boolean => readStored(OFFER_KEY) === null
export const endOffer = (): boolean => writeStored(OFFER_KEY, 'made')
