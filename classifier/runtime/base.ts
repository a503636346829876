import type { Decision } from './decision.ts'

/** The features and scores of a text. The caller owns the arrays. */
export interface ScoredFeatures {
  /** Buckets and their values, normalized to length 1. A bucket that the model has never seen counts as the rarest. */
  readonly buckets: Uint32Array
  readonly values: Float32Array
  /**
   * Log-odds of every column: that it is the main label, and that it is one of the labels. The last column is "no
   * need".
   */
  readonly main: Float64Array
  readonly named: Float64Array
  /** True when the model knows any feature of the text. */
  readonly isKnown: boolean
}

/** The parts of the shipped model that a site's own layer builds on. */
export interface BaseModel {
  /** Sixteen hexadecimal digits that change whenever the model does. */
  readonly id: string
  /** Parameters that turn probabilities into labels. */
  readonly decision: Decision
  /** Extracts the features of a text and scores them, before any decision. Never throws. */
  scoreText(text: string): ScoredFeatures
}
