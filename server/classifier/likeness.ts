/**
 * Classifies with an embedding model: by the similarity of a text's vector to the vector of each category. All vectors
 * have length one.
 */
export type Vector = Float32Array

export interface Prototype {
  id: string
  vector: Vector
}

/** Parameters that turn a margin into a probability: `1 / (1 + exp(-(slope * margin + offset)))`. */
export interface Calibration {
  slope: number
  offset: number
}

/** Weight of a category's name and description, in corrections. */
const DESCRIPTION_WEIGHT = 3
/** Minimum probability of the main category; about the same as that of the built-in model. */
export const MAIN_THRESHOLD = 0.4
/** Minimum probability of each further category. */
export const FURTHER_THRESHOLD = 0.6
const MAX_CATEGORIES = 3
const MAX_NEWTON_STEPS = 30
/** Keeps the slope finite when a line separates the samples perfectly. */
const RIDGE = 1e-3

const dotProduct = (one: Vector, other: Vector): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

export function normalizeVector(vector: Vector): Vector {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}

/** Returns the vector of a category, from its name and description and from the texts that people assigned to it. */
export function buildPrototype(described: Vector, examples: readonly Vector[]): Vector {
  const sum = described.map((value) => value * DESCRIPTION_WEIGHT)
  for (const example of examples) for (const [at, value] of example.entries()) sum[at] = (sum[at] ?? 0) + value
  return normalizeVector(sum)
}

/**
 * Returns by how much a text's similarity to each category exceeds its mean similarity to all. The similarity alone
 * says little: some models give 0.7 to any two texts.
 */
export function similarityMargins(text: Vector, prototypes: readonly Prototype[]): number[] {
  const likenesses = prototypes.map(({ vector }) => dotProduct(text, vector))
  const mean = likenesses.reduce((sum, one) => sum + one, 0) / Math.max(1, likenesses.length)
  return likenesses.map((one) => one - mean)
}

export const toProbability = (margin: number, { slope, offset }: Calibration): number =>
  1 / (1 + Math.exp(-(slope * margin + offset)))

export interface CalibrationSample {
  margin: number
  is_named: boolean
}

/**
 * Fits the calibration to samples by logistic regression (Platt scaling) with Newton's method. When the margins carry
 * no information the slope is zero: every category is as probable as it is frequent, and no text is classified.
 */
export function fitCalibration(samples: readonly CalibrationSample[]): Calibration {
  const width = Math.sqrt(samples.reduce((sum, { margin }) => sum + margin ** 2, 0) / Math.max(1, samples.length)) || 1
  let slope = 0
  let offset = 0
  for (let step = 0; step < MAX_NEWTON_STEPS; step += 1) {
    let [ofSlope, ofOffset] = [-RIDGE * slope, 0]
    let [slopes, both, offsets] = [RIDGE, 0, RIDGE]
    for (const { margin, is_named } of samples) {
      const at = margin / width
      const likelihood = toProbability(at, { slope, offset })
      const error = Number(is_named) - likelihood
      const weight = likelihood * (1 - likelihood)
      ofSlope += error * at
      ofOffset += error
      slopes += weight * at * at
      both += weight * at
      offsets += weight
    }
    const determinant = slopes * offsets - both * both
    if (!(determinant > 0)) break
    slope += (offsets * ofSlope - both * ofOffset) / determinant
    offset += (slopes * ofOffset - both * ofSlope) / determinant
  }
  return { slope: Math.max(0, slope) / width, offset }
}

/** Returns none to three categories, the most probable first. */
export function predictCategories(
  text: Vector,
  prototypes: readonly Prototype[],
  scale: Calibration,
): { id: string; score: number }[] {
  const [main, ...others] = similarityMargins(text, prototypes)
    .map((margin, at) => ({ id: prototypes[at]?.id ?? '', score: toProbability(margin, scale) }))
    .toSorted((one, other) => other.score - one.score)
  if (!main || main.score < MAIN_THRESHOLD) return []
  return [main, ...others.filter(({ score }) => score >= FURTHER_THRESHOLD)].slice(0, MAX_CATEGORIES)
}
