import { newIdempotencyKey } from '../../../api.ts'

/** A request for which a visitor lit a candle in prayer mode: it is counted once they sign in. */
export interface Candle {
  id: string
  kept_at: number
  /** Sent with the prayer: a copy of the tab does it again, and it counts once. */
  key: string
}

const STORAGE_KEY = 'candles'
const MAX_AGE_MS = 3_600_000

/** The candles of this tab and the last hour. */
export function readCandles(): Candle[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Candle[]
    return stored.filter(({ id, kept_at }) => typeof id === 'string' && Date.now() - kept_at < MAX_AGE_MS)
  } catch {
    return []
  }
}

/** Keeps a candle beside those that were lit before. */
export function keepCandle(id: string): void {
  const kept = readCandles()
  if (kept.some((one) => one.id === id)) return
  try {
    sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...kept, { id, kept_at: Date.now(), key: newIdempotencyKey() }]),
    )
  } catch {
    // Storage is blocked: it burns until the page is left.
  }
}

/** Returns the candles that are to be counted and forgets them, so that each counts once. */
export function takeCandles(): Candle[] {
  const kept = readCandles()
  if (kept.length > 0) sessionStorage.removeItem(STORAGE_KEY)
  return kept
}
