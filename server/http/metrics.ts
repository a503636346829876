import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { listBackups } from '../backups/make.ts'
import { parseBackupTime } from '../backups/names.ts'
import type { Context } from '../context.ts'
import type { ReplicaState, Replicas } from '../db/replicas.ts'
import type { LiveHub } from '../live/hub.ts'
import { hashSecret, isEqualSecret } from '../secrets/secrets.ts'
import { Refusal } from './errors.ts'
import type { Gate } from './overload/gate.ts'
import type { PageCache } from './cache/page-cache.ts'
import { parseBearerToken } from './session.ts'

/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/**
 * Serves `GET /metrics` in Prometheus format to requests with the operator's token; without a configured token the
 * route does not exist. Counts and times are grouped by route pattern: no addresses, ids or personal data.
 */
export function addMetrics(
  app: FastifyInstance,
  { ctx, cache, live, gate }: { ctx: Context; cache: PageCache; live: LiveHub; gate: Gate },
): void {
  const { metrics_token } = ctx.config
  if (metrics_token === undefined) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that reached the program, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void =>
    void new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('oremus_page_cache_answers', 'Answers that came from the cache of pages.', () => cache.hits)
  gauge('oremus_page_cache_bytes', 'Memory of the cache of pages, with its keys.', () => cache.bytes)
  gauge('oremus_waiting_requests', 'Requests that wait for their turn.', () => gate.queue_length)
  gauge('oremus_refused_requests', 'Requests that were sent away because too many waited.', () => gate.refused)
  gauge('oremus_streams', 'Open pages that listen.', () => live.size)
  gauge('oremus_database_bytes', 'Size of the database.', async () => (await ctx.database.engine.describe()).bytes)
  const { replicas } = ctx
  if (replicas) {
    gauge('oremus_primary_reads', 'Reads that no replica could answer.', () => replicas.primary_reads)
    addReplicaMetrics(registers, replicas)
  }
  for (const status of ['queued', 'failed'] as const) {
    gauge(`oremus_jobs_${status}`, `Jobs that are ${status}.`, async () => {
      const { count } = await ctx.db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', status)
        .executeTakeFirstOrThrow()
      return count
    })
  }
  gauge('oremus_newest_backup_timestamp_seconds', 'When the newest backup was made; 0: there is none.', () => {
    const [newest] = listBackups(ctx.config)
    return newest === undefined ? 0 : Date.parse(parseBackupTime(newest)) / 1000
  })
  app.get('/metrics', async (request, reply) => {
    const token = parseBearerToken(request.headers.authorization)
    if (token === undefined || !isEqualSecret(hashSecret(token), hashSecret(metrics_token)))
      throw new Refusal('request.not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Numbered by their position in the setting. */
function addReplicaMetrics(registers: Registry[], replicas: Replicas): void {
  // One query for all metrics that are read at once.
  let pending: Promise<ReplicaState[]> | undefined
  const states = (): Promise<ReplicaState[]> => (pending ??= replicas.states().finally(() => (pending = undefined)))
  const gauge = (name: string, help: string, value: (state: ReplicaState) => number): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      async collect() {
        for (const [index, state] of (await states()).entries()) this.set({ replica: index + 1 }, value(state))
      },
    })
  gauge('oremus_replica_used', 'Whether the replica is asked.', ({ is_used }) => Number(is_used))
  gauge('oremus_replica_reads', 'Reads that the replica has answered.', ({ reads }) => reads)
  gauge(
    'oremus_replica_bytes_behind',
    'How far the replica is behind; NaN: it does not say.',
    ({ behind }) => behind?.bytes ?? Number.NaN,
  )
  gauge(
    'oremus_replica_seconds_behind',
    'How old what it has is; NaN: it does not say.',
    ({ behind }) => behind?.seconds ?? Number.NaN,
  )
}
