import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { newTestApp } from '../test/shared-app.ts'
import { stopTogether } from './stopping.ts'

it('answers what had arrived on open connections when it is stopped', async () => {
  const app = await newTestApp()
  const as = await app.signIn('hannah')
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let all = ''
  socket.on('data', (data) => (all += data.toString()))
  const closed = once(socket, 'close')
  const send = (content: string): void => {
    const body = JSON.stringify({ content, visibility: 'public' })
    const head = ['POST /api/prayers HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${as}`]
    const kind = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    socket.write([...head, ...kind, '', body].join('\r\n'))
  }
  send('Please pray for my mother.')
  while (!all.includes('for my mother')) await setImmediate()
  // The server has not read it yet when it is told to stop.
  send('Please pray for my father.')
  await app.app.server.close()
  await closed
  expect(all.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(all.toLowerCase()).toContain('connection: close')
  expect(await app.ctx.db.selectFrom('prayers').select('id').execute()).toHaveLength(2)
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
