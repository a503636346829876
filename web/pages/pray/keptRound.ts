import { readStoredJson, writeStored } from '../../storage.ts'
import type { Lit } from './round.ts'

/** A round of a visitor who signs in: where they are, and the candles that they lit. */
export interface KeptRound {
  /** The requests, in their order. */
  ids: string[]
  /** The one on the screen; null at the end. */
  at: string | null
  lit: Lit[]
  isAllSoFar: boolean
  /** Leads to the next portion. */
  cursor: string | null
}

const STORAGE_KEY = 'kept_round'
const MAX_AGE_MS = 3_600_000

/** `search`: the address of the round. Kept for this tab and an hour; where storage is blocked the round begins anew. */
export const keepRound = (search: string, round: KeptRound): boolean =>
  writeStored(STORAGE_KEY, JSON.stringify({ search, kept_at: Date.now(), round }), 'sessionStorage')

export function readKeptRound(search: string): KeptRound | null {
  const kept = readStoredJson(STORAGE_KEY, 'sessionStorage') as {
    search: string
    kept_at: number
    round: KeptRound
  } | null
  return kept && kept.search === search && Date.now() - kept.kept_at < MAX_AGE_MS ? kept.round : null
}

export const dropKeptRound = (): boolean => writeStored(STORAGE_KEY, null, 'sessionStorage')
