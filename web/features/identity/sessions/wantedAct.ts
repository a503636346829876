import { newIdempotencyKey } from '../../../layout/newIdempotencyKey.ts'
import { readStoredJson, writeStored } from '../../../storage.ts'
import { readUserId } from '../../../token.ts'

/** The acts that are done for a reader who pressed their button and had to sign in first. No others are. */
const wantedActs = ['pray', 'follow', 'join'] as const

export interface WantedAct {
  act: (typeof wantedActs)[number]
  /** Id of the request or the group. */
  id: string
}

interface Kept extends WantedAct {
  kept_at: number
  /** Names who pressed, where a session ended with the press: nobody else does it. Null: a visitor. */
  user_id: string | null
  /** Sent with the act: a copy of the tab does it again, and it counts once. */
  key: string
}

const STORAGE_KEY = 'wanted_act'
const MAX_AGE_MS = 3_600_000
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function isWantedAct(value: unknown): value is WantedAct {
  const { act, id } = (value ?? {}) as Partial<WantedAct>
  return wantedActs.some((known) => known === act) && typeof id === 'string' && ID.test(id)
}

function readKept(): Kept | null {
  const stored = readStoredJson(STORAGE_KEY, 'sessionStorage') as Kept | null
  if (!isWantedAct(stored) || !(Date.now() - stored.kept_at < MAX_AGE_MS)) return null
  const reader_id = readUserId()
  return stored.user_id === null || reader_id === null || stored.user_id === reader_id ? stored : null
}

/**
 * Keeps what a reader pressed before they were signed in, for this tab and an hour. It comes from a press on this site, by way of
 * the history of the tab or a refused call, never from an address: a link that somebody prepared must not act. Returns
 * false for anything that is not such an act. `user_id`: whose session ended with the press.
 */
export function keepWantedAct(value: unknown, user_id: string | null = null): boolean {
  if (!isWantedAct(value)) return false
  const { act, id } = value
  const kept: Kept = { act, id, user_id, kept_at: Date.now(), key: newIdempotencyKey() }
  // Where storage is blocked the reader presses again.
  writeStored(STORAGE_KEY, JSON.stringify(kept), 'sessionStorage')
  return true
}

export const dropWantedAct = (): boolean => writeStored(STORAGE_KEY, null, 'sessionStorage')

export const hasWantedAct = (): boolean => readKept() !== null

/** Returns what is to be done and forgets it, so that it is done once. */
export function takeWantedAct(): (WantedAct & { key: string }) | null {
  const stored = readKept()
  dropWantedAct()
  return stored
}
