import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type RateLimits, addressKey, visitorCalls } from './limits/rate-limit.ts'

/** Minimum interval between database checks, however often a load balancer asks. */
const READINESS_TTL_MS = 1000

/**
 * `/healthz`: this process responds. With a nonce behind it: it is this site that does, which only who has the key can tell.
 * `/readyz`: it can reach its database. None reveals anything else.
 */
export function addHealth(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  let checked = { at: 0, ready: Promise.resolve(true) }
  const isReady = (): Promise<boolean> => {
    if (Date.now() - checked.at > READINESS_TTL_MS) {
      const ready = sql`select 1`.execute(ctx.database.db).then(
        () => true,
        () => false,
      )
      checked = { at: Date.now(), ready }
    }
    return checked.ready
  }
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'max-age=1').type('text/plain').send('ok'))
  app.get<{ Params: { nonce: string } }>('/healthz/:nonce', async (request, reply) => {
    const { nonce } = request.params
    if (!/^[\w-]{43}$/.test(nonce)) return reply.callNotFound()
    await limits.count(visitorCalls, addressKey(request.ip))
    return reply.header('cache-control', 'no-store').type('text/plain').send(ctx.secrets.proveSite(nonce))
  })
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    if (!ready) void reply.code(503).header('retry-after', '2')
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready')
  })
}
