import type { Features } from './features.ts'
import { createRandom, shuffle } from './random.ts'

/** Texts as sparse rows: row `i` is `offsets[i]` up to `offsets[i + 1]` in `buckets` and `values`. */
export interface Rows {
  readonly count: number
  readonly offsets: Uint32Array
  readonly buckets: Uint32Array
  readonly values: Float32Array
}

/** One logistic regression per column. `weights` holds `columns` numbers for each bucket, one bucket after another. */
export interface LinearModel {
  readonly columns: number
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** A linear model with one byte for each weight: weight = scale of its column * byte. */
export interface PackedLinear {
  readonly weights: Int8Array
  readonly scales: readonly number[]
  readonly bias: readonly number[]
}

export interface LinearSettings {
  /** Inverse of the L2 regularization strength; larger fits closer. */
  readonly inversePenalty: number
  /** Passes over the rows. */
  readonly epochs: number
  /** Value of the constant feature that carries the bias. */
  readonly biasValue: number
  readonly seed: number
}

/** Collects the features of every text, before weighting by rarity. */
export function collectRows(texts: readonly string[], extract: (text: string) => Features): Rows {
  const rows = texts.map((text) => {
    const { length, buckets, values } = extract(text)
    return { buckets: buckets.slice(0, length), values: values.slice(0, length) }
  })
  const offsets = new Uint32Array(rows.length + 1)
  rows.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + row.buckets.length
  })
  const total = offsets[rows.length] ?? 0
  const all = { count: rows.length, offsets, buckets: new Uint32Array(total), values: new Float32Array(total) }
  rows.forEach((row, index) => {
    all.buckets.set(row.buckets, offsets[index])
    all.values.set(row.values, offsets[index])
  })
  return all
}

/** Returns the chosen rows, in the given order. */
export function pickRows(rows: Rows, chosen: readonly number[]): Rows {
  const offsets = new Uint32Array(chosen.length + 1)
  chosen.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + (rows.offsets[row + 1] ?? 0) - (rows.offsets[row] ?? 0)
  })
  const total = offsets[chosen.length] ?? 0
  const picked = { count: chosen.length, offsets, buckets: new Uint32Array(total), values: new Float32Array(total) }
  chosen.forEach((row, index) => {
    const from = rows.offsets[row] ?? 0
    const to = rows.offsets[row + 1] ?? 0
    picked.buckets.set(rows.buckets.subarray(from, to), offsets[index])
    picked.values.set(rows.values.subarray(from, to), offsets[index])
  })
  return picked
}

/**
 * Returns the weight of each bucket, 1 + ln of the inverse share of rows that have it, as a byte: 255 is the rarest, 0 is ignored, as a
 * bucket that no row has. Only ratios matter, so it has no unit.
 */
export function computeRarity(rows: Rows, bucketCount: number): Uint8Array {
  const occurrences = new Uint32Array(bucketCount)
  for (const bucket of rows.buckets) occurrences[bucket] = (occurrences[bucket] ?? 0) + 1
  const rarity = Float32Array.from(occurrences, (seen) =>
    seen === 0 ? 0 : 1 + Math.log((1 + rows.count) / (1 + seen)),
  )
  const highest = rarity.reduce((one, other) => Math.max(one, other), 1e-9)
  return Uint8Array.from(rarity, (value) => Math.round((value / highest) * 255))
}

