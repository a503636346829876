import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errors } from '../../contract/errors.ts'
import { type Endpoint, type EndpointName, endpoints, factsOf } from '../../contract/endpoints.ts'
import { type Call, type Output, type ParsedInput, schemas, takesKey } from '../../contract/schemas.ts'
import { EventStream, FileStream } from '../../contract/streams.ts'
import type { Context } from '../context.ts'
import type { LiveHub } from '../live/hub.ts'
import { Refusal, check, toFieldErrors, toProblem, toRefusal } from './errors.ts'
import type { Gate } from './overload/gate.ts'
import { runIdempotent, readRepeated } from './idempotency.ts'
import type { PageCache } from './cache/page-cache.ts'
import { type RateLimits, addressKey, visitorCalls, credentialCalls, memberCalls } from './limits/rate-limit.ts'
import { type Viewer, checkAccess, readViewer } from './session.ts'

/**
 * The HTTP request of a handler, and the reply on which it may set headers. Undefined for pages rendered in process.
 */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export interface HandlerArgs<Name extends EndpointName> {
  /** In a write, `ctx.db` is its transaction. */
  ctx: Context
  /**
   * Runs the work of a write marked with `opensTransaction` in its transaction, and returns the answer. A request that is
   * repeated with its Idempotency-Key gets that answer, and the handler does not run again.
   */
  once: Context['transaction']
  limits: RateLimits
  /** Publishes events to open pages. */
  live: LiveHub
  viewer: (typeof endpoints)[Name]['access'] extends 'visitor' ? Viewer | null : Viewer
  input: ParsedInput<Name>
  exchange: Exchange | undefined
}

export type Handler<Name extends EndpointName> = ((args: HandlerArgs<Name>) => Promise<Output<Name>>) & {
  opensTransaction?: boolean
}

/** A handler for every endpoint of the feature: a missing or misspelt one fails to compile. */
export type Handlers<Feature extends string> = {
  [Name in EndpointName as Name extends `${Feature}.${string}` ? Name : never]: Handler<Name>
}
export type AllHandlers = { [Name in EndpointName]: Handler<Name> }

/**
 * Marks a write with slow work before it uses the database, such as hashing a password: it opens its transaction itself
 * with `once`, so that others need not wait. One that takes no Idempotency-Key may use `ctx.transaction`.
 */
export const opensTransaction = <Handle extends (args: never) => Promise<unknown>>(
  handle: Handle,
): Handle & { opensTransaction: true } => Object.assign(handle, { opensTransaction: true as const })

// An output may be declared as a union: then a member must belong to one of its forms.
type KeysOf<Declared> = Declared extends unknown ? keyof Declared : never
type MemberOf<Declared, Key> = Declared extends unknown ? (Key extends keyof Declared ? Declared[Key] : never) : never

type UndeclaredKeys<Given, Declared> = Given extends readonly (infer GivenItem)[]
  ? Declared extends readonly (infer DeclaredItem)[]
    ? UndeclaredKeys<GivenItem, DeclaredItem>
    : never
  : Given extends object
    ? [Declared] extends [object]
      ?
          | Exclude<keyof Given, KeysOf<Declared>>
          | {
              [Key in keyof Given & KeysOf<Declared>]: UndeclaredKeys<
                NonNullable<Given[Key]>,
                NonNullable<MemberOf<Declared, Key>>
              >
            }[keyof Given & KeysOf<Declared>]
      : never
    : never

/**
 * The members that handlers return and the contract does not declare, as `endpoint: member`; `never` when there are
 * none.
 */
export type Undeclared<Given extends Record<EndpointName, (args: never) => Promise<unknown>>> = {
  [Name in EndpointName]: UndeclaredKeys<Awaited<ReturnType<Given[Name]>>, Output<Name>> extends infer Key
    ? Key extends string
      ? `${Name}: ${Key}`
      : never
    : never
}[EndpointName]

/** An endpoint with all that serving it takes: its facts, its schemas and its handler. */
interface ServedEndpoint extends Endpoint {
  name: EndpointName
  input: z.ZodType
  output: z.ZodType
  handler: (args: unknown) => Promise<unknown>
  opensTransaction: boolean
  takesKey: boolean
}

