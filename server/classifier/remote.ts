import { z } from 'zod'
import { beginning } from '../../contract/excerpt.ts'
import { isThisMachine } from '../../contract/site-address.values.ts'
import { RemoteError, RemoteService } from '../outgoing/service.ts'

/** Timeout of one response. Milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000
/** Maximum size of a response; a valid one has some hundred bytes. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_TEXT_LENGTH = 5200
const MAX_CATEGORIES = 20

export interface RemoteCategory {
  name: string
  /** Between 0 and 1. */
  score: number
}

const score = z.number().min(0).max(1).optional().catch(undefined)
const name = z.string().trim().min(1).max(200)
// A name alone or an object that contains one: services differ.
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
  /** Timeout in milliseconds. */
  time_out?: number
}

/** Calls a classification service that implements the API of `docs/operations.md`. Neither logs nor stores the text. */
export class RemoteClassifier {
  readonly #url: URL
  readonly #clock: () => Date
  readonly #service: RemoteService

  constructor({ url, clock, time_out = ANSWER_TIMEOUT_MS }: RemoteOptions) {
    this.#url = new URL('api/classify', url.endsWith('/') ? url : `${url}/`)
    this.#clock = clock
    this.#service = new RemoteService({ clock, time_out, max_answer_bytes: MAX_ANSWER_BYTES })
  }

  /** The service's host, for people; undefined when it runs on this machine, which no text leaves then. */
  get service(): string | undefined {
    return isThisMachine(this.#url.hostname) ? undefined : this.#url.host
  }

  /** How the service failed, while it is paused after repeated failures; else undefined. */
  get fault(): RemoteError | undefined {
    return this.#service.fault
  }

  /** Returns the categories that the service names, in its order. @throws RemoteError */
  classify(text: string, signal?: AbortSignal): Promise<RemoteCategory[]> {
    const body = { text: beginning(text, MAX_TEXT_LENGTH), _t: this.#clock().getTime() }
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
