import { z } from 'zod'
import { RemoteError, Service } from '../outgoing/service.ts'

/** Milliseconds for one answer, as specified. */
const TIME_OUT = 30_000
/** An answer of a classifier is some hundred bytes; what is longer is none. */
const LONGEST_ANSWER = 256 * 1024
const LONGEST_TEXT = 5200
const MOST_NAMES = 20

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
  readonly #url: URL
  readonly #clock: () => Date
  readonly #service: Service

  constructor({ url, clock, time_out = TIME_OUT }: RemoteOptions) {
    this.#url = new URL('api/classify', url.endsWith('/') ? url : `${url}/`)
    this.#clock = clock
    this.#service = new Service({ clock, time_out, longest_answer: LONGEST_ANSWER })
  }

  /** Whether it failed so often just now that it is left alone. */
  get isResting(): boolean {
    return this.#service.isResting
  }

  /** The categories that the service names, its order kept. @throws RemoteError */
  classify(text: string, signal?: AbortSignal): Promise<RemoteName[]> {
    const body = { text: text.slice(0, LONGEST_TEXT), _t: this.#clock().getTime() }
    return this.#service.ask(this.#url, { body, read, signal })
  }
}

function read(value: unknown): RemoteName[] {
  if (typeof value === 'object' && value !== null && 'success' in value && value.success === false)
    throw new RemoteError('failed')
  const answer = Answer.safeParse(value)
  if (!answer.success) throw new RemoteError('invalid_format')
  const [first] = answer.data.results
  return (first?.categories ?? []).slice(0, MOST_NAMES).map((one) => ({ name: one.name, score: one.score ?? 1 }))
}
