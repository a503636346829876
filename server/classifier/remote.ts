import { z } from 'zod'
import { RemoteError, RemoteService } from '../outgoing/service.ts'

/** Milliseconds for one answer, as specified. */
const ANSWER_TIMEOUT_MS = 30_000
/** An answer of a classifier is some hundred bytes; what is longer is none. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_TEXT_LENGTH = 5200
const MAX_CATEGORIES = 20

export interface RemoteCategory {
  name: string
  /** Of 1. */
  score: number
}

const score = z.number().min(0).max(1).optional().catch(undefined)
const name = z.string().trim().min(1).max(200)
// A name alone, or an object that holds one: services differ.
const CategoryEntry = z.union([
  name.transform((text) => ({ name: text, score: undefined })),
  z
    .object({ name, score, confidence: score })
    .transform((one) => ({ name: one.name, score: one.score ?? one.confidence })),
  z
    .object({ category: name, score, confidence: score })
    .transform((one) => ({ name: one.category, score: one.score ?? one.confidence })),
])
const ClassifyAnswer = z.object({
  success: z.literal(true),
  results: z.array(z.object({ categories: z.array(CategoryEntry) })).min(1),
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
  readonly #service: RemoteService

  constructor({ url, clock, time_out = ANSWER_TIMEOUT_MS }: RemoteOptions) {
    this.#url = new URL('api/classify', url.endsWith('/') ? url : `${url}/`)
    this.#clock = clock
    this.#service = new RemoteService({ clock, time_out, max_answer_bytes: MAX_ANSWER_BYTES })
  }

  /** Whether it failed so often just now that it is left alone. */
  get isCoolingDown(): boolean {
    return this.#service.isCoolingDown
  }

  /** The categories that the service names, its order kept. @throws RemoteError */
  classify(text: string, signal?: AbortSignal): Promise<RemoteCategory[]> {
    const body = { text: text.slice(0, MAX_TEXT_LENGTH), _t: this.#clock().getTime() }
    return this.#service.postJson(this.#url, { body, read: parseAnswer, signal })
  }
}

function parseAnswer(value: unknown): RemoteCategory[] {
  if (typeof value === 'object' && value !== null && 'success' in value && value.success === false)
    throw new RemoteError('failed')
  const answer = ClassifyAnswer.safeParse(value)
  if (!answer.success) throw new RemoteError('invalid_format')
  const [first] = answer.data.results
  return (first?.categories ?? []).slice(0, MAX_CATEGORIES).map((one) => ({ name: one.name, score: one.score ?? 1 }))
}
