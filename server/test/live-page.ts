import { expect } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import type { TestApp } from './app.ts'

export interface LivePage {
  /** The events that the page received, without the ids of frames. */
  events: LiveEvent[]
  bytes(): string
  isOpen(): boolean
  close(): void
}

/** Opens a page that listens for live events. */
export async function openLivePage(app: TestApp, as: string): Promise<LivePage> {
  const ends = new AbortController()
  const before = app.app.live.size
  const response = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${as}` },
    signal: ends.signal,
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  let text = ''
  let isOpen = true
  let read = 0
  const events: LiveEvent[] = []
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        const whole = text
          .split('\n\n')
          .slice(0, -1)
          .filter((frame) => frame.startsWith('data: '))
        for (const frame of whole.slice(read)) events.push(JSON.parse(frame.slice('data: '.length)) as LiveEvent)
        read = whole.length
      }
    } catch {
      // The test closed the connection.
    }
    isOpen = false
  })()
  await expect.poll(() => app.app.live.size).toBe(before + 1)
  return { events, bytes: () => text, isOpen: () => isOpen, close: () => ends.abort() }
}
