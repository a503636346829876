import { endpoints } from '../../../contract/endpoints.ts'
import type { LiveEvent } from '../../../contract/events.ts'
import { refreshToken } from '../../api.ts'
import { readToken } from '../../token.ts'

/** How long a page may be hidden before it stops listening: browsers open few connections to one host. Milliseconds. */
const HIDDEN_MS = 30_000
/** The server sends something every 15 s; a connection that is silent for longer is dead. Milliseconds. */
const SILENT_MS = 45_000
const SOON_MS = 1000
const LATER_MS = 60_000

const [, path] = endpoints['events.stream']

/** Waits longer after each failure, and not all pages the same time. Milliseconds. */
const backOff = (failures: number): number => Math.min(SOON_MS * 2 ** failures, LATER_MS) * (0.5 + Math.random() / 2)

/** Takes frames apart that arrive in any pieces. */
export function frameReader(onEvent: (event: LiveEvent) => void, onId: (id: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame.startsWith('data: ')) onEvent(JSON.parse(frame.slice('data: '.length)) as LiveEvent)
      if (frame.startsWith('id: ')) onId(frame.slice('id: '.length))
    }
  }
}

/**
 * Listens to what happens for as long as the page is looked at, and asks for what it missed when it is looked at again.
 * Gives what ends that.
 */
export function listen(onEvent: (event: LiveEvent) => void): () => void {
  let since: string | undefined
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let ended = false

  const wait = (ms: number, next: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  async function read(mine: AbortController, token: string): Promise<number> {
    const response = await fetch(since === undefined ? path : `${path}?since=${since}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: mine.signal,
    })
    if (!response.ok || !response.body) return response.status
    failures = 0
    const take = frameReader(onEvent, (id) => (since = id))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const silence = setTimeout(() => mine.abort(), SILENT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return response.status
      take(value)
    }
  }

  async function connect(): Promise<void> {
    const token = readToken()
    if (ended || connection || token === null || document.hidden) return
    const mine = new AbortController()
    connection = mine
    let status = 0
    try {
      status = await read(mine, token)
      // Its time is over, or the session's: the next try tells which.
      if (status === 401) await refreshToken(token)
    } catch {
      // No connection, or none any more.
    }
    if (connection === mine) connection = undefined
    failures += 1
    if (!ended) wait(status === 429 ? LATER_MS : backOff(failures), () => void connect())
  }

  const look = (): void => {
    if (document.hidden) {
      wait(HIDDEN_MS, () => {
        connection?.abort()
        connection = undefined
      })
    } else {
      clearTimeout(timer)
      failures = 0
      void connect()
    }
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  void connect()
  return () => {
    ended = true
    clearTimeout(timer)
    connection?.abort()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', look)
  }
}
