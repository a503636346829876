import { type SignFinder, type SignTable, createSignFinder, signNames } from './care-signs.ts'
import type { Features } from './features.ts'
import { columnCount } from './labels.ts'
import { type PackedLinear, scoreFeatures } from './linear.ts'

/** Columns of the danger model: danger in general, and each of `careKinds` in order. */
export const careColumns = 4
/** Weight of two signs in one sentence, relative to a single sign. */
const pairWeight = 0.6

/** The danger model as stored in a model file. */
export interface PackedCare {
  /** One byte for each bucket, like that of the categories, from texts with signs of danger or similar to them. */
  readonly rarity: Uint8Array
  readonly words: PackedLinear
  /** `careColumns` weights for each feature of `createFurtherFeatures`. */
  readonly furtherWeights: Float32Array
  readonly signs: SignTable
}

/** Number of features made of signs: each sign, and each pair. */
const signFeatureCount = signNames.length * (signNames.length + 1)
/** Number of features beside the words: the signs, and the probability of each category. */
export const furtherFeatureCount = signFeatureCount + columnCount
/** Added to the squared length by which signs are normalized, so that a text with few signs scores low. */
const signSmoothing = 6
/** Log-odds of danger of a text without any sign. */
export const noSignsLogOdds = -20
/** Weight of a category with probability 1. */
const categoryWeight = 0.5

/** Features and their values, `length` of them; the next text overwrites the arrays. */
export interface FurtherFeatures {
  length: number
  readonly places: Uint16Array
  readonly values: Float32Array
}

/**
 * Creates a function that turns the signs of a text, normalized to about length one, and the scores of its categories
 * into features.
 */
export function createFurtherFeatures(): (
  sentences: readonly (readonly number[])[],
  scores: Float64Array | Float32Array,
) => FurtherFeatures {
  const features: FurtherFeatures = {
    length: 0,
    places: new Uint16Array(furtherFeatureCount),
    values: new Float32Array(furtherFeatureCount),
  }
  const roundOfPlace = new Uint32Array(furtherFeatureCount)
  let round = 0
  const { places, values } = features
  const add = (place: number, value: number): void => {
    if (roundOfPlace[place] === round) return
    roundOfPlace[place] = round
    places[features.length] = place
    values[features.length] = value
    features.length += 1
  }
  return (sentences, scores) => {
    round += 1
    features.length = 0
    for (const signs of sentences) {
      for (let one = 0; one < signs.length; one += 1) {
        const first = signs[one] ?? 0
        add(first, 1)
        for (let other = one + 1; other < signs.length; other += 1) {
          const second = signs[other] ?? 0
          const low = first < second ? first : second
          add(signNames.length * (1 + low) + (first + second - low), pairWeight)
        }
      }
    }
    let squares = 0
    for (let index = 0; index < features.length; index += 1) squares += (values[index] ?? 0) ** 2
    const scale = 1 / Math.sqrt(squares + signSmoothing)
    for (let index = 0; index < features.length; index += 1) values[index] = (values[index] ?? 0) * scale
    for (let column = 0; column < columnCount; column += 1) {
      add(signFeatureCount + column, (scores[column] ?? 0) * categoryWeight)
    }
    return features
  }
}

/** Returns the log-odds of danger and of its kinds; the next text overwrites the array. */
export type CareScorer = (plain: string, features: Features, scores: Float64Array) => Float64Array

/** Creates a function that scores normalized text, its features and the scores of its categories. */
export function createCareScorer({ rarity, words, furtherWeights, signs }: PackedCare): CareScorer {
  const find: SignFinder = createSignFinder(signs)
  const toFeatures = createFurtherFeatures()
  const margins = new Float64Array(careColumns)
  return (plain, features, scores) => {
    scoreFeatures(words, features, rarity, margins)
    const further = toFeatures(find(plain), scores)
    for (let index = 0; index < further.length; index += 1) {
      const value = further.values[index] ?? 0
      const at = (further.places[index] ?? 0) * careColumns
      for (let column = 0; column < careColumns; column += 1) {
        margins[column] = (margins[column] ?? 0) + value * (furtherWeights[at + column] ?? 0)
      }
    }
    // A text without any known sign causes no alert.
    if (further.length === columnCount) margins[0] = noSignsLogOdds
    return margins
  }
}
