import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { newIdempotencyKey } from '../../../layout/newIdempotencyKey.ts'
import { readStoredJson, writeStored } from '../../../storage.ts'
import { readUserId } from '../../../token.ts'

/**
 * A request that was prayed for and does not count yet: a visitor lit a candle, which counts once they sign in, or a
 * member had no connection.
 */
export interface Candle {
  id: string
  kept_at: number
  /** Names whose it is: nobody else sends it. Null: a visitor's. */
  user_id: string | null
  /** Sent with the prayer, however often: it counts once. */
  key: string
}

const STORAGE_KEY = 'candles'

function readAll(): Candle[] {
  const stored = readStoredJson(STORAGE_KEY, 'sessionStorage') as Candle[] | null
  if (!Array.isArray(stored)) return []
  return stored.filter(
    ({ id, kept_at, user_id }) =>
      typeof id === 'string' && Date.now() - kept_at < (typeof user_id === 'string' ? DAY_MS : HOUR_MS),
  )
}

const listeners = new Set<() => void>()
/** Tells a listener of every change. Returns how to stop that. */
export function subscribeToCandles(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function write(candles: Candle[]): void {
  // Where storage is blocked they burn until the page is left.
  writeStored(STORAGE_KEY, candles.length > 0 ? JSON.stringify(candles) : null, 'sessionStorage')
  for (const listener of listeners) listener()
}

const isMine = ({ user_id }: Candle): boolean => typeof user_id !== 'string' || user_id === readUserId()

/** The candles of this tab that are to be counted for who is signed in: a visitor's for an hour, their own for a day. */
export const readCandles = (): Candle[] => readAll().filter(isMine)

/** True while a member's prayer for a request could not be sent. */
export const isWaiting = (id: string): boolean =>
  readCandles().some((one) => one.id === id && typeof one.user_id === 'string')

/** Keeps a candle beside those that were lit before. `user_id`: null for a visitor. */
export function keepCandle(id: string, user_id: string | null = null, key = newIdempotencyKey()): void {
  const kept = readAll()
  if (kept.some((one) => one.id === id && isMine(one))) return
  write([...kept, { id, kept_at: Date.now(), user_id, key }])
}

/** Forgets a candle that was counted or taken back. Returns false if there was none. */
export function dropCandle(id: string): boolean {
  const kept = readAll()
  const left = kept.filter((one) => one.id !== id || !isMine(one))
  if (left.length === kept.length) return false
  write(left)
  return true
}
