import type { Decision } from './decision.ts'

/** A text as the model sees it. The arrays are the caller's. */
export interface ScoredFeatures {
  /** Buckets and their values, brought to length 1. A bucket that the model has never seen counts as the rarest. */
  readonly buckets: Uint32Array
  readonly values: Float32Array
  /** Log-odds of every column: that it is the main label, and that it is one of the labels. The last is "no need". */
  readonly main: Float64Array
  readonly named: Float64Array
  /** Whether the model knows any part of the text. */
  readonly isKnown: boolean
}

/** The shipped model, as far as a site's own layer stands on it. */
export interface BaseModel {
  /** Sixteen hexadecimal digits that change whenever the model does. */
  readonly id: string
  /** What turns likelihoods into labels. */
  readonly decision: Decision
  /** What the model makes of a text before it decides. Never throws. */
  scoreText(text: string): ScoredFeatures
}
