import http from 'node:http'
import https from 'node:https'

/** Milliseconds until there must be a connection. */
const CONNECT_TIMEOUT_MS = 3000
/** After so many failures in a row nothing is asked for a while. */
const MAX_FAILURES = 5
const COOLDOWN_MS = 60_000
const PREVIEW_LENGTH = 200

export const remoteFailures = [
  'html_answer',
  'server_error',
  'failed',
  'invalid_format',
  'invalid_response',
  'cancelled',
  'unreachable',
  'timed_out',
] as const
export type RemoteFailure = (typeof remoteFailures)[number]

/** Why a service elsewhere gave nothing to use. `values` are of its answer, for the person who asked and for nobody else. */
export class RemoteError extends Error {
  readonly failure: RemoteFailure
  readonly values: Record<string, string> | undefined

  constructor(failure: RemoteFailure, values?: Record<string, string>) {
    super(`the service failed: ${failure}`)
    this.failure = failure
    this.values = values
  }
}

export interface RemoteServiceOptions {
  clock: () => Date
  /** For one answer. Milliseconds. */
  time_out: number
  /** What is longer is no answer. Bytes. */
  max_answer_bytes: number
}

interface ServiceRequest<Result> {
  headers?: Record<string, string>
  body: unknown
  /** Makes something of the answer. @throws RemoteError */
  read: (value: unknown) => Result
  signal?: AbortSignal | undefined
}

interface ServiceResponse {
  status: number
  status_text: string
  media_type: string
  body: string
}

/**
 * Asks a service elsewhere for JSON, and leaves it alone for a minute after five failures in a row. Its address comes from the
 * configuration alone. Redirects are not followed: that would send the words to somewhere that nobody named. Nothing is
 * logged or kept.
 */
export class RemoteService {
  readonly #options: RemoteServiceOptions
  #failures = 0
  #cooldown_until = 0

  constructor(options: RemoteServiceOptions) {
    this.#options = options
  }

  /** Whether it failed so often just now that it is left alone. */
  get isCoolingDown(): boolean {
    return this.#options.clock().getTime() < this.#cooldown_until
  }

  /** Sends the question and gives what `read` makes of the answer. @throws RemoteError */
  async postJson<Result>(url: URL, question: ServiceRequest<Result>): Promise<Result> {
    if (this.isCoolingDown) throw new RemoteError('unreachable')
    try {
      const result = question.read(parseResponse(await this.#exchange(url, question)))
      this.#failures = 0
      return result
    } catch (error) {
      if (error instanceof RemoteError && error.failure !== 'cancelled') this.#countFailure()
      throw error
    }
  }

  #countFailure(): void {
    this.#failures += 1
    if (this.#failures < MAX_FAILURES) return
    // One more failure after the rest is enough to rest again.
    this.#failures = MAX_FAILURES - 1
    this.#cooldown_until = this.#options.clock().getTime() + COOLDOWN_MS
  }

  async #exchange(url: URL, { headers, body, signal }: ServiceRequest<unknown>): Promise<ServiceResponse> {
    const { time_out, max_answer_bytes } = this.#options
    const timeout = AbortSignal.timeout(time_out)
    try {
      return await post(url, {
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
        max_answer_bytes,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
    } catch (error) {
      if (error instanceof RemoteError) throw error
      if (signal?.aborted === true) throw new RemoteError('cancelled')
      if (timeout.aborted) throw new RemoteError('timed_out')
      throw new RemoteError('unreachable')
    }
  }
}

interface PostOptions {
  headers: Record<string, string>
  body: string
  max_answer_bytes: number
  signal: AbortSignal
}

// Not `fetch`, which waits ten seconds for a connection and unpacks whatever it is sent.
function post(url: URL, { headers, body, max_answer_bytes, signal }: PostOptions): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const { request: start } = url.protocol === 'https:' ? https : http
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
      signal,
      agent: false,
    })
    const connectTimer = setTimeout(() => request.destroy(new RemoteError('unreachable')), CONNECT_TIMEOUT_MS)
    const stopTimer = () => clearTimeout(connectTimer)
    request.on('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', stopTimer))
    request.on('close', stopTimer)
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        parts.push(part)
        if (length > max_answer_bytes) request.destroy(new RemoteError('invalid_response'))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          status_text: response.statusMessage ?? '',
          media_type: response.headers['content-type'] ?? '',
          body: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    request.end(body)
  })
}

function parseResponse({ status, status_text, media_type, body }: ServiceResponse): unknown {
  if (status < 200 || status > 299) {
    throw new RemoteError('server_error', {
      status: String(status),
      statusText: status_text.slice(0, 100),
      preview: previewText(body),
    })
  }
  if (media_type.includes('text/html') || /^\s*<(?:!doctype|html)/i.test(body)) throw new RemoteError('html_answer')
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(media_type)) throw new RemoteError('invalid_response')
  try {
    return JSON.parse(body)
  } catch {
    throw new RemoteError('invalid_response')
  }
}

/** The first characters on one line, without those that steer a terminal. */
const previewText = (body: string): string =>
  Array.from(body.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .slice(0, PREVIEW_LENGTH)
    .join('')
