import { z } from 'zod'

/** Milliseconds for one answer, as specified. */
const TIME_OUT = 30_000
/** An answer of a classifier is some hundred bytes; what is longer is none. */
const LONGEST_ANSWER = 256 * 1024
/** After so many failures in a row nothing is asked for a while. */
const MOST_FAILURES = 5
const REST = 60_000
const LONGEST_TEXT = 5200
const MOST_NAMES = 20
const PREVIEW = 200

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

/** Why another classifier gave nothing to use. `values` are of its answer, for the person who asked and for nobody else. */
export class RemoteError extends Error {
  readonly failure: RemoteFailure
  readonly values: Record<string, string> | undefined

  constructor(failure: RemoteFailure, values?: Record<string, string>) {
    super(`the classification service failed: ${failure}`)
    this.failure = failure
    this.values = values
  }
}

export interface RemoteName {
  name: string
  /** Of 1. */
  score: number
}

const score = z.number().min(0).max(1).optional().catch(undefined)
const name = z.string().trim().min(1).max(200)
// A name alone, or an object that holds one: services differ.
const Named = z.union([
  name.transform((text) => ({ name: text, score: undefined })),
  z
    .object({ name, score, confidence: score })
    .transform((one) => ({ name: one.name, score: one.score ?? one.confidence })),
  z
    .object({ category: name, score, confidence: score })
    .transform((one) => ({ name: one.category, score: one.score ?? one.confidence })),
])
const Answer = z.object({
  success: z.literal(true),
  results: z.array(z.object({ categories: z.array(Named) })).min(1),
})

export interface RemoteOptions {
  url: string
  clock: () => Date
  /** Milliseconds. */
  time_out?: number
}

/** Asks a classification service that speaks the call of the specification. Nothing of a text is logged or kept. */
export class RemoteClassifier {
  readonly #options: RemoteOptions
  #failures = 0
  #resting_until = 0

  constructor(options: RemoteOptions) {
    this.#options = options
  }

  /** Whether it failed so often just now that it is left alone. */
  get isResting(): boolean {
    return this.#options.clock().getTime() < this.#resting_until
  }

  /** The categories that the service names, its order kept. @throws RemoteError */
  async classify(text: string, signal?: AbortSignal): Promise<RemoteName[]> {
    if (this.isResting) throw new RemoteError('unreachable')
    try {
      const names = await this.#ask(text, signal)
      this.#failures = 0
      return names
    } catch (error) {
      if (error instanceof RemoteError && error.failure !== 'cancelled') this.#countFailure()
      throw error
    }
  }

  #countFailure(): void {
    this.#failures += 1
    if (this.#failures < MOST_FAILURES) return
    // One more failure after the rest is enough to rest again.
    this.#failures = MOST_FAILURES - 1
    this.#resting_until = this.#options.clock().getTime() + REST
  }

  async #ask(text: string, signal: AbortSignal | undefined): Promise<RemoteName[]> {
    const { url, clock, time_out = TIME_OUT } = this.#options
    const limit = AbortSignal.timeout(time_out)
    const signals = signal ? [limit, signal] : [limit]
    try {
      const response = await fetch(new URL('api/classify', url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ text: text.slice(0, LONGEST_TEXT), _t: clock().getTime() }),
        credentials: 'omit',
        // To follow one would send the text to somewhere that nobody named.
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      })
      return read(response, await bodyOf(response))
    } catch (error) {
      if (error instanceof RemoteError) throw error
      if (signal?.aborted === true) throw new RemoteError('cancelled')
      if (limit.aborted) throw new RemoteError('timed_out')
      throw new RemoteError('unreachable')
    }
  }
}

/** The body as text, at most so much of it, counted after it was unpacked. */
async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  if (response.body === null) return ''
  for await (const part of response.body) {
    length += part.length
    if (length > LONGEST_ANSWER) throw new RemoteError('invalid_response')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function read(response: Response, body: string): RemoteName[] {
  const isHtml =
    (response.headers.get('content-type') ?? '').includes('text/html') || /^\s*<(?:!doctype|html)/i.test(body)
  if (!response.ok) {
    throw new RemoteError('server_error', {
      status: String(response.status),
      statusText: response.statusText.slice(0, 100),
      preview: preview(body),
    })
  }
  if (isHtml) throw new RemoteError('html_answer')
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RemoteError('invalid_response')
  }
  if (typeof value === 'object' && value !== null && 'success' in value && value.success === false)
    throw new RemoteError('failed')
  const answer = Answer.safeParse(value)
  if (!answer.success) throw new RemoteError('invalid_format')
  const [first] = answer.data.results
  return (first?.categories ?? []).slice(0, MOST_NAMES).map((one) => ({ name: one.name, score: one.score ?? 1 }))
}

/** The first characters on one line, without those that steer a terminal. */
const preview = (body: string): string =>
  Array.from(body.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .slice(0, PREVIEW)
    .join('')
