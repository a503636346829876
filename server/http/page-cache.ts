import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

type Encoding = 'identity' | 'gzip' | 'br'

interface Entry {
  status: number
  headers: Record<string, string>
  bodies: Partial<Record<Encoding, Buffer>>
  bytes: number
  /** Milliseconds since the epoch. */
  expires: number
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** What the browser takes, best first. A list with weights of zero is rare enough to be read as "identity". */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined || header.includes('q=0')) return 'identity'
  if (header.includes('br')) return 'br'
  return header.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * Whole answers to visitors, in memory, served before any routing. Only what every visitor gets alike may be put in: the key is
 * the path with its query, and the language. Bounded; emptied after every commit and, for what other processes
 * wrote, after `life_ms`.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #max_bytes: number
  readonly #life_ms: number
  /** The language that a request asks for, as part of the key of pages. */
  readonly #variantOf: (request: IncomingMessage) => string
  #bytes = 0
  #generation = 0

  constructor(options: { max_bytes?: number; life_ms: number; variantOf: (request: IncomingMessage) => string }) {
    this.#max_bytes = options.max_bytes ?? 32 * 1024 * 1024
    this.#life_ms = options.life_ms
    this.#variantOf = options.variantOf
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
  }

  keyOf(request: IncomingMessage): string {
    const url = request.url ?? ''
    return url.startsWith('/api/') ? url : `${this.#variantOf(request)} ${url}`
  }

  /** Keeps an answer, compressed for every kind of browser, unless the data changed since `generation`. */
  async put(key: string, { status, headers, body }: Answer, generation: number): Promise<void> {
    const identity = Buffer.from(body)
    const [br, zipped] = await Promise.all([
      brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      deflate(identity, { level: 6 }),
    ])
    if (generation !== this.#generation) return
    const bytes = identity.length + br.length + zipped.length
    if (bytes > this.#max_bytes / 4) return
    this.#drop(key)
    while (this.#bytes + bytes > this.#max_bytes) this.#drop(this.#entries.keys().next().value ?? '')
    this.#entries.set(key, {
      status,
      headers,
      bodies: { identity, br, gzip: zipped },
      bytes,
      expires: Date.now() + this.#life_ms,
    })
    this.#bytes += bytes
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Answers from memory when it can. A request that bears a credential never meets the cache. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.headers.authorization !== undefined || request.headers.origin !== undefined)
      return false
    const key = this.keyOf(request)
    const entry = this.#entries.get(key)
    if (!entry) return false
    if (entry.expires < Date.now()) {
      this.#drop(key)
      return false
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = entry.bodies[encoding] ?? Buffer.alloc(0)
    response.writeHead(entry.status, {
      ...entry.headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': body.length,
    })
    response.end(body)
    return true
  }
}
