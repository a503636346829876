import http from 'node:http'
import https from 'node:https'

/** Connection timeout. Milliseconds. */
const CONNECT_TIMEOUT_MS = 3000
/** After this many consecutive failures no request is sent for a while. */
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

/** Why an external service returned nothing usable. `values` come from its response, for the requesting person only. */
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
  /** Timeout of one response. Milliseconds. */
  time_out: number
  /** Longer responses are refused. Bytes. */
  max_answer_bytes: number
}

interface ServiceRequest<Result> {
  headers?: Record<string, string>
  body: unknown
  /** Parses the response. @throws RemoteError */
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
 * Calls an external service for JSON and pauses for a minute after five consecutive failures. Its address comes from
 * the configuration alone. Does not follow redirects, which would send the text to an unconfigured host. Logs and
 * stores nothing.
 */
export class RemoteService {
  readonly #options: RemoteServiceOptions
  #failures = 0
  #cooldown_until = 0
  #last: RemoteError = new RemoteError('unreachable')

  constructor(options: RemoteServiceOptions) {
    this.#options = options
  }

  /** True while the service is paused after repeated failures. */
  get isCoolingDown(): boolean {
    return this.#options.clock().getTime() < this.#cooldown_until
  }

  /** Why the service is paused; undefined while it is not. Holds nothing of its answers but the status. */
  get fault(): RemoteError | undefined {
    return this.isCoolingDown ? this.#last : undefined
  }

  /**
   * Sends the request and returns what `read` makes of the response. While the service is paused, says again how it failed.
   * @throws RemoteError
   */
  async postJson<Result>(url: URL, question: ServiceRequest<Result>): Promise<Result> {
    if (this.fault) throw new RemoteError(this.fault.failure, this.fault.values)
    try {
      const result = question.read(parseResponse(await this.#exchange(url, question)))
      this.#failures = 0
      return result
    } catch (error) {
      if (error instanceof RemoteError && error.failure !== 'cancelled') this.#countFailure(error)
      throw error
    }
  }

  #countFailure({ failure, values }: RemoteError): void {
    this.#failures += 1
    // The words of the service may repeat a text, and was for the person who sent it.
    const status = values?.['status']
    this.#last = new RemoteError(
      failure,
      status === undefined ? undefined : { status, statusText: http.STATUS_CODES[status] ?? '' },
    )
    if (this.#failures < MAX_FAILURES) return
    // After the pause a single failure starts the next one.
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

// Avoids `fetch`, which waits ten seconds for a connection and decompresses any response.
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

/** Returns the first characters on one line, without terminal control characters. */
const previewText = (body: string): string =>
  Array.from(body.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .slice(0, PREVIEW_LENGTH)
    .join('')
