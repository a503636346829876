import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { buildContext } from '../context.ts'

// A server in a process of its own, which tests can kill. Sends its port once it listens.

/** Messages to the process. */
export type ChildCommand = { work: true } | { advance_ms: number }

let moved = 0
const ctx = await buildContext(readConfig(process.env), pino({ level: process.env.CHILD_LOG_LEVEL ?? 'silent' }), {
  clock: () => new Date(Date.now() + moved),
})
const { server, worker, mailer, pusher, alarmWorker } = await buildApp(ctx, { without_pages: true })
process.on('message', (order: ChildCommand) => {
  if ('advance_ms' in order) moved += order.advance_ms
  else for (const one of [worker, mailer, pusher, alarmWorker]) one.start()
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
await server.listen({ port: 0, host: '127.0.0.1' })
const address = server.server.address()
process.send?.(typeof address === 'object' ? address?.port : undefined)