export function allEndpoints(handlers: AllHandlers): ServedEndpoint[] {
  return Object.keys(endpoints).map((key) => {
    const name = key as EndpointName
    const handler = handlers[name] as Handler<EndpointName>
    const { input, output } = schemas[name]
    return {
      ...factsOf(name),
      name,
      input,
      output,
      handler: handler as (args: unknown) => Promise<unknown>,
      opensTransaction: handler.opensTransaction === true,
      takesKey: takesKey(name),
    }
  })
}

function parseInput({ invalidId, input: schema }: ServedEndpoint, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const fields = toFieldErrors(parsed.error, raw)
  const isInvalidId = fields.some(({ path }) => path === 'id' || path === 'ids' || path.startsWith('ids.'))
  throw new Refusal((isInvalidId && invalidId) || 'request.invalid', { fields })
}

/** The dependencies of every handler, whoever calls it. */
interface HandlerServices {
  ctx: Context
  limits: RateLimits
  live: LiveHub
}

interface EndpointRequest {
  viewer: Viewer | null
  raw: unknown
  exchange?: Exchange
  key?: string | undefined
}

/**
 * Runs access → input → transaction → handler → output. The only way to call a handler, over HTTP and from rendered
 * pages.
 */
async function callEndpoint(
  endpoint: ServedEndpoint,
  { ctx, limits, live }: HandlerServices,
  { viewer, raw, exchange, key }: EndpointRequest,
): Promise<unknown> {
  checkAccess(endpoint.access, viewer)
  const input = parseInput(endpoint, raw)
  const keyed = viewer && endpoint.takesKey ? { user_id: viewer.id, key, request: [endpoint.name, input] } : undefined
  const once: Context['transaction'] = (work) =>
    ctx.transaction((transaction) =>
      keyed ? runIdempotent(transaction, keyed, () => work(transaction)) : work(transaction),
    )
  const handle = async (context: Context): Promise<unknown> =>
    endpoint.output.parse(await endpoint.handler({ ctx: context, once, limits, live, viewer, input, exchange }))
  if (endpoint.replica) return await ctx.readFromReplica(handle)
  if (endpoint.method === 'GET') return await handle(ctx)
  if (!endpoint.opensTransaction) return await once(handle)
  const repeated = keyed && (await readRepeated(ctx, keyed))
  return repeated ? endpoint.output.parse(repeated.answer) : await handle(ctx)
}

function rawInput({ method }: ServedEndpoint, request: FastifyRequest): unknown {
  const { params, query, body } = request as { params: object; query: object; body: unknown }
  if (method === 'GET') return { ...query, ...params }
  check(body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body)), 'request.malformed')
  // Path parameters take precedence over the body.
  return { ...(method === 'DELETE' ? query : undefined), ...body, ...params }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return Array.isArray(key) ? key[0] : key
}

const stay = (): void => {}

/** Slow work, such as reading a backup of gigabytes, sends nothing for minutes: its connection does not count as idle meanwhile. */
async function hold<Answer>({ raw }: FastifyReply, work: () => Promise<Answer>): Promise<Answer> {
  // A connection whose timeout nobody hears is closed.
  raw.on('timeout', stay)
  try {
    return await work()
  } finally {
    raw.off('timeout', stay)
  }
}

