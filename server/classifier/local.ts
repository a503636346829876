import { createHash } from 'node:crypto'
import type { Example, SiteCategory } from '../../classifier/runtime/classifier.ts'
import { RemoteError } from '../outgoing/service.ts'
import { Embedder } from './embedder.ts'
import {
  type Prototype,
  type Calibration,
  type Vector,
  fitCalibration,
  similarityMargins,
  predictCategories,
  buildPrototype,
} from './likeness.ts'
import { type ModelFault, formatFault } from './model-folder.ts'

/** Timeout of one classification, as for an external service. Milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000
/** Number of texts sent to the thread at once; small, so that waiting users' requests run in between. */
const EMBED_BATCH_SIZE = 4
/**
 * Maximum number of the newest examples used per category: embedding is slow, and the mean of few is close to the mean
 * of many.
 */
const MAX_EXAMPLES_PER_CATEGORY = 8

export interface SiteExample {
  text: string
  wanted: readonly string[]
}

/** The categories of the site and people's corrections. `lessons`: oldest first. `key` changes when either changes. */
export interface SiteState {
  key: string
  categories: readonly SiteCategory[]
  lessons: () => Promise<readonly SiteExample[]>
}

export interface LocalOptions {
  folder: string
  clock: () => Date
  log: { info(values: object, message: string): void; error(values: object, message: string): void }
  /** Texts with known categories, to which the calibration is fitted. */
  samples: () => readonly Example[]
  /** Timeout in milliseconds. */
  time_out?: number
}

interface FittedModel {
  prototypes: Prototype[]
  scale: Calibration
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * Classifies with an embedding model from a folder on this machine. No text leaves the machine, is stored or logged.
 */
export class LocalClassifier {
  readonly #options: LocalOptions
  readonly #embedder: Embedder
  /** Vectors by the hash of a text, from which the prototypes of categories are built. */
  #vectors = new Map<string, Vector>()
  #fitting: { key: string; fitted: Promise<FittedModel> } | undefined

  constructor(options: LocalOptions) {
    this.#options = options
    const { folder, clock, log, time_out = ANSWER_TIMEOUT_MS } = options
    const onFault = (fault: ModelFault): void => log.error({ faultMessage: fault.problem }, formatFault(fault))
    this.#embedder = new Embedder({ folder, clock, time_out, onFault })
    if (this.#embedder.fault) onFault(this.#embedder.fault)
  }

  /** Id of the model: the name of its folder. Undefined when the folder has no model. */
  get id(): string | undefined {
    return this.#embedder.model?.id
  }

  /** The problem as a sentence for administrators; undefined when there is none. */
  get problem(): string | undefined {
    const { fault } = this.#embedder
    return fault && formatFault(fault)
  }

  get fault(): ModelFault | undefined {
    return this.#embedder.fault
  }

  /** True when the model is loaded and classifies. */
  get isReady(): boolean {
    return this.#embedder.isReady
  }

  /** True when requests should wait for the model: it works, is loading, or will be retried. */
  get mayBecomeReady(): boolean {
    const { fault } = this.#embedder
    return fault === undefined || fault.problem === 'stopped'
  }

  /** Loads the model in the background. Never rejects. */
  async start(): Promise<void> {
    const began = performance.now()
    await this.#embedder.start()
    if (!this.isReady) return
    const ms = Math.round(performance.now() - began)
    this.#options.log.info({ model: this.id, ms }, 'the local model is loaded')
  }

  /** Returns none to three categories of the site, the most probable first. @throws RemoteError */
  async classify(text: string, site: SiteState, signal?: AbortSignal): Promise<{ id: string; score: number }[]> {
    const { time_out = ANSWER_TIMEOUT_MS } = this.#options
    const timeout = AbortSignal.timeout(time_out)
    return await rejectOnAbort(this.#classify(text, site), timeout, signal)
  }

  async #classify(text: string, site: SiteState): Promise<{ id: string; score: number }[]> {
    // The first fit takes long. A caller that is cancelled leaves the result for the next one.
    if (this.#fitting?.key !== site.key) {
      const fitted = this.#fit(site)
      const fitting = { key: site.key, fitted }
      this.#fitting = fitting
      fitted.catch(() => {
        if (this.#fitting === fitting) this.#fitting = undefined
      })
    }
    const { prototypes, scale } = await this.#fitting.fitted
    const [vector] = await this.#embedder.embed([text])
    return vector ? predictCategories(vector, prototypes, scale) : []
  }

  async #fit({ categories, lessons }: SiteState): Promise<FittedModel> {
    const samples = this.#options.samples()
    const corrections = await lessons()
    const described = categories.map(({ name, description }) => [name, description].filter(Boolean).join('. '))
    const examples = categories.map(({ id }) =>
      corrections
        .filter(({ wanted }) => wanted.includes(id))
        .slice(-MAX_EXAMPLES_PER_CATEGORY)
        .map(({ text }) => text),
    )
    const vectors = await this.#embedAll([...described, ...examples.flat(), ...samples.map(({ text }) => text)])
    const vectorOf = (text: string): Vector => vectors.get(hashText(text)) ?? new Float32Array()
    const buildPrototypes = (withExamples: boolean): Prototype[] =>
      categories.map(({ id }, at) => ({
        id,
        vector: buildPrototype(vectorOf(described[at] ?? ''), withExamples ? (examples[at] ?? []).map(vectorOf) : []),
      }))
    // Uses the descriptions alone, so that the corrections of one community do not change the meaning of the numbers of
    // all others.
    const described_prototypes = buildPrototypes(false)
    const known = categories.map(({ labels }) => labels)
    const scale = fitCalibration(
      samples.flatMap(({ text, labels }) =>
        similarityMargins(vectorOf(text), described_prototypes).flatMap((margin, at) => {
          const meant = known[at] ?? []
          return meant.length === 0 ? [] : [{ margin, is_named: meant.some((label) => labels.includes(label)) }]
        }),
      ),
    )
    return { prototypes: buildPrototypes(true), scale }
  }

  /** Returns the vectors of all texts and embeds only new ones. Drops vectors that are no longer needed. */
  async #embedAll(texts: string[]): Promise<Map<string, Vector>> {
    const wanted = new Map(texts.map((text) => [hashText(text), text]))
    const found = new Map<string, Vector>()
    const missing: [string, string][] = []
    for (const [hash, text] of wanted) {
      const vector = this.#vectors.get(hash)
      if (vector) found.set(hash, vector)
      else missing.push([hash, text])
    }
    for (let from = 0; from < missing.length; from += EMBED_BATCH_SIZE) {
      const part = missing.slice(from, from + EMBED_BATCH_SIZE)
      const vectors = await this.#embedder.embed(part.map(([, text]) => text))
      for (const [at, [hash]] of part.entries()) {
        const vector = vectors[at] ?? new Float32Array()
        found.set(hash, vector)
        // Stored at once, so that a retry after a failure continues from here.
        this.#vectors.set(hash, vector)
      }
    }
    this.#vectors = found
    return found
  }

  async stop(): Promise<void> {
    await this.#embedder.stop()
  }
}

function rejectOnAbort<Result>(work: Promise<Result>, limit: AbortSignal, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onTimeout = (): void => reject(new RemoteError('timed_out'))
    const onAbort = (): void => reject(new RemoteError('cancelled'))
    if (signal?.aborted === true) onAbort()
    limit.addEventListener('abort', onTimeout, { once: true })
    signal?.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => {
      limit.removeEventListener('abort', onTimeout)
      signal?.removeEventListener('abort', onAbort)
    })
  })
}