/** Returns the rows weighted by rarity and normalized to length 1. */
export function weighRows(rows: Rows, rarity: Uint8Array): Rows {
  const values = new Float32Array(rows.values.length)
  for (let row = 0; row < rows.count; row += 1) {
    const from = rows.offsets[row] ?? 0
    const to = rows.offsets[row + 1] ?? 0
    let squares = 0
    for (let index = from; index < to; index += 1) {
      const value = (rows.values[index] ?? 0) * (rarity[rows.buckets[index] ?? 0] ?? 0)
      values[index] = value
      squares += value * value
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
    for (let index = from; index < to; index += 1) values[index] = (values[index] ?? 0) * scale
  }
  return { ...rows, values }
}

/**
 * Fits one L2-regularized logistic regression per column by stochastic dual coordinate ascent (Shalev-Shwartz and
 * Zhang, 2013); needs no learning rate and gives the same result for the same seed.
 * @param targets wanted probability of each column for each row, row after row
 */
export function trainLinear(
  rows: Rows,
  bucketCount: number,
  columns: number,
  targets: Float32Array,
  settings: LinearSettings,
): LinearModel {
  const weights = new Float32Array(bucketCount * columns)
  const bias = new Float32Array(columns)
  const duals = new Float32Array(rows.count * columns)
  const margins = new Float64Array(columns)
  const order = Uint32Array.from({ length: rows.count }, (_, index) => index)
  const random = createRandom(settings.seed)
  const { inversePenalty, biasValue } = settings

  for (let pass = 0; pass < settings.epochs; pass += 1) {
    shuffle(order, random)
    for (const row of order) {
      const squaredLength = addMargins(rows, row, weights, columns, margins) + biasValue * biasValue
      for (let column = 0; column < columns; column += 1) {
        const at = row * columns + column
        const margin = (margins[column] ?? 0) + (bias[column] ?? 0)
        const wanted = (targets[at] ?? 0) - 1 / (1 + Math.exp(-margin))
        const dual = duals[at] ?? 0
        const step = (wanted - dual) * (4 / (4 + inversePenalty * squaredLength))
        duals[at] = dual + step
        margins[column] = step * inversePenalty
        bias[column] = (bias[column] ?? 0) + step * inversePenalty * biasValue * biasValue
      }
      addSteps(rows, row, weights, columns, margins)
    }
  }
  return { columns, weights, bias }
}

/** Writes the margins of a row without the bias, and returns the row's squared length. */
function addMargins(rows: Rows, row: number, weights: Float32Array, columns: number, margins: Float64Array): number {
  margins.fill(0)
  let squares = 0
  const to = rows.offsets[row + 1] ?? 0
  for (let index = rows.offsets[row] ?? 0; index < to; index += 1) {
    const value = rows.values[index] ?? 0
    if (value === 0) continue
    squares += value * value
    const at = (rows.buckets[index] ?? 0) * columns
    for (let column = 0; column < columns; column += 1) {
      margins[column] = (margins[column] ?? 0) + value * (weights[at + column] ?? 0)
    }
  }
  return squares
}

function addSteps(rows: Rows, row: number, weights: Float32Array, columns: number, steps: Float64Array): void {
  const to = rows.offsets[row + 1] ?? 0
  for (let index = rows.offsets[row] ?? 0; index < to; index += 1) {
    const value = rows.values[index] ?? 0
    if (value === 0) continue
    const at = (rows.buckets[index] ?? 0) * columns
    for (let column = 0; column < columns; column += 1) {
      weights[at + column] = (weights[at + column] ?? 0) + value * (steps[column] ?? 0)
    }
  }
}

/** Returns the margins (log-odds) of every row, `columns` of them each, row after row. */
export function computeMargins(model: LinearModel, rows: Rows): Float32Array {
  const { columns } = model
  const all = new Float32Array(rows.count * columns)
  const margins = new Float64Array(columns)
  for (let row = 0; row < rows.count; row += 1) {
    addMargins(rows, row, model.weights, columns, margins)
    for (let column = 0; column < columns; column += 1) {
      all[row * columns + column] = (margins[column] ?? 0) + (model.bias[column] ?? 0)
    }
  }
  return all
}

/**
 * Writes the log-odds of every column into `margins`. Returns true when the text has any feature that the model knows.
 */
export function scoreFeatures(
  linear: PackedLinear,
  features: Features,
  rarity: Uint8Array | undefined,
  margins: Float64Array,
): boolean {
  const columns = margins.length
  const { weights } = linear
  margins.fill(0)
  let squares = 0
  for (let index = 0; index < features.length; index += 1) {
    const bucket = features.buckets[index] ?? 0
    const value = (features.values[index] ?? 0) * (rarity === undefined ? 1 : (rarity[bucket] ?? 0))
    if (value === 0) continue
    squares += value * value
    const at = bucket * columns
    for (let column = 0; column < columns; column += 1) {
      margins[column] = (margins[column] ?? 0) + value * (weights[at + column] ?? 0)
    }
  }
  const shrink = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let column = 0; column < columns; column += 1) {
    const scale = (linear.scales[column] ?? 0) * shrink
    margins[column] = (margins[column] ?? 0) * scale + (linear.bias[column] ?? 0)
  }
  return squares > 0
}
