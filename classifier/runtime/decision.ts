import { maximumLabels, noneColumn } from './labels.ts'

/** Lowest score of a label that a site shows: it is right as often as it is wrong. */
export const shownScore = 0.5

/** Platt scaling of each column: probability = 1 / (1 + exp(-(slope * margin + shift))). */
export interface Scaling {
  readonly slopes: readonly number[]
  readonly shifts: readonly number[]
}

/** Parameters that turn margins into scores and scores into labels; the last column is that of texts without a need. */
export interface Decision {
  /** Scales to the probability that a column is one of the labels: the published score. */
  readonly named: Scaling
  /** Scales to the probability that a column is the main label. */
  readonly main: Scaling
  /** Minimum probability of the main label; below it nothing fits. */
  readonly mainThreshold: number
  /** Nothing fits either when every need is less probable than this share of the most probable main column. */
  readonly noneShare: number
  /** Minimum score of each column to be a further label. */
  readonly furtherThresholds: readonly number[]
}

/** Writes the probabilities of the margins that start at `from` into `probabilities`. */
export function scaleMargins(
  scaling: Scaling,
  margins: Float32Array | Float64Array,
  from: number,
  probabilities: Float64Array,
): void {
  for (let column = 0; column < probabilities.length; column += 1) {
    const logOdds = (scaling.slopes[column] ?? 1) * (margins[from + column] ?? 0) + (scaling.shifts[column] ?? 0)
    probabilities[column] = 1 / (1 + Math.exp(-logOdds))
  }
}

/** No text is surer than 999 in 1,000, so that what one person of a site says of it always counts. Log-odds. */
const SUREST = 7

/** Returns the calibrated log-odds of the margins, by column, at most `SUREST` either way. */
export const logOddsOf = ({ slopes, shifts }: Scaling, margins: Float64Array): Float64Array =>
  margins.map((margin, column) =>
    Math.max(-SUREST, Math.min(SUREST, (slopes[column] ?? 1) * margin + (shifts[column] ?? 0))),
  )

/**
 * Returns the columns that apply: the most probable main one, then at most two others, best score first; none when the
 * main one is too improbable, or when no need is probable.
 */
export function decide(
  thresholds: Pick<Decision, 'mainThreshold' | 'noneShare' | 'furtherThresholds'>,
  mainProbabilities: Float64Array,
  scores: Float64Array,
): number[] {
  let main = 0
  for (let column = 1; column < noneColumn; column += 1) {
    if ((mainProbabilities[column] ?? 0) > (mainProbabilities[main] ?? 0)) main = column
  }
  const likeliest = mainProbabilities[main] ?? 0
  if (!(likeliest >= thresholds.mainThreshold)) return []
  if ((mainProbabilities[noneColumn] ?? 0) >= likeliest * thresholds.noneShare) return []
  const further: number[] = []
  for (let column = 0; column < noneColumn; column += 1) {
    if (column !== main && (scores[column] ?? 0) >= (thresholds.furtherThresholds[column] ?? 1)) further.push(column)
  }
  further.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  return [main, ...further.slice(0, maximumLabels - 1)]
}
