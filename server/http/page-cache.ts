import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Encoding, acceptedEncoding, compress } from './compress.ts'

/** A little better than for answers that are sent once. */
const KEPT_QUALITY = 5

/** The bytes that go out, with the headers that say what they are. */
interface Packed {
  headers: OutgoingHttpHeaders
  body: Buffer
}

interface Entry {
  status: number
  identity: Packed
  /** Made when first asked for, once for all who ask meanwhile: most answers are never asked for twice. */
  compressed: Partial<Record<Encoding, Packed | Promise<Packed>>>
  bytes: number
  /** Milliseconds since the epoch. */
  expires: number
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** Whether the answer to a request is the same for all visitors: nobody asks in person, nor for another site. */
const isForEverybody = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.authorization === undefined && headers.origin === undefined

const pack = (headers: OutgoingHttpHeaders, body: Buffer): Packed => ({
  headers: { ...headers, 'content-length': body.length },
  body,
})

/**
 * Whole answers to visitors, in memory, served before any routing. Only what every visitor gets alike may be put in: the key is
 * the path with its query, and the language. Bounded; emptied after every commit and, for what other processes
 * wrote, after `life_ms`; and when a time comes at which what visitors see changes by itself.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #max_bytes: number
  readonly #life_ms: number
  readonly #clock: () => Date
  /** The language that a request asks for, as part of the key of pages. */
  readonly #variantOf: (request: IncomingMessage) => string
  #bytes = 0
  #generation = 0
  #answers = 0
  /** Milliseconds since the epoch. */
  #turns = Infinity

  constructor(options: {
    max_bytes?: number
    life_ms: number
    clock: () => Date
    variantOf: (request: IncomingMessage) => string
  }) {
    this.#clock = options.clock
    this.#max_bytes = options.max_bytes ?? 32 * 1024 * 1024
    this.#life_ms = options.life_ms
    this.#variantOf = options.variantOf
  }

  /** How many requests were answered from here. */
  get answers(): number {
    return this.#answers
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
    this.#turns = Infinity
  }

  /** Forgets everything at that time. Said by who reads what changes then, before their answer is put in. */
  turnAt(time: string): void {
    this.#turns = Math.min(this.#turns, Date.parse(time))
  }

  /** The time, after forgetting what it has overtaken. */
  #now(): number {
    const at = this.#clock().getTime()
    if (at >= this.#turns) this.clear()
    return at
  }

  keyOf(request: IncomingMessage): string {
    const url = request.url ?? ''
    return url.startsWith('/api/') ? url : `${this.#variantOf(request)} ${url}`
  }

  /** Keeps what a visitor was answered, if it is the same for everybody and the data did not change since `generation`. */
  put(request: IncomingMessage, { status, headers, body }: Answer, generation = this.#generation): void {
    if (!isForEverybody(request)) return
    const key = this.keyOf(request)
    const bytes = Buffer.byteLength(body)
    const at = this.#now()
    if (generation !== this.#generation || bytes > this.#max_bytes / 8) return
    this.#drop(key)
    this.#entries.set(key, {
      status,
      identity: pack(headers, Buffer.from(body)),
      compressed: {},
      bytes,
      expires: at + this.#life_ms,
    })
    this.#grow(bytes)
  }

  /** Counts what was put in, and forgets the oldest answers while there is too much. */
  #grow(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#max_bytes) this.#drop(this.#entries.keys().next().value ?? '')
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Answers from memory when it can. A request that bears a credential never meets the cache. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isForEverybody(request)) return false
    const at = this.#now()
    const key = this.keyOf(request)
    const entry = this.#entries.get(key)
    if (!entry) return false
    if (entry.expires < at) {
      this.#drop(key)
      return false
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const packed =
      encoding === 'identity' ? entry.identity : (entry.compressed[encoding] ?? this.#compress(key, encoding, entry))
    const send = ({ headers, body }: Packed): void => {
      response.writeHead(entry.status, headers)
      response.end(body)
    }
    if (packed instanceof Promise) packed.then(send, () => send(entry.identity)).catch(() => response.destroy())
    else send(packed)
    this.#answers += 1
    return true
  }

  #compress(key: string, encoding: Exclude<Encoding, 'identity'>, entry: Entry): Promise<Packed> {
    const { headers, body } = entry.identity
    const compressing = compress(body, encoding, KEPT_QUALITY).then((compressed) => {
      const packed = pack({ ...headers, 'content-encoding': encoding }, compressed)
      entry.compressed[encoding] = packed
      if (this.#entries.get(key) === entry) {
        entry.bytes += compressed.length
        this.#grow(compressed.length)
      }
      return packed
    })
    entry.compressed[encoding] = compressing
    return compressing
  }
}
