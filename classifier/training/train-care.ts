import type { CareExample } from './care-data.ts'
import { careColumns, createFurtherFeatures, furtherFeatureCount, noSignsLogOdds } from '../runtime/care-model.ts'
import type { FurtherFeatures } from '../runtime/care-model.ts'
import { type SignTable, createSignFinder } from '../runtime/care-signs.ts'
import { careKinds } from '../runtime/care.ts'
import { type FeatureSettings, createExtractor } from '../runtime/features.ts'
import { columnCount } from '../runtime/labels.ts'
import { collectRows, computeMargins, pickRows, computeRarity, trainLinear, weighRows } from '../runtime/linear.ts'
import type { LinearModel, LinearSettings, Rows } from '../runtime/linear.ts'
import { normalise } from '../runtime/normalise.ts'

/** Training data of the danger model: texts with and without danger, and the signs to search for. */
export interface CareTraining {
  readonly examples: readonly CareExample[]
  readonly signs: SignTable
}

/** Adds the scores of each text from a category model that was not trained on it, row after row. */
export interface ScoredCareTraining extends CareTraining {
  readonly scores: Float32Array
}

/** A trained danger model in full precision. */
export interface TrainedCare {
  readonly rarity: Uint8Array
  readonly words: LinearModel
  readonly furtherWeights: Float32Array
  readonly signs: SignTable
}

const linear: LinearSettings = { inversePenalty: 10, epochs: 8, biasValue: 0.3, seed: 1 }
const foldCount = 5

/** Trains the danger model on all examples. The same input gives the same model, number for number. */
export function trainCare({ examples, signs, scores }: ScoredCareTraining, features: FeatureSettings): TrainedCare {
  const prepared = prepare({ examples, signs, scores }, features)
  const { rarity, model } = fit(
    prepared,
    examples.map((_, index) => index),
  )
  const split = 2 ** features.bucketBits * careColumns
  const words = { ...model, weights: model.weights.slice(0, split) }
  return { rarity, words, furtherWeights: model.weights.slice(split), signs }
}

/**
 * Returns the log-odds of danger and of its kinds for each example, `careColumns` of them, from models trained without
 * it and without the other examples of its story.
 */
export function crossValidateCare(training: ScoredCareTraining, features: FeatureSettings): Float32Array {
  const prepared = prepare(training, features)
  const folds = training.examples.map(({ story }) => hashStory(story) % foldCount)
  const margins = new Float32Array(folds.length * careColumns)
  for (let fold = 0; fold < foldCount; fold += 1) {
    const held = folds.flatMap((of, index) => (of === fold ? [index] : []))
    const { rarity, model } = fit(
      prepared,
      folds.flatMap((of, index) => (of === fold ? [] : [index])),
    )
    const found = computeMargins(model, appendFurtherFeatures(prepared, held, rarity))
    held.forEach((index, row) => {
      margins.set(found.subarray(row * careColumns, (row + 1) * careColumns), index * careColumns)
      if (prepared.further[index]?.length === columnCount) margins[index * careColumns] = noSignsLogOdds
    })
  }
  return margins
}

interface Prepared {
  readonly bucketCount: number
  readonly rows: Rows
  readonly further: readonly FurtherFeatures[]
  readonly targets: Float32Array
}

function prepare({ examples, signs, scores }: ScoredCareTraining, features: FeatureSettings): Prepared {
  const find = createSignFinder(signs)
  const toFeatures = createFurtherFeatures()
  const texts = examples.map(({ text }) => text)
  const targets = new Float32Array(examples.length * careColumns)
  examples.forEach(({ kind }, row) => {
    const column = careKinds.findIndex((known) => known === kind)
    if (column < 0) return
    targets[row * careColumns] = 1
    targets[row * careColumns + 1 + column] = 1
  })
  return {
    bucketCount: 2 ** features.bucketBits,
    rows: collectRows(texts, createExtractor(features)),
    further: texts.map((text, row) => {
      const own = scores.subarray(row * columnCount, (row + 1) * columnCount)
      const { length, places, values } = toFeatures(find(normalise(text)), own)
      return { length, places: places.slice(0, length), values: values.slice(0, length) }
    }),
    targets,
  }
}

function fit(prepared: Prepared, chosen: readonly number[]): { rarity: Uint8Array; model: LinearModel } {
  const { bucketCount, rows, targets } = prepared
  const rarity = computeRarity(pickRows(rows, chosen), bucketCount)
  const wanted = new Float32Array(chosen.length * careColumns)
  chosen.forEach((index, row) => {
    wanted.set(targets.subarray(index * careColumns, (index + 1) * careColumns), row * careColumns)
  })
  const extended = appendFurtherFeatures(prepared, chosen, rarity)
  return { rarity, model: trainLinear(extended, bucketCount + furtherFeatureCount, careColumns, wanted, linear) }
}

/**
 * Returns the weighted words of each chosen text followed by the further features, as buckets from `bucketCount` on.
 */
function appendFurtherFeatures(
  { rows, further, bucketCount }: Prepared,
  chosen: readonly number[],
  rarity: Uint8Array,
): Rows {
  const words = weighRows(pickRows(rows, chosen), rarity)
  const offsets = new Uint32Array(chosen.length + 1)
  const buckets: number[] = []
  const values: number[] = []
  chosen.forEach((index, row) => {
    for (let at = words.offsets[row] ?? 0; at < (words.offsets[row + 1] ?? 0); at += 1) {
      buckets.push(words.buckets[at] ?? 0)
      values.push(words.values[at] ?? 0)
    }
    const own = further[index]
    for (let at = 0; at < (own?.length ?? 0); at += 1) {
      buckets.push(bucketCount + (own?.places[at] ?? 0))
      values.push(own?.values[at] ?? 0)
    }
    offsets[row + 1] = buckets.length
  })
  return { count: chosen.length, offsets, buckets: Uint32Array.from(buckets), values: Float32Array.from(values) }
}

function hashStory(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
