import { readStoredJson, writeStored } from '../../../storage.ts'

/** Where a code was sent, and the ticket with which this browser asked for it. */
export interface SentCode {
  email: string
  ticket: string
}

const STORAGE_KEY = 'sent_code'
/** A mail is on its way for an hour at most. */
const MAX_AGE_MS = 3_600_000

/**
 * Keeps for this tab where a code was sent: a phone discards the page while somebody reads the mail. It opens nothing without that code. Where
 * storage is blocked another one is asked for.
 */
export const keepSentCode = (sent: SentCode): boolean =>
  writeStored(STORAGE_KEY, JSON.stringify({ ...sent, kept_at: Date.now() }), 'sessionStorage')

export const dropSentCode = (): boolean => writeStored(STORAGE_KEY, null, 'sessionStorage')

export function readSentCode(): SentCode | null {
  const kept = readStoredJson(STORAGE_KEY, 'sessionStorage') as (SentCode & { kept_at: number }) | null
  return kept !== null && Date.now() - kept.kept_at < MAX_AGE_MS ? { email: kept.email, ticket: kept.ticket } : null
}
