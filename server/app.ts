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
import {
  handlers,
  jobHandlers,
  liveRules,
  classifierJobHandlers,
  alarmJobHandlers,
  mailJobHandlers,
  pushJobHandlers,
  registerWorkAtOnce,
} from './features.ts'
import { renderApiDocs, apiDocsStyle } from './http/docs/api-docs.ts'
import { addCspReports } from './http/csp-report.ts'
import { canonicalPageAddress, hasSeveralHosts, isPlainAddress } from './http/address.ts'
import { addCompression } from './http/cache/compress.ts'
import { Refusal, check, refusalBody, toProblem, toRefusal } from './http/errors.ts'
import { methodsAt } from './http/methods.ts'
import { Gate } from './http/overload/gate.ts'
import { apiHeaders, assetHeaders, documentHeaders } from './http/headers.ts'
import { addHealth } from './http/health.ts'
import { addJsonBodies } from './http/json-body.ts'
import { addMetrics } from './http/metrics.ts'
import { registerEndpoints, createPageCall } from './http/implement.ts'
import { createRateLimitStore } from './http/limits/kept-limits.ts'
import { buildOpenApi } from './http/docs/openapi.ts'
import { MINUTE_MS } from '../contract/time.values.ts'
import { otherOrigin } from './http/origins.ts'
import { addStopping } from './http/stopping.ts'
import { addPlainForms } from './http/plain-forms.ts'
import { addStopLinks } from './http/stop-links.ts'
import { PageCache } from './http/cache/page-cache.ts'
import { RateLimits } from './http/limits/rate-limit.ts'
import { type JobKinds, hourlyKinds, jobKinds } from './jobs/kinds.ts'
import { Worker } from './jobs/worker.ts'
import { LiveHub } from './live/hub.ts'
import { addSiteFiles } from './site-files.ts'
import { cacheSettings, followSiteAddress } from './settings/settings.ts'
import { isForMember, mountWeb, pageVariant } from './web.ts'

/** Room for 5,000 characters, each as an escaped surrogate pair, and the other fields. Bytes. */
const MAX_BODY_BYTES = 128 * 1024
/** Time to receive a request; Node's default of 60 s lets slow senders hold connections. Milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 60_000
/** Maximum age of a cached response when another process wrote, which only PostgreSQL allows. Milliseconds. */
const CACHE_TTL_MS = { sqlite: 60_000, postgres: 2000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes with the headers of the API: nothing that they answer is stored. */
    isApi?: boolean
    /** True when pages of every origin may call the route, without credentials. */
    anyOrigin?: boolean
    /** True when programs for mail call the route from anywhere, with a body that means nothing to it. */
    oneClick?: boolean
  }
}

export interface App {
  server: FastifyInstance
  worker: Worker<JobKinds>
  /** Sends mail, separately from the other jobs. */
  mailer: Worker<JobKinds>
  /** Sends messages to people's devices, separately from the other jobs. */
  pusher: Worker<JobKinds>
  /** Sends alarms, which wait for nothing else. */
  alarmWorker: Worker<JobKinds>
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
  const { log, database } = ctx
  const cache = new PageCache({
    ttl_ms: CACHE_TTL_MS[database.engine.name],
    clock: ctx.clock,
    variantOf: pageVariant,
    isPersonal: isForMember,
  })
  ctx.onPageExpiry((at) => cache.expireAt(at))
  const limits = await RateLimits.open({ scale: limit_scale, store: createRateLimitStore(ctx) })
  const gate = new Gate()
  registerWorkAtOnce(ctx)
  cacheSettings(ctx)
  await followSiteAddress(ctx)
  const workers = buildWorkers(ctx, gate)
  const live = new LiveHub({ database, clock: ctx.clock, log, rules: liveRules(ctx) })
  ctx.onCommit(({ due_jobs }) => {
    cache.clear()
    live.wake()
    for (const one of Object.values(workers)) one.wake(due_jobs)
  })

