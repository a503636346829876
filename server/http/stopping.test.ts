import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { TestApp } from '../test/app.ts'
import { newTestApp } from '../test/shared-app.ts'
import { stopTogether } from './stopping.ts'

/** A browser that keeps its connection. */
function connectTo(app: TestApp, as: string) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let all = ''
  socket.on('data', (data) => (all += data.toString()))
  return {
    read: () => all,
    closed: once(socket, 'close'),
    send: (content: string): void => {
      const body = JSON.stringify({ content, visibility: 'public' })
      const head = ['POST /api/prayers HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${as}`]
      const kind = ['Content-Type: application/json', `Content-Length: ${body.length}`]
      socket.write([...head, ...kind, '', body].join('\r\n'))
    },
  }
}

it('answers what had arrived on open connections when it is stopped', async () => {
  const app = await newTestApp()
  const { send, read, closed } = connectTo(app, await app.signIn('hannah'))
  send('Please pray for my mother.')
  while (!read().includes('for my mother')) await setImmediate()
  // The server has not read it yet when it is told to stop.
  send('Please pray for my father.')
  await app.app.server.close()
  await closed
  expect(read().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(read().toLowerCase()).toContain('connection: close')
  expect(await app.ctx.db.selectFrom('prayers').select('id').execute()).toHaveLength(2)
})

it('stops as soon as it has answered what was under way, though the connection could be used again', async () => {
  const app = await newTestApp()
  const { send, read, closed } = connectTo(app, await app.signIn('hannah'))
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // On the embedded database others wait for it.
  const slow = app.ctx.transaction(async () => {
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const arrived = once(app.app.server.server, 'request')
  send('Please pray for my mother.')
  await arrived
  const stopped = app.app.server.close()
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  held.resolve()
  await Promise.all([slow, closed, stopped])
  expect(read().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  // What may stay open waits for the end of its own time.
  expect(read().toLowerCase()).toContain('connection: close')
})

it('lets workers give back what they have in hand while somebody does not take their answer', async () => {
  const order: string[] = []
  const taken = Promise.withResolvers<void>()
  const server = { close: () => taken.promise.then(() => order.push('answered')) }
  const worker = { stop: () => Promise.resolve().then(() => void order.push('given back')) }
  const away = { stop: () => Promise.reject(new Error('The database is away.')) }
  const stopping = stopTogether(server, [worker, away])
  await setImmediate()
  expect(order).toEqual(['given back'])
  taken.resolve()
  await expect(stopping).rejects.toThrow('away')
  expect(order).toEqual(['given back', 'answered'])
})
