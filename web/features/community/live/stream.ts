import { createParser } from 'eventsource-parser'
import { endpoints } from '../../../../contract/endpoints.ts'
import type { LiveEvent } from '../../../../contract/live.ts'
import { refreshToken } from '../../../api.ts'
import { readToken } from '../../../token.ts'

/** How long a page may be hidden before it stops listening: browsers open few connections to one host. Milliseconds. */
const HIDDEN_TIMEOUT_MS = 30_000
/** The server sends something every 15 s; a connection that is silent for longer is dead. Milliseconds. */
const SILENCE_TIMEOUT_MS = 45_000
const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

const { path } = endpoints['live.stream']

/** Waits longer after each failure, and not all pages the same time. Milliseconds. */
const backoffDelay = (failures: number): number =>
  Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)

/** Takes frames apart that arrive in any pieces. */
export function createFrameParser(
  onEvent: (event: LiveEvent) => void,
  onId: (id: string) => void,
): (text: string) => void {
  const parser = createParser({ onId, onEvent: ({ data }) => onEvent(JSON.parse(data) as LiveEvent) })
  return (text) => parser.feed(text)
}

/**
 * Listens to what happens for as long as the page is looked at, and asks for what it missed when it is looked at again.
 * Gives what ends that.
 */
export function subscribeToEvents(onEvent: (event: LiveEvent) => void): () => void {
  let lastEventId: string | undefined
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false

  const schedule = (ms: number, next: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  async function read(controller: AbortController, token: string): Promise<number> {
    const response = await fetch(lastEventId === undefined ? path : `${path}?since=${lastEventId}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: controller.signal,
    })
    if (!response.ok || !response.body) return response.status
    failures = 0
    const parseFrames = createFrameParser(onEvent, (id) => (lastEventId = id))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const silence = setTimeout(() => controller.abort(), SILENCE_TIMEOUT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return response.status
      parseFrames(value)
    }
  }

  async function connect(): Promise<void> {
    const token = readToken()
    if (isClosed || connection || token === null || document.hidden) return
    const controller = new AbortController()
    connection = controller
    let status = 0
    try {
      status = await read(controller, token)
      // Its time is over, or the session's: the next try tells which.
      if (status === 401) await refreshToken(token)
    } catch {
      // No connection, or none any more.
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
