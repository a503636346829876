import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Encoding, negotiateEncoding, compress } from './compress.ts'

/** A little better than for answers that are sent once. */
const CACHE_COMPRESSION_LEVEL = 5

/** The bytes that go out, with the headers that say what they are. */
interface EncodedResponse {
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface CacheEntry {
  status: number
  identity: EncodedResponse
  /** Made when first asked for, once for all who ask meanwhile: most answers are never asked for twice. */
  compressed: Partial<Record<Encoding, EncodedResponse | Promise<EncodedResponse>>>
  bytes: number
  /** Milliseconds since the epoch. */
  expires: number
}

export interface CacheableResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** Whether the answer to a request is the same for all visitors: nobody asks in person, nor for another site. */
const isCacheable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.authorization === undefined && headers.origin === undefined

const encodeResponse = (headers: OutgoingHttpHeaders, body: Buffer): EncodedResponse => ({
  headers: { ...headers, 'content-length': body.length },
  body,
})

/**
 * Whole answers to visitors, in memory, served before any routing. Only what every visitor gets alike may be put in: the key is
 * the path with its query, and the language. Bounded; emptied after every commit and, for what other processes
 * wrote, after `life_ms`; and when a time comes at which what visitors see changes by itself.
 */
export class PageCache {
  readonly #entries = new Map<string, CacheEntry>()
  readonly #max_bytes: number
  readonly #ttl_ms: number
  readonly #clock: () => Date
  /** The language that a request asks for, as part of the key of pages. */
  readonly #variantOf: (request: IncomingMessage) => string
  #bytes = 0
  #generation = 0
  #hits = 0
  /** Milliseconds since the epoch. */
  #expires_at = Infinity

  constructor(options: {
    max_bytes?: number
    ttl_ms: number
    clock: () => Date
    variantOf: (request: IncomingMessage) => string
  }) {
    this.#clock = options.clock
    this.#max_bytes = options.max_bytes ?? 32 * 1024 * 1024
    this.#ttl_ms = options.ttl_ms
    this.#variantOf = options.variantOf
  }

  /** How many requests were answered from here. */
  get hits(): number {
    return this.#hits
  }

  /** Changes whenever the cache is emptied: an answer made before that must not be put in after it. */
  get generation(): number {
    return this.#generation
  }

  /** Forgets everything: something that visitors may see has changed. */
  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
    this.#generation += 1
    this.#expires_at = Infinity
  }

  /** Forgets everything at that time. Said by who reads what changes then, before their answer is put in. */
  expireAt(time: string): void {
    this.#expires_at = Math.min(this.#expires_at, Date.parse(time))
  }

  /** The time, after forgetting what it has overtaken. */
  #now(): number {
    const at = this.#clock().getTime()
    if (at >= this.#expires_at) this.clear()
    return at
  }

  keyOf(request: IncomingMessage): string {
    const url = request.url ?? ''
    return url.startsWith('/api/') ? url : `${this.#variantOf(request)} ${url}`
  }

  /** Keeps what a visitor was answered, if it is the same for everybody and the data did not change since `generation`. */
  put(request: IncomingMessage, { status, headers, body }: CacheableResponse, generation = this.#generation): void {
    if (!isCacheable(request)) return
    const key = this.keyOf(request)
    const bytes = Buffer.byteLength(body)
    const at = this.#now()
    if (generation !== this.#generation || bytes > this.#max_bytes / 8) return
    this.#evict(key)
    this.#entries.set(key, {
      status,
      identity: encodeResponse(headers, Buffer.from(body)),
      compressed: {},
      bytes,
      expires: at + this.#ttl_ms,
    })
    this.#addBytes(bytes)
  }

  /** Counts what was put in, and forgets the oldest answers while there is too much. */
  #addBytes(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#max_bytes) this.#evict(this.#entries.keys().next().value ?? '')
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Answers from memory when it can. A request that bears a credential never meets the cache. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isCacheable(request)) return false
    const at = this.#now()
    const key = this.keyOf(request)
    const entry = this.#entries.get(key)
    if (!entry) return false
    if (entry.expires < at) {
      this.#evict(key)
      return false
    }
    const encoding = negotiateEncoding(request.headers['accept-encoding'])
    const packed =
      encoding === 'identity' ? entry.identity : (entry.compressed[encoding] ?? this.#compress(key, encoding, entry))
    const send = ({ headers, body }: EncodedResponse): void => {
      response.writeHead(entry.status, headers)
      response.end(body)
    }
    if (packed instanceof Promise) packed.then(send, () => send(entry.identity)).catch(() => response.destroy())
    else send(packed)
    this.#hits += 1
    return true
  }

  #compress(key: string, encoding: Exclude<Encoding, 'identity'>, entry: CacheEntry): Promise<EncodedResponse> {
    const { headers, body } = entry.identity
    const compressing = compress(body, encoding, CACHE_COMPRESSION_LEVEL).then((compressed) => {
      const packed = encodeResponse({ ...headers, 'content-encoding': encoding }, compressed)
      entry.compressed[encoding] = packed
      if (this.#entries.get(key) === entry) {
        entry.bytes += compressed.length
        this.#addBytes(compressed.length)
      }
      return packed
    })
    entry.compressed[encoding] = compressing
    return compressing
  }
}
