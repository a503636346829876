import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import cors from '@fastify/cors'
import fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { type Endpoint, endpoints } from '../contract/endpoints.ts'
import type { Context } from './context.ts'
import { handlers, jobHandlers, liveRules, classifierJobHandlers, mailJobHandlers } from './features.ts'
import { renderApiDocs, apiDocsStyle } from './http/docs/api-docs.ts'
import { addCspReports } from './http/csp-report.ts'
import { addCompression } from './http/cache/compress.ts'
import { Refusal, toProblem, toRefusal } from './http/errors.ts'
import { Gate } from './http/overload/gate.ts'
import { apiHeaders, documentHeaders } from './http/headers.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/metrics.ts'
import { addJsonBodies } from './http/json-body.ts'
import { registerEndpoints, createVisitorCall } from './http/implement.ts'
import { createRateLimitStore } from './http/limits/kept-limits.ts'
import { buildOpenApi } from './http/docs/openapi.ts'
import { PageCache } from './http/cache/page-cache.ts'
import { RateLimits } from './http/limits/rate-limit.ts'
import { type JobKinds, hourlyKinds, jobKinds } from './jobs/kinds.ts'
import { Worker } from './jobs/worker.ts'
import { LiveHub } from './live/hub.ts'
import { addSiteFiles } from './site-files.ts'
import { mountWeb, pageVariant } from './web.ts'

/** Room for 5,000 characters, each as an escaped surrogate pair, and the other fields. Bytes. */
const MAX_BODY_BYTES = 128 * 1024
/** Time to receive a request; Node's default of 60 s lets slow senders hold connections. Milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 60_000
/** Maximum age of a cached response when another process wrote, which only PostgreSQL allows. Milliseconds. */
const CACHE_TTL_MS = { sqlite: 60_000, postgres: 2000 }

export interface App {
  server: FastifyInstance
  worker: Worker<JobKinds>
  /** Sends mail, separately from the other jobs. */
  mailer: Worker<JobKinds>
  /**
   * Classifies requests through an external service or a local model, separately from the other jobs. Idle without one.
   */
  classifierWorker: Worker<JobKinds>
  cache: PageCache
  limits: RateLimits
  live: LiveHub
  gate: Gate
}

export interface AppOptions {
  /** Multiplies every rate limit, for tests and benchmarks, whose requests all come from one address. */
  limit_scale?: number
  /** Leaves out pages, for tests of the API. */
  without_pages?: boolean
}

