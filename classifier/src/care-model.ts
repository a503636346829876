import { type SignFinder, type SignTable, createSignFinder, signNames } from './care-signs.ts'
import type { Features } from './features.ts'
import type { PackedLinear } from './linear.ts'

/** Columns of the model of danger: danger at all, and each kind of it in the order of `careKinds`. */
export const careColumns = 4
/** How much two signs in one sentence count against one. */
const pairWeight = 0.6

/** What tells danger, as a model file holds it. */
export interface PackedCare {
  /** One byte for each bucket, as that of the categories; of the texts that speak of danger or sound like it. */
  readonly rarity: Uint8Array
  readonly words: PackedLinear
  /** `careColumns` weights for each feature of `signFeatures`. */
  readonly signWeights: Float32Array
  readonly signs: SignTable
  /** Log-odds of danger from which on there is an alarm. */
  readonly threshold: number
}

/** Features made of signs: each, and each two. */
export const signFeatureCount = signNames.length * (signNames.length + 1)

/** The features of the signs of a text and their values, brought to length 1. */
export function signFeatures(sentences: readonly (readonly number[])[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const signs of sentences) {
    for (let one = 0; one < signs.length; one += 1) {
      const first = signs[one] ?? 0
      found.set(first, 1)
      for (let other = one + 1; other < signs.length; other += 1) {
        const second = signs[other] ?? 0
        const [low, high] = first < second ? [first, second] : [second, first]
        found.set(signNames.length + low * signNames.length + high, pairWeight)
      }
    }
  }
  let squares = 0
  for (const value of found.values()) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (const [feature, value] of found) found.set(feature, value * scale)
  return found
}

/** Log-odds of danger and of its kinds; the array is reused by the next text. */
export type CareScorer = (plain: string, features: Features) => Float64Array

/** Makes a function that scores normalised text and its features. */
export function createCareScorer({ rarity, words, signWeights, signs }: PackedCare): CareScorer {
  const find: SignFinder = createSignFinder(signs)
  const margins = new Float64Array(careColumns)
  const { weights, scales, bias } = words
  return (plain, { length, buckets, values }) => {
    let [danger, self, third, home, squares] = [0, 0, 0, 0, 0]
    for (let index = 0; index < length; index += 1) {
      const bucket = buckets[index] ?? 0
      const value = (values[index] ?? 0) * (rarity[bucket] ?? 0)
      if (value === 0) continue
      squares += value * value
      const at = bucket * careColumns
      danger += value * (weights[at] ?? 0)
      self += value * (weights[at + 1] ?? 0)
      third += value * (weights[at + 2] ?? 0)
      home += value * (weights[at + 3] ?? 0)
    }
    const shrink = squares > 0 ? 1 / Math.sqrt(squares) : 0
    margins[0] = danger
    margins[1] = self
    margins[2] = third
    margins[3] = home
    for (let column = 0; column < careColumns; column += 1) {
      margins[column] = (margins[column] ?? 0) * shrink * (scales[column] ?? 0) + (bias[column] ?? 0)
    }
    for (const [feature, value] of signFeatures(find(plain))) {
      for (let column = 0; column < careColumns; column += 1) {
        margins[column] = (margins[column] ?? 0) + value * (signWeights[feature * careColumns + column] ?? 0)
      }
    }
    return margins
  }
}