/** Adds a route for every endpoint of the contract. */
export function registerEndpoints(
  app: FastifyInstance,
  { handlers, cache, gate, ...services }: HandlerServices & { handlers: AllHandlers; cache: PageCache; gate: Gate },
): void {
  const { ctx, limits } = services
  const handleRequest = async (endpoint: ServedEndpoint, request: FastifyRequest, reply: FastifyReply) => {
    const ownsCredential = endpoint.credential === 'own'
    const viewer = ownsCredential ? null : await readViewer(ctx, request.headers.authorization)
    if (viewer) await limits.count(memberCalls, viewer.id)
    // A parish shares one address on a Sunday: signing in and refreshing must not use up the limit of its visitors.
    else await limits.count(ownsCredential ? credentialCalls : visitorCalls, addressKey(request.ip))
    const answer = await callEndpoint(endpoint, services, {
      viewer,
      raw: rawInput(endpoint, request),
      exchange: { request, reply },
      key: idempotencyKey(request),
    })
    return { viewer, answer }
  }
  for (const endpoint of allEndpoints(handlers)) {
    const { bodyLimit, anyOrigin = false, oneClick = false } = endpoint
    app.route({
      method: endpoint.method,
      config: { isApi: true, anyOrigin, oneClick },
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(bodyLimit !== undefined && { bodyLimit }),
      onRequest: async (request) => {
        const refusal = gate.refuseWhenFull()
        if (refusal) throw refusal
        // Checks access before a large body is read.
        if (bodyLimit !== undefined) checkAccess(endpoint.access, await readViewer(ctx, request.headers.authorization))
      },
      handler: async (request, reply) => {
        const { generation } = cache
        const work = () => handleRequest(endpoint, request, reply)
        // Writes run even when the client has disconnected: a phone may only have lost its connection.
        const isGone = (): boolean => endpoint.method === 'GET' && request.raw.socket.destroyed
        // Slow work waits for other machines or has a queue of its own, so it skips the gate.
        const { viewer, answer } = await (endpoint.opensTransaction ? hold(reply, work) : gate.run(work, { isGone }))
        if (answer instanceof FileStream) {
          reply.type(answer.media_type)
          reply.header('x-robots-tag', 'noindex')
          reply.header('content-disposition', `attachment; filename="${answer.file_name}"`)
          // A stream is sent as it is, so that it is closed when the reader leaves before the first piece.
          return reply.send(answer.pieces instanceof Readable ? answer.pieces : Readable.from(answer.pieces))
        }
        if (answer instanceof EventStream) return sendEventStream(answer, reply)
        const body = JSON.stringify(answer)
        reply.header('content-type', 'application/json; charset=utf-8')
        if (viewer === null) {
          cache.put(
            request.raw,
            { status: 200, headers: reply.getHeaders() as Record<string, string>, body },
            generation,
          )
        }
        return reply.send(body)
      },
    })
  }
}

/** Maximum number of bytes that wait for a slow reader before its connection is closed. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** Hands the connection over to a stream, which ends it. */
function sendEventStream(stream: EventStream, reply: FastifyReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // nginx buffers a response unless this header disables it.
    'x-accel-buffering': 'no',
  })
  const unsubscribe = stream.open({
    write: (text) => {
      raw.write(text)
      return raw.writableLength < MAX_BUFFERED_BYTES
    },
    end: () => {
      raw.end()
      // A client that reads nothing would hold the connection.
      if (raw.writableLength >= MAX_BUFFERED_BYTES) raw.destroy()
    },
  })
  raw.on('close', unsubscribe)
  return reply
}

const refuse = (): Promise<never> => Promise.reject(new Refusal('sessions.required'))

/** A context in which nothing can be changed: what wants to, a read that is put on record too, needs a call with a token. */
function toReadOnly(ctx: Context): Context {
  return {
    ...ctx,
    transaction: refuse,
    addJob: refuse,
    readFromReplica: (work) => ctx.readFromReplica((reading) => work(toReadOnly(reading))),
  }
}

/**
 * Calls handlers in process, with the same checks as over HTTP, for pages rendered on the server. Reads only, whoever the
 * page is for: the cookie by which pages are rendered is sent with every link from elsewhere.
 */
export function createPageCall(
  { ctx, cache, ...others }: HandlerServices & { cache: PageCache },
  handlers: AllHandlers,
): (viewer: Viewer | null) => Call {
  const services = { ...others, ctx: toReadOnly(ctx) }
  const byName = new Map(allEndpoints(handlers).map((endpoint) => [endpoint.name, endpoint]))
  return (viewer) => {
    const call = async (name: EndpointName, input: unknown): Promise<unknown> => {
      try {
        const endpoint = byName.get(name)
        check(endpoint?.method === 'GET', 'request.not_found')
        const answer = () => callEndpoint(endpoint, services, { viewer, raw: input })
        return await (endpoint.alike ? cache.fact(`${name} ${JSON.stringify(input)}`, answer) : answer())
      } catch (error) {
        const refusal = toRefusal(error, ctx.database.engine)
        if (errors[refusal.code][0] >= 500) ctx.log.error({ err: error, endpoint: name }, 'page failed')
        // Throws a plain object, as over HTTP, because the pages are a separate bundle.
        throw toProblem(refusal)
      }
    }
    return call as Call
  }
}
