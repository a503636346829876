import { newIdempotencyKey } from '../../../api.ts'
import { readUserId } from '../../../token.ts'

/** The acts that are done for a reader who pressed their button and had to sign in first. No others are. */
const wantedActs = ['pray', 'follow', 'join'] as const

export interface WantedAct {
  act: (typeof wantedActs)[number]
  /** Id of the request or the group. */
  id: string
}

export interface KeptAct extends WantedAct {
  kept_at: number
  /** Who pressed, where a session ended with the press: nobody else does it. Null: a visitor. */
  user_id: string | null
  /** Sent with the act: a copy of the tab does it again, and it counts once. */
  key: string
  /** A candle that a visitor lit: it stays lit, and waits to be counted, whether they sign in now or not. */
  is_lit?: boolean
}

const STORAGE_KEY = 'wanted_act'
const MAX_AGE_MS = 3_600_000
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function isWantedAct(value: unknown): value is WantedAct {
  const { act, id } = (value ?? {}) as Partial<WantedAct>
  return wantedActs.some((known) => known === act) && typeof id === 'string' && ID.test(id)
}

function readStored(): KeptAct[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as KeptAct[]
    const reader_id = readUserId()
    return stored.filter(
      (one) =>
        isWantedAct(one) &&
        Date.now() - one.kept_at < MAX_AGE_MS &&
        (one.user_id === null || reader_id === null || one.user_id === reader_id),
    )
  } catch {
    return []
  }
}

function store(acts: KeptAct[]): void {
  try {
    if (acts.length === 0) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(acts))
  } catch {
    // Storage is blocked: the reader presses again.
  }
}

const litOnes = (): KeptAct[] => readStored().filter(({ is_lit }) => is_lit)

/**
 * Keeps what a reader pressed before they were signed in, for this tab and an hour. It comes from a press on this site, by way of
 * the history of the tab or a refused call, never from an address: a link that somebody prepared must not act. Returns
 * false for anything that is not such an act. `user_id`: whose session ended with the press.
 */
export function keepWantedAct(value: unknown, user_id: string | null = null): boolean {
  if (!isWantedAct(value)) return false
  const { act, id } = value
  const candles = litOnes().filter((one) => one.act !== act || one.id !== id)
  store([...candles, { act, id, user_id, kept_at: Date.now(), key: newIdempotencyKey() }])
  return true
}

/** Keeps a candle that a visitor lit, beside those that they lit before. */
export function keepCandle(id: string): void {
  const kept = readStored()
  if (kept.some((one) => one.act === 'pray' && one.id === id)) return
  store([...kept, { act: 'pray', id, user_id: null, kept_at: Date.now(), key: newIdempotencyKey(), is_lit: true }])
}

/** Forgets what was pressed on the way to sign in; candles stay lit. */
export const dropWantedAct = (): void => store(litOnes())

export const hasWantedAct = (): boolean => readStored().length > 0

/** Returns what is to be done and forgets it, so that it is done once. */
export function takeWantedActs(): KeptAct[] {
  const stored = readStored()
  store([])
  return stored
}
