import { createRandom, shuffle } from './random.ts'

/** One column of a site's layer: weights added to the log-odds of one of its categories. */
interface Column {
  bias: number
  readonly weights: Float32Array
}

/** Wanted result of one text. `offsets` are the log-odds without the layer, `targets` the wanted values, 1 or 0. */
export interface TrainingSample {
  readonly buckets: Uint32Array
  readonly values: Float32Array
  readonly goals: ReadonlyMap<string, { readonly offset: number; readonly target: 0 | 1 }>
}

/** Number of buckets of the base model. */
const bucketCount = 2 ** 17
/**
 * Inverse regularization strength, and the value of the constant feature. Chosen on ten corrections of one new
 * category: fits them as closely as possible without changing dissimilar texts.
 */
const inversePenalty = 30
const biasValue = 0.15
/** Steps for a single correction, and passes over many. */
const stepsPerSample = 10
const passes = 6
/** Errors below this (of 1) are not trained, so that a column only learns words of its own corrections. */
const minError = 0.1
/** Maximum number of weights stored per column, the largest ones: some 200 kB as text. */
const maxWeights = 20_000
const minWeight = 0.001

/**
 * The corrections learned by a site: sparse weights over the hashed features of a text, one column for each of its
 * categories, added to the scores of the shipped model. No text can be read from them, only whether a text resembles a
 * corrected one.
 */
export class Layer {
  readonly #columns = new Map<string, Column>()
  readonly #changed = new Set<string>()

  /** Returns the ids of the columns that training changed since the layer was created. */
  get changed(): string[] {
    return [...this.#changed]
  }

  get isEmpty(): boolean {
    return this.#columns.size === 0
  }

  /** Returns what the layer adds to the log-odds of a column for a text. */
  logOddsOf(id: string, buckets: Uint32Array, values: Float32Array): number {
    const column = this.#columns.get(id)
    if (!column) return 0
    let sum = column.bias
    for (let index = 0; index < buckets.length; index += 1) {
      sum += (values[index] ?? 0) * (column.weights[buckets[index] ?? 0] ?? 0)
    }
    return sum
  }

  /** Trains on one correction. */
  train(lesson: TrainingSample): void {
    const duals = new Map<string, number>()
    for (let repeat = 0; repeat < stepsPerSample; repeat += 1) this.#step(lesson, duals)
  }

  /** Trains a new layer on many corrections. The same corrections in the same order give the same layer. */
  static trainAll(lessons: readonly TrainingSample[]): Layer {
    const layer = new Layer()
    const duals = lessons.map(() => new Map<string, number>())
    const order = lessons.map((_, index) => index)
    const random = createRandom(1)
    for (let pass = 0; pass < passes; pass += 1) {
      shuffle(order, random)
      for (const index of order) {
        const [lesson, known] = [lessons[index], duals[index]]
        if (lesson && known) layer.#step(lesson, known)
      }
    }
    return layer
  }

  /**
   * Runs one step of dual coordinate ascent for each goal, as in `linear.ts`, with the base model's log-odds as
   * constants.
   */
  #step({ buckets, values, goals }: TrainingSample, duals: Map<string, number>): void {
    const squaredLength = 1 + biasValue * biasValue
    for (const [id, { offset, target }] of goals) {
      const margin = offset + this.logOddsOf(id, buckets, values)
      const missed = target - 1 / (1 + Math.exp(-margin))
      const dual = duals.get(id) ?? 0
      if (Math.abs(missed) < minError && dual === 0) continue
      const step = (missed - dual) * (4 / (4 + inversePenalty * squaredLength))
      duals.set(id, dual + step)
      const column = this.#columnOf(id)
      const size = step * inversePenalty
      column.bias += size * biasValue * biasValue
      for (let index = 0; index < buckets.length; index += 1) {
        const bucket = buckets[index] ?? 0
        column.weights[bucket] = (column.weights[bucket] ?? 0) + size * (values[index] ?? 0)
      }
    }
  }

  #columnOf(id: string): Column {
    this.#changed.add(id)
    const known = this.#columns.get(id)
    if (known) return known
    const made = { bias: 0, weights: new Float32Array(bucketCount) }
    this.#columns.set(id, made)
    return made
  }

  get ids(): string[] {
    return [...this.#columns.keys()]
  }

  /**
   * Encodes a column: bias, buckets and weights as base64 of little-endian numbers. Leaves out the smallest weights.
   */
  pack(id: string): string {
    const { bias, weights } = this.#columnOf(id)
    const kept: number[] = []
    for (let bucket = 0; bucket < weights.length; bucket += 1) {
      if (Math.abs(weights[bucket] ?? 0) >= minWeight) kept.push(bucket)
    }
    if (kept.length > maxWeights) {
      kept.sort((one, other) => Math.abs(weights[other] ?? 0) - Math.abs(weights[one] ?? 0))
      kept.length = maxWeights
    }
    const bytes = Buffer.alloc(4 + kept.length * 8)
    bytes.writeFloatLE(bias, 0)
    kept.forEach((bucket, index) => {
      bytes.writeUInt32LE(bucket, 4 + index * 8)
      bytes.writeFloatLE(weights[bucket] ?? 0, 8 + index * 8)
    })
    return bytes.toString('base64')
  }

  /** Adds a column encoded by `pack`. */
  unpack(id: string, text: string): void {
    const bytes = Buffer.from(text, 'base64')
    const weights = new Float32Array(bucketCount)
    for (let at = 4; at + 8 <= bytes.length; at += 8) {
      weights[bytes.readUInt32LE(at) % bucketCount] = bytes.readFloatLE(at + 4)
    }
    this.#columns.set(id, { bias: bytes.length >= 4 ? bytes.readFloatLE(0) : 0, weights })
  }
}