  const server = buildServer(ctx, { cache, gate })
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => live.close())
  addStopping(server)
  server.addHook('onClose', () => limits.flush())
  server.removeContentTypeParser('text/plain')
  addJsonBodies(server)
  addProblems(server, ctx)
  addAddressRules(server, ctx)
  addPlainForms(server)
  await server.register(fastifyCookie)
  await addOrigins(server, ctx)
  addCompression(server)

  addHealth(server, ctx, limits)
  addMetrics(server, { ctx, cache, live, gate })
  addCspReports(server, { ctx, limits })
  addStopLinks(server)
  registerEndpoints(server, { ctx, handlers, limits, live, cache, gate })
  addDescription(server, ctx, cache)
  addSiteFiles(server, ctx, limits)
  if (!without_pages) {
    const callAs = createPageCall({ ctx, limits, live, cache }, handlers)
    await mountWeb(server, { ctx, cache, limits, gate, callAs })
  }
  return { server, ...workers, cache, limits, live, gate }
}

type Workers = Pick<App, 'worker' | 'mailer' | 'pusher' | 'alarmWorker' | 'classifierWorker'>

/**
 * Five, because four wait for something outside that may be slow or gone, and a worker does one job at a time. Lanes in one
 * worker would each need what a worker has: the running job, its lease, and its stop.
 */
function buildWorkers(ctx: Context, gate: Gate): Workers {
  const { database, log } = ctx
  const workerOptions = { kinds: jobKinds, database, clock: ctx.clock, log, giveWay: () => gate.yieldToRequests() }
  const worker = new Worker({ ...workerOptions, handlers: jobHandlers(ctx), hourly_kinds: hourlyKinds })
  const mailer = new Worker({ ...workerOptions, handlers: mailJobHandlers(ctx) })
  const pusher = new Worker({ ...workerOptions, handlers: pushJobHandlers(ctx) })
  const alarmWorker = new Worker({ ...workerOptions, handlers: alarmJobHandlers(ctx) })
  const classifierWorker = new Worker({ ...workerOptions, handlers: classifierJobHandlers(ctx) })
  return { worker, alarmWorker, mailer, pusher, classifierWorker }
}

/** The Fastify instance, which answers what the cache has and refuses what the gate does before any routing. */
function buildServer(ctx: Context, { cache, gate }: Pick<App, 'cache' | 'gate'>): FastifyInstance {
  const { config, log } = ctx
  /** Refuses before any routing. */
  const refuseEarly = (request: IncomingMessage, response: ServerResponse, refusal: Refusal): true => {
    const problem = toProblem(refusal)
    const { type, body } = refusalBody(problem, request.headers.accept)
    response.writeHead(problem.status, {
      ...apiHeaders(config),
      vary: 'Origin',
      ...(refusal.retry_after !== undefined && { 'retry-after': String(refusal.retry_after) }),
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
    return true
  }
  const rejectSeveralHosts = (request: IncomingMessage, response: ServerResponse): boolean =>
    hasSeveralHosts(request) && refuseEarly(request, response, new Refusal('request.several_hosts'))
  /**
   * Runs before any routing, because many requests may be refused. Passes requests of other sites, whose responses need
   * headers that are added later. Other spellings of an address pass too: the route asks the gate again.
   */
  const rejectWhenBusy = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url?.startsWith('/api/') !== true || request.headers.origin !== undefined) return false
    const refusal = gate.refuseWhenFull()
    return refusal !== undefined && refuseEarly(request, response, refusal)
  }

  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A request that arrives on an open connection while the server stops is still answered.
    return503OnClosing: false,
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
          // The cache knows nothing of stopping.
          if (!http.listening) response.setHeader('connection', 'close')
          if (rejectSeveralHosts(request, response)) return
          if (cache.serve(request, response) || rejectWhenBusy(request, response)) return
          handle(request, response)
        },
      )
      // Closes connections that neither take nor send anything for this long. Streams send heartbeats more often.
      http.setTimeout(IDLE_TIMEOUT_MS)
      gate.trackConnections(http)
      return http
    },
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, ctx, error),
  })
}

/** Answers errors and unknown addresses by problem documents. */
function addProblems(server: FastifyInstance, ctx: Context): void {
  let quiet_until = 0
  server.setErrorHandler((error, request, reply) => {
    const refusal = sendProblem(request, reply, ctx, error)
    // Not the gate's, which has its own figure. Each request would fail alike, so one is named each minute.
    if (refusal.code === 'server.unavailable' && !(error instanceof Refusal) && Date.now() >= quiet_until) {
      quiet_until = Date.now() + MINUTE_MS
      ctx.log.error({ err: error }, 'the database takes no requests: its disk may be full, or it is gone')
    }
    if (refusal.code === 'server.failed')
      ctx.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  })
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url)
    if (methods.length > 0) void reply.header('allow', methods.join(', '))
    const code = methods.length > 0 ? 'request.method_not_allowed' : 'request.not_found'
    // The return value of a handler is sent, too.
    void sendProblem(request, reply, ctx, new Refusal(code))
  })
}

