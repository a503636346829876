import { enableCompileCache } from 'node:module'
import path from 'node:path'

// A server in a process of its own, which tests can kill. Sends its port once it listens.

enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/compile'))
const { pino } = await import('pino')
const { buildApp } = await import('../app.ts')
const { readConfig } = await import('../config.ts')
const { buildContext } = await import('../context.ts')
const { testTime } = await import('./time.ts')

/** Messages to the process. */
export type ChildCommand = { work: true } | { advance_ms: number }

let moved = 0
const ctx = await buildContext(readConfig(process.env), pino({ level: process.env.CHILD_LOG_LEVEL ?? 'silent' }), {
  clock: () => new Date(testTime() + moved),
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
