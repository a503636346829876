import { createParser } from 'eventsource-parser'
import { endpoints } from '../../../../contract/endpoints.ts'
import type { LiveEvent } from '../../../../contract/live.ts'
import { call, refreshToken } from '../../../api.ts'
import { readToken } from '../../../token.ts'

/**
 * Time that a page may be hidden before it disconnects, in milliseconds: browsers limit the connections to one host.
 */
const HIDDEN_TIMEOUT_MS = 30_000
/**
 * Time without data after which a connection counts as lost, in milliseconds. The server sends something every 15 s.
 */
const SILENCE_TIMEOUT_MS = 45_000
const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

const { path } = endpoints['live.stream']

/** Returns the delay before the next attempt, in milliseconds: doubles after each failure, with random jitter. */
const backoffDelay = (failures: number): number =>
  Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)

/** Waits for what a connection brings, and ends one that brings nothing. */
function hear<Brought>(controller: AbortController, coming: Promise<Brought>): Promise<Brought> {
  const silence = setTimeout(() => controller.abort(), SILENCE_TIMEOUT_MS)
  return coming.finally(() => clearTimeout(silence))
}

/**
 * Receives events while the page is visible, and fetches the missed ones when it becomes visible again. `since`: time from which they are
 * missed at first, in seconds. Returns a function that ends the subscription.
 */
export function subscribeToEvents(onEvent: (event: LiveEvent) => void, since?: number): () => void {
  let lastEventId = since?.toString()
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasTried = false
  let isClosed = false

  const schedule = (ms: number, next: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  /** `isLate`: an earlier attempt came to nothing. */
  async function read(controller: AbortController, token: string, isLate: boolean): Promise<number> {
    const asked = fetch(lastEventId === undefined ? path : `${path}?since=${lastEventId}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: controller.signal,
    })
    const response = await hear(controller, asked)
    if (!response.ok || !response.body) return response.status
    failures = 0
    // Since when it is late nobody can tell: the page reads anew.
    if (isLate && lastEventId === undefined) onEvent({ kind: 'reset' })
    const parser = createParser({
      onId: (id) => (lastEventId = id),
      onEvent: ({ data }) => onEvent(JSON.parse(data) as LiveEvent),
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await hear(controller, reader.read())
      if (done) return response.status
      parser.feed(value)
    }
  }

  async function connect(): Promise<void> {
    const token = readToken() ?? (await refreshToken(null).catch(() => null))
    if (isClosed || connection) return
    const isLate = hasTried
    hasTried = true
    if (token === null || document.hidden) return
    const controller = new AbortController()
    connection = controller
    let status = 0
    try {
      status = await read(controller, token, isLate)
      // The token or the session has expired: the next attempt shows which.
      if (status === 401 && (await refreshToken(token)) === null && !isClosed) {
        // Leads to /signin as any other call would: what the page shows is no longer for whoever looks at it.
        await call('sessions.current', {})
      }
    } catch {
      // The connection failed or was closed.
    }
    if (connection === controller) connection = undefined
    failures += 1
    if (!isClosed) schedule(status === 429 ? MAX_BACKOFF_MS : backoffDelay(failures), () => void connect())
  }

  const onVisibilityChange = (): void => {
    if (document.hidden) {
      schedule(HIDDEN_TIMEOUT_MS, () => {
        connection?.abort()
        connection = undefined
      })
    } else {
      clearTimeout(timer)
      failures = 0
      void connect()
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('online', onVisibilityChange)
  void connect()
  return () => {
    isClosed = true
    clearTimeout(timer)
    connection?.abort()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('online', onVisibilityChange)
  }
}