/** Builds the Fastify app of a context, with its workers. Neither listens nor runs jobs yet. */
export async function buildApp(
  ctx: Context,
  { limit_scale = 1, without_pages = false }: AppOptions = {},
): Promise<App> {
  const { config, log, database } = ctx
  const cache = new PageCache({ ttl_ms: CACHE_TTL_MS[database.engine.name], clock: ctx.clock, variantOf: pageVariant })
  ctx.onPageExpiry((at) => cache.expireAt(at))
  const limits = await RateLimits.open({ scale: limit_scale, store: createRateLimitStore(ctx) })
  const gate = new Gate()
  const workerOptions = { kinds: jobKinds, database, clock: ctx.clock, log, giveWay: () => gate.yieldToRequests() }
  const worker = new Worker({ ...workerOptions, handlers: jobHandlers(ctx), hourly_kinds: hourlyKinds })
  const mailer = new Worker({ ...workerOptions, handlers: mailJobHandlers(ctx) })
  const classifierWorker = new Worker({ ...workerOptions, handlers: classifierJobHandlers(ctx) })
  const live = new LiveHub({ database, clock: ctx.clock, log, rules: liveRules(ctx) })
  ctx.onCommit(() => {
    cache.clear()
    live.wake()
    worker.wake()
    mailer.wake()
    classifierWorker.wake()
  })

  /**
   * Runs before any routing, because many requests may be refused. Passes requests of other sites, whose responses need
   * headers that are added later.
   */
  const rejectWhenBusy = ({ url, headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (url?.startsWith('/api/') !== true || headers.origin !== undefined) return false
    const refusal = gate.refuseWhenFull()
    if (!refusal) return false
    const problem = JSON.stringify(toProblem(refusal))
    response.writeHead(503, {
      ...apiHeaders(config),
      vary: 'Origin',
      'retry-after': String(refusal.retry_after),
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(problem),
    })
    response.end(problem)
    return true
  }

  const loggerInstance: FastifyBaseLogger = log
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.trusted_proxies.length > 0 ? config.trusted_proxies : false,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    // The cache responds before any routing, so that a visitor's page costs as little as a file.
    serverFactory: (handle): Server => {
      const http = createServer(
        {
          requestTimeout: REQUEST_TIMEOUT_MS,
          headersTimeout: REQUEST_TIMEOUT_MS,
          connectionsCheckingInterval: 2000,
          keepAliveTimeout: 10_000,
        },
        (request, response) => {
          if (cache.serve(request, response) || rejectWhenBusy(request, response)) return
          handle(request, response)
        },
      )
      // Closes connections that neither take nor send anything for this long. Streams send heartbeats more often.
      http.setTimeout(IDLE_TIMEOUT_MS)
      gate.trackConnections(http)
      return http
    },
    frameworkErrors: (error, _request, reply) => sendProblem(reply, ctx, error),
  })
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => live.close())
  server.addHook('onClose', () => limits.flush())
  server.removeContentTypeParser('text/plain')
  server.setErrorHandler((error, request, reply) => {
    const refusal = sendProblem(reply, ctx, error)
    if (refusal.code === 'server.failed') log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  })
  server.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) void reply.headers(apiHeaders(config))
    rejectCrossSite(ctx, request)
  })
  // Fastify keeps the declared length of a body that it never reads; an early refusal must not leave the connection
  // half-read.
  server.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
  addJsonBodies(server)
      },
      'request',
    )
  })

  await server.register(fastifyCookie)
  await server.register(cors, {
    delegator: (request, answer) => {
      const { origin } = request.headers
      if (allowsAnyOrigin(request)) {
        answer(null, { origin: '*', methods: ['POST'], allowedHeaders: ['content-type'], maxAge: 600 })
        return
      }
      const allowed = origin !== undefined && config.cors_origins.includes(origin)
      answer(null, {
        origin: allowed ? origin : false,
        methods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
        exposedHeaders: ['retry-after'],
        maxAge: 600,
      })
    },
  })
  addCompression(server)

  addHealth(server, ctx)
  addMetrics(server, { ctx, cache, live, gate })
  addCspReports(server, { ctx, limits })
  registerEndpoints(server, { ctx, handlers, limits, live, cache, gate })
  /** Sends a long text that never changes. Through the cache, thousands of slow connections share its bytes. */
  const sendCached = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply => {
    const headers = reply.getHeaders() as Record<string, string>
    if (!request.url.includes('?')) cache.put(request.raw, { status: 200, headers, body })
    return reply.send(body)
  }
  const description = JSON.stringify(buildOpenApi(config.site_name))
  server.get('/api/openapi.json', (request, reply) =>
    sendCached(request, reply.type('application/json; charset=utf-8'), description),
  )
  const docs = renderApiDocs(config.site_name)
  server.get('/api/docs', (request, reply) => sendCached(request, reply.headers(documentHeaders(config)), docs))
  server.get('/api-docs.css', (_request, reply) =>
    reply.header('cache-control', 'max-age=3600').type('text/css').send(apiDocsStyle),
  )
  addSiteFiles(server, ctx, limits)
  server.setNotFoundHandler((_request, reply) => sendProblem(reply, ctx, new Refusal('request.not_found')))
  if (!without_pages) {
    const call = createVisitorCall({ ctx, limits, live }, handlers)
    await mountWeb(server, { ctx, cache, limits, gate, call })
  }
  return { server, worker, mailer, classifierWorker, cache, limits, live, gate }
}

const anyOriginPaths = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ anyOrigin }) => anyOrigin)
    .map(({ path }): string => path),
)
const allowsAnyOrigin = ({ url }: FastifyRequest): boolean => anyOriginPaths.has(url.split('?')[0] ?? '')

const isApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/') || url.startsWith('/admin/settings/')

/** Sends the problem document of any thrown error and returns the refusal that the error was mapped to. */
function sendProblem(reply: FastifyReply, { config, database }: Context, error: unknown): Refusal {
  const refusal = toRefusal(error, database.engine)
  const problem = toProblem(refusal)
  if (refusal.retry_after !== undefined) void reply.header('retry-after', String(refusal.retry_after))
  void reply
    .code(problem.status)
    .headers(apiHeaders(config))
    .type('application/problem+json')
    .send(JSON.stringify(problem))
  return refusal
}

/** Parses a query string into an object. A repeated name becomes a list, which no schema accepts. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return query
}

/**
 * Accepts writes only from the site's own pages, an allowed origin, or a client that is not a browser. `SameSite` alone
 * does not distinguish sibling hosts.
 */
function rejectCrossSite({ config }: Context, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  if (allowsAnyOrigin(request)) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && config.cors_origins.includes(origin)) return
  // A page cannot forge Sec-Fetch-Site. Only older browsers are checked by Origin; it is "null" in the site's own
  // forms, which send no referrer.
  const isForeign =
    site === undefined
      ? origin !== undefined && origin !== new URL(config.public_url).origin && hostOf(origin) !== host
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new Refusal('request.cross_site')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
