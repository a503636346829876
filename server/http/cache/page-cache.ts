import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { cacheKeyOf } from './cache-key.ts'
import { type Encoding, negotiateEncoding, compress } from './compress.ts'

/** Higher than for responses that are sent once. */
const CACHE_COMPRESSION_LEVEL = 5
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 2000
/** Memory of an entry besides its texts: objects, buffers and its place in the map, rounded up. Bytes. */
const ENTRY_OVERHEAD_BYTES = 1024

/** An encoded body with its content headers. */
interface EncodedResponse {
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface CacheEntry {
  status: number
  identity: EncodedResponse
  /** Compressed on first use, once for all concurrent requests: most responses are never requested twice. */
  compressed: Partial<Record<Encoding, EncodedResponse | Promise<EncodedResponse>>>
  /** Key, headers, bodies and overhead. */
  bytes: number
  /** Milliseconds since the epoch. */
  expires: number
}

/** The parts that all pages have alike. */
interface Fact {
  value: Promise<unknown>
  /** Milliseconds since the epoch. */
  expires: number
}

export interface CacheableResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** Memory of an entry with its uncompressed body. A text takes at most two bytes for each code unit. */
const bytesOf = (key: string, { headers, body }: EncodedResponse): number =>
  ENTRY_OVERHEAD_BYTES +
  body.length +
  2 * Object.entries(headers).reduce((length, [name, value]) => length + name.length + String(value).length, key.length)

const encodeResponse = (headers: OutgoingHttpHeaders, body: Buffer): EncodedResponse => ({
  headers: { ...headers, 'content-length': body.length },
  body,
})

interface PageCacheOptions {
  max_bytes?: number
  max_entries?: number
  ttl_ms: number
  clock: () => Date
  /** Returns the language that a request asks for, a part of the key of pages. */
  variantOf: (request: IncomingMessage) => string
  /** True for a page that is rendered for one person. */
  isPersonal?: (request: IncomingMessage) => boolean
}

/**
 * Caches complete responses to visitors in memory and serves them before any routing. Store only responses that are
 * equal for every visitor: the key is the address in its one spelling (`cacheKeyOf`), and the language. Its memory and
 * the number of its entries are bounded. It also keeps the few facts that members' pages share with theirs. It is emptied after every commit; after `ttl_ms`, for writes of other
 * processes; and at `expireAt`, when visitors' pages change without a write.
 */
export class PageCache {
  readonly #entries = new Map<string, CacheEntry>()
  readonly #facts = new Map<string, Fact>()
  readonly #options: Required<PageCacheOptions>
  #bytes = 0
  #generation = 0
  #hits = 0
  /** Milliseconds since the epoch. */
  #expires_at = Infinity

  constructor(options: PageCacheOptions) {
    this.#options = { max_bytes: MAX_BYTES, max_entries: MAX_ENTRIES, isPersonal: () => false, ...options }
  }

  /** Number of requests served from the cache. */
  get hits(): number {
    return this.#hits
  }

  /** Number of stored responses. */
  get size(): number {
    return this.#entries.size
  }

  /** Memory of the stored responses, with their keys. */
  get bytes(): number {
    return this.#bytes
  }

  /** Changes whenever the cache is emptied: a response built before that must not be stored after it. */
  get generation(): number {
    return this.#generation
  }

  /** Empties the cache after a change that visitors may see. */
  clear(): void {
    this.#entries.clear()
    this.#facts.clear()
    this.#bytes = 0
    this.#generation += 1
    this.#expires_at = Infinity
  }

  /**
   * Returns what every page says alike, for members too: read once, and again after a change or when a response would
   * expire. `name` has few values. Rejects as `read` does, and keeps nothing then.
   */
  fact<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const at = this.#now()
    const known = this.#facts.get(name)
    if (known && at < known.expires) return known.value as Promise<Value>
    const fact = { value: read(), expires: at + this.#options.ttl_ms }
    this.#facts.set(name, fact)
    const forget = (): unknown => this.#facts.get(name) === fact && this.#facts.delete(name)
    fact.value.catch(forget)
    return fact.value
  }

  /** Empties the cache at that time. Called by readers of data that changes then, before their response is stored. */
  expireAt(time: string): void {
    this.#expires_at = Math.min(this.#expires_at, Date.parse(time))
  }

  /** Returns the time, after removing what expired. All entries live equally long, so the oldest expire first. */
  #now(): number {
    const at = this.#options.clock().getTime()
    if (at >= this.#expires_at) this.clear()
    for (const [key, { expires }] of this.#entries) {
      if (expires >= at) break
      this.#evict(key)
    }
    return at
  }

  /** True when the response is the same for all visitors: no credentials and no request of another site. */
  #isCacheable(request: IncomingMessage): boolean {
    const { method, headers } = request
    return (
      method === 'GET' &&
      headers.authorization === undefined &&
      headers.origin === undefined &&
      (request.url?.startsWith('/api/') === true || !this.#options.isPersonal(request))
    )
  }

  /** Returns the key of a request; undefined when its response is not stored. */
  keyOf(request: IncomingMessage): string | undefined {
    const key = cacheKeyOf(request.url ?? '')
    return key === undefined || key.startsWith('/api/') ? key : `${this.#options.variantOf(request)} ${key}`
  }

  /** Stores a visitor's response if it is equal for everybody and no data changed since `generation`. */
  put(request: IncomingMessage, { status, headers, body }: CacheableResponse, generation = this.#generation): void {
    if (!this.#isCacheable(request)) return
    const key = this.keyOf(request)
    if (key === undefined) return
    const at = this.#now()
    const identity = encodeResponse(headers, Buffer.from(body))
    const bytes = bytesOf(key, identity)
    if (generation !== this.#generation || bytes > this.#options.max_bytes / 8) return
    this.#evict(key)
    this.#entries.set(key, { status, identity, compressed: {}, bytes, expires: at + this.#options.ttl_ms })
    this.#addBytes(bytes)
  }

  /** Counts the stored bytes and drops the oldest responses above the limits. */
  #addBytes(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#options.max_bytes || this.#entries.size > this.#options.max_entries)
      this.#evict(this.#entries.keys().next().value ?? '')
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Serves a cached response if there is one. A request with credentials never uses the cache. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    this.#now()
    if (!this.#isCacheable(request)) return false
    const key = this.keyOf(request)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (key === undefined || !entry) return false
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