/** One spelling of each address, the headers of what answers it, and a line of the log about it. */
function addAddressRules(server: FastifyInstance, ctx: Context): void {
  const { config, log } = ctx
  server.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) void reply.headers(apiHeaders(config))
    const address = requireOneSpelling(request)
    if (address !== undefined) return reply.headers(assetHeaders(config)).redirect(address, 308)
    rejectCrossSite(ctx, request)
    return undefined
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
      },
      'request',
    )
  })
}

/** Sets what pages of other origins may call. */
async function addOrigins(server: FastifyInstance, { config }: Context): Promise<void> {
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
}

/** The description of the API, for programs and for people. */
function addDescription(server: FastifyInstance, { config }: Context, cache: PageCache): void {
  /** Sends a long text that never changes. Through the cache, thousands of slow connections share its bytes. */
  const sendCached = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply => {
    const headers = reply.getHeaders() as Record<string, string>
    if (Object.keys(request.query as object).length === 0) cache.put(request.raw, { status: 200, headers, body })
    return reply.send(body)
  }
  // Made when they are first asked for: both together would be a tenth of a start.
  let description: string | undefined
  let docs: string | undefined
  const api = { config: { isApi: true } }
  server.get('/api/openapi.json', api, (request, reply) =>
    sendCached(
      request,
      reply.type('application/json; charset=utf-8'),
      (description ??= JSON.stringify(buildOpenApi(config.site_name))),
    ),
  )
  server.get('/api/docs', api, (request, reply) =>
    sendCached(request, reply.headers(documentHeaders(config)), (docs ??= renderApiDocs(config.site_name))),
  )
  server.get('/api-docs.css', (_request, reply) =>
    reply.header('cache-control', 'max-age=3600').type('text/css').send(apiDocsStyle),
  )
}

const anyOriginPaths = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ anyOrigin }) => anyOrigin)
    .map(({ path }): string => path),
)
/** A preflight has no route of its own, so its address decides, which must be the one spelling of the route's. */
const allowsAnyOrigin = ({ method, url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.anyOrigin === true || (method === 'OPTIONS' && anyOriginPaths.has(url.split('?', 1)[0] ?? ''))

/** By the route that answers, never by the address as it was written. */
const isApi = ({ method, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isApi === true || method === 'OPTIONS'

/**
 * Refuses other spellings of an address of the API, and requests that name more than a path. Returns where a page in
 * another spelling is to be redirected.
 */
function requireOneSpelling(request: FastifyRequest): string | undefined {
  const { method, url } = request
  if (request.is404) return undefined
  if (isApi(request)) {
    check(isPlainAddress(url) || url === '*', 'request.bad_address')
    return undefined
  }
  const address = canonicalPageAddress(url)
  check(address === url || (address !== undefined && (method === 'GET' || method === 'HEAD')), 'request.bad_address')
  return address === url ? undefined : address
}

/** Sends the problem document of any thrown error and returns the refusal that the error was mapped to. */
function sendProblem(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { config, database }: Context,
  error: unknown,
): Refusal {
  const refusal = toRefusal(error, database.engine)
  const problem = toProblem(refusal)
  const { type, body } = refusalBody(problem, headers.accept)
  if (refusal.retry_after !== undefined) void reply.header('retry-after', String(refusal.retry_after))
  void reply.code(problem.status).headers(apiHeaders(config)).type(type).send(body)
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
  if (allowsAnyOrigin(request) || request.routeOptions.config.oneClick === true) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (otherOrigin(config, request.headers) !== undefined) return
  // A page cannot forge Sec-Fetch-Site. Only older browsers are checked by Origin; it is "null" in the site's own
  // forms, which send no referrer.
  const isForeign =
    site === undefined
      ? origin !== undefined && origin !== new URL(config.public_url).origin && hostOf(origin) !== host
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new Refusal('request.cross_site')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
