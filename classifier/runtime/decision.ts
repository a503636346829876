import { maximumLabels, noneColumn } from './labels.ts'

/** Platt scaling of each column: probability = 1 / (1 + exp(-(slope * margin + shift))). */
export interface Scaling {
  readonly slopes: readonly number[]
  readonly shifts: readonly number[]
}

/** What turns margins into scores and scores into labels; the last column is that of texts without a need. */
export interface Decision {
  /** Gives how likely a column is one of the labels: the published score. */
  readonly named: Scaling
  /** Gives how likely a column is the main label. */
  readonly main: Scaling
  /** The likeliest main column is the main label from this probability on; below, nothing fits. */
  readonly mainThreshold: number
  /** Nothing fits either when no need is at least this many times as likely as the likeliest main column. */
  readonly noneShare: number
  /** Per column: any other column is a further label from this score on. */
  readonly furtherThresholds: readonly number[]
}

/** Probabilities of the margins that start at `from`, written into `probabilities`. */
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

/** Log-odds of the margins, column by column. */
export const logOddsOf = ({ slopes, shifts }: Scaling, margins: Float64Array): Float64Array =>
  margins.map((margin, column) => (slopes[column] ?? 1) * margin + (shifts[column] ?? 0))

/**
 * The columns that apply: the likeliest main one, then at most two others, best score first; none when even the
 * likeliest is too unlikely, or that there is no need is likely.
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
