import { createRandom, shuffle } from './random.ts'

/** One column of a site's layer: what is added to the log-odds of one of its categories. */
interface Column {
  bias: number
  readonly weights: Float32Array
}

/** What one text should have got. `offsets` are the log-odds without the layer, `targets` what is wanted: 1 or 0. */
export interface TrainingSample {
  readonly buckets: Uint32Array
  readonly values: Float32Array
  readonly goals: ReadonlyMap<string, { readonly offset: number; readonly target: 0 | 1 }>
}

/** Buckets of the model that the layer stands on. */
const bucketCount = 2 ** 17
/**
 * Inverse of the strength of the penalty, and the value of the constant feature. Chosen on ten lessons of one new category:
 * as close to them as can be while texts that do not resemble them keep what they had.
 */
const inversePenalty = 30
const biasValue = 0.15
/** Steps for a lesson that is taught by itself, and passes over many. */
const stepsPerSample = 10
const passes = 6
/** A goal that is missed by less than this, of 1, teaches nothing: so a column knows the words of its own lessons only. */
const minError = 0.1
/** The largest weights of a column that are kept: some 200 kB as text. */
const maxWeights = 20_000
const minWeight = 0.001

/**
 * What a site has learned: sparse weights over the hashed features of a text, a column for each of its categories. They
 * are added to what the shipped model says. No text can be read from them, only whether a text resembles what was taught.
 */
export class Layer {
  readonly #columns = new Map<string, Column>()
  readonly #changed = new Set<string>()

  /** The ids of the columns that lessons have changed since the layer was made. */
  get changed(): string[] {
    return [...this.#changed]
  }

  get isEmpty(): boolean {
    return this.#columns.size === 0
  }

  /** What the layer adds to the log-odds of a column for a text. */
  logOddsOf(id: string, buckets: Uint32Array, values: Float32Array): number {
    const column = this.#columns.get(id)
    if (!column) return 0
    let sum = column.bias
    for (let index = 0; index < buckets.length; index += 1) {
      sum += (values[index] ?? 0) * (column.weights[buckets[index] ?? 0] ?? 0)
    }
    return sum
  }

  /** Teaches one lesson at once. */
  train(lesson: TrainingSample): void {
    const duals = new Map<string, number>()
    for (let repeat = 0; repeat < stepsPerSample; repeat += 1) this.#step(lesson, duals)
  }

  /** Teaches many lessons from the start. The same lessons in the same order give the same layer. */
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

  /** One step of dual coordinate ascent for each goal, as in `linear.ts`, with what the model beneath says as a given. */
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

  /** A column as text: bias, buckets and weights as base64 of little-endian numbers. The smallest weights are left out. */
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

  /** Adds a column as `pack` wrote it. */
  unpack(id: string, text: string): void {
    const bytes = Buffer.from(text, 'base64')
    const weights = new Float32Array(bucketCount)
    for (let at = 4; at + 8 <= bytes.length; at += 8) {
      weights[bytes.readUInt32LE(at) % bucketCount] = bytes.readFloatLE(at + 4)
    }
    this.#columns.set(id, { bias: bytes.length >= 4 ? bytes.readFloatLE(0) : 0, weights })
  }
}
