import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errors } from '../../contract/errors.ts'
import { type Endpoint, type EndpointName, endpoints, factsOf } from '../../contract/endpoints.ts'
import { type Call, type Output, type ParsedInput, schemas } from '../../contract/schemas.ts'
import { EventStream, TextStream } from '../../contract/streams.ts'
import type { Context } from '../context.ts'
import type { LiveHub } from '../live/hub.ts'
import { Refusal, check, toFieldErrors, toProblem, toRefusal } from './errors.ts'
import type { Gate } from './overload/gate.ts'
import { runIdempotent } from './idempotency.ts'
import type { PageCache } from './cache/page-cache.ts'
import { type RateLimits, addressKey } from './limits/rate-limit.ts'
import { type Viewer, checkAccess, readViewer } from './session.ts'

/** What a handler may know of the HTTP request, and what it may set on the reply. Pages rendered in process have none. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export interface HandlerArgs<Name extends EndpointName> {
  /** In a write, `ctx.db` is its transaction. */
  ctx: Context
  limits: RateLimits
  /** What open pages are told through. */
  live: LiveHub
  viewer: (typeof endpoints)[Name]['access'] extends 'visitor' ? Viewer | null : Viewer
  input: ParsedInput<Name>
  exchange: Exchange | undefined
}

export type Handler<Name extends EndpointName> = ((args: HandlerArgs<Name>) => Promise<Output<Name>>) & {
  opensTransaction?: boolean
}

/** A handler for every endpoint of the feature: one that is missing, or misspelt, does not compile. */
export type Handlers<Feature extends string> = {
  [Name in EndpointName as Name extends `${Feature}.${string}` ? Name : never]: Handler<Name>
}
export type AllHandlers = { [Name in EndpointName]: Handler<Name> }

/**
 * For a write that has slow work to do before it touches the database, such as hashing a password: it opens its
 * transaction itself with `ctx.transaction`, so that others need not wait. It must be harmless to repeat.
 */
export const opensTransaction = <Handle extends (args: never) => Promise<unknown>>(
  handle: Handle,
): Handle & { opensTransaction: true } => Object.assign(handle, { opensTransaction: true as const })

// An answer may be declared as one of several forms: then a member must belong to one of them.
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

/** The members that handlers give and the contract does not declare, as `endpoint: member`. `never` when all is well. */
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

/** What every handler is given, whoever asks. */
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

/** access → input → transaction → handler → output. The one way into every handler, from HTTP and from rendered pages. */
async function callEndpoint(
  endpoint: ServedEndpoint,
  { ctx, limits, live }: HandlerServices,
  { viewer, raw, exchange, key }: EndpointRequest,
): Promise<unknown> {
  checkAccess(endpoint.access, viewer)
  const input = parseInput(endpoint, raw)
  const handle = async (context: Context): Promise<unknown> =>
    endpoint.output.parse(await endpoint.handler({ ctx: context, limits, live, viewer, input, exchange }))
  if (endpoint.replica) return await ctx.readFromReplica(handle)
  if (endpoint.method === 'GET' || endpoint.opensTransaction) return await handle(ctx)
  return await ctx.transaction((transaction) =>
    viewer
      ? runIdempotent(transaction, { user_id: viewer.id, key, request: [endpoint.name, input] }, () =>
          handle(transaction),
        )
      : handle(transaction),
  )
}

function rawInput({ method }: ServedEndpoint, request: FastifyRequest): unknown {
  const { params, query, body } = request as { params: object; query: object; body: unknown }
  if (method === 'GET') return { ...query, ...params }
  check(body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body)), 'request.malformed')
  // What the address says wins over what the body says.
  return { ...(method === 'DELETE' ? query : undefined), ...body, ...params }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return Array.isArray(key) ? key[0] : key
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
    if (viewer) await limits.count('member_calls', viewer.id)
    // A parish shares one address on a Sunday: signing in and refreshing must not use up what its visitors may read.
    else await limits.count(ownsCredential ? 'credential_calls' : 'visitor_calls', addressKey(request.ip))
    const answer = await callEndpoint(endpoint, services, {
      viewer,
      raw: rawInput(endpoint, request),
      exchange: { request, reply },
      key: idempotencyKey(request),
    })
    return { viewer, answer }
  }
  for (const endpoint of allEndpoints(handlers)) {
    const { bodyLimit } = endpoint
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(bodyLimit !== undefined && { bodyLimit }),
      onRequest: async (request) => {
        const refusal = gate.refuseWhenFull()
        if (refusal) throw refusal
        // Nothing large is read from whoever may not send it.
        if (bodyLimit !== undefined) checkAccess(endpoint.access, await readViewer(ctx, request.headers.authorization))
      },
      handler: async (request, reply) => {
        const { generation } = cache
        const work = () => handleRequest(endpoint, request, reply)
        // What is written is done for those who have gone, too: a phone may only have lost its connection.
        const isGone = (): boolean => endpoint.method === 'GET' && request.raw.socket.destroyed
        // What is slow waits for others than this machine, or has a queue of its own.
        const { viewer, answer } = await (endpoint.opensTransaction ? work() : gate.run(work, { isGone }))
        if (answer instanceof TextStream) {
          reply.type(`${answer.media_type}; charset=utf-8`)
          reply.header('content-disposition', `attachment; filename="${answer.file_name}"`)
          return reply.send(Readable.from(answer.pieces))
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

/** Bytes that a reader may be behind before it is let go. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** Hands the connection over to a stream, which ends it. */
function sendEventStream(stream: EventStream, reply: FastifyReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // nginx keeps back what it is not told to pass on at once.
    'x-accel-buffering': 'no',
  })
  const unsubscribe = stream.open({
    write: (text) => {
      raw.write(text)
      return raw.writableLength < MAX_BUFFERED_BYTES
    },
    end: () => {
      raw.end()
      // One that takes nothing would hold on to the connection.
      if (raw.writableLength >= MAX_BUFFERED_BYTES) raw.destroy()
    },
  })
  raw.on('close', unsubscribe)
  return reply
}

/** Calls handlers in process as a visitor, with the same checks as over HTTP: for pages rendered on the server. */
export function createVisitorCall(services: HandlerServices, handlers: AllHandlers): Call {
  const { ctx } = services
  const byName = new Map(allEndpoints(handlers).map((endpoint) => [endpoint.name, endpoint]))
  const call = async (name: EndpointName, input: unknown): Promise<unknown> => {
    const endpoint = byName.get(name)
    check(endpoint, 'request.not_found')
    try {
      return await callEndpoint(endpoint, services, { viewer: null, raw: input })
    } catch (error) {
      const refusal = toRefusal(error, ctx.database.engine)
      if (errors[refusal.code][0] >= 500) ctx.log.error({ err: error, endpoint: name }, 'page failed')
      // A plain object, as over HTTP: the page's code is another program.
      throw toProblem(refusal)
    }
  }
  return call as Call
}
