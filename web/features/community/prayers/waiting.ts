import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { callOptimistically } from '../../../layout/optimistic.ts'
import { dropCandle, keepCandle, readCandles } from '../../identity/sessions/candles.ts'
import { isPrayerQuery, updateCachedPrayer } from './cache.ts'
import { rereadOnceStored, setLight, tellsPrayed, TODAY_KEY } from './light.ts'

/** Milliseconds until waiting prayers are tried again, where the browser does not tell that the connection is back. */
const DELAYS_MS = [5000, 15_000, 30_000, 60_000]
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
function retryLater(client: QueryClient): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendWaiting(client), DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)])
  tries += 1
}

/** Keeps a prayer that could not be sent, and shows that it waits. `key`: of the press, as the server may have got it. */
export function waitToSend(client: QueryClient, id: string, user_id: string | null, key: string): void {
  keepCandle(id, user_id, key)
  updateCachedPrayer(client, id, (it) => ({
    ...it,
    has_prayed: true,
    pray_count: it.pray_count === null ? null : it.pray_count + (it.has_prayed ? 0 : 1),
    is_waiting: true,
  }))
  setLight(client, id, true, true)
  tries = 0
  retryLater(client)
}

let sending: Promise<number> | undefined
/** Sends what waits, and returns how many prayers were counted. What the server refuses is put out without a word. */
export const sendWaiting = (client: QueryClient): Promise<number> =>
  (sending ??= sendAll(client).finally(() => (sending = undefined)))

async function sendAll(client: QueryClient): Promise<number> {
  clearTimeout(timer)
  let count = 0
  for (const { id, key } of readCandles()) {
    // Its person has signed out while the one before was sent: whoever came next does not pray for it.
    if (!readCandles().some((one) => one.key === key)) continue
    const { data, error } = await callOptimistically(
      client,
      { queries: { predicate: tellsPrayed }, apply: () => () => {} },
      () => call('prayers.pray', { id }, { idempotency_key: key, keepalive: true }),
    )
    // Kept when the session has ended: it counts once the same person is back.
    if (error?.status === 401) return count
    if (error && (error.status === 0 || error.status === 429 || error.status >= 500)) {
      retryLater(client)
      return count
    }
    dropCandle(id)
    if (data) {
      count += 1
      const { has_prayed, pray_count } = data
      updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed, pray_count, is_waiting: false }))
      setLight(client, id, true)
      rereadOnceStored(client)
    } else {
      void client.invalidateQueries({ predicate: isPrayerQuery })
      void client.invalidateQueries({ queryKey: TODAY_KEY })
    }
  }
  tries = 0
  return count
}

/** Takes a prayer back that still waits. Returns false when it was sent, or waits no more. */
export async function stopWaiting(id: string): Promise<boolean> {
  await sending
  return dropCandle(id)
}
