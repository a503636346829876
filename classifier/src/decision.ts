import { maximumLabels } from './labels.ts'

/** What turns margins into scores and scores into labels. */
export interface Decision {
  /** Per column: score = 1 / (1 + exp(-(slope * margin + shift))) (Platt scaling). */
  readonly slopes: readonly number[]
  readonly shifts: readonly number[]
  /** Per column: the best column is the main label from this score on. */
  readonly mainThresholds: readonly number[]
  /** Per column: any other column is a further label from this score on. */
  readonly furtherThresholds: readonly number[]
}

/** Writes the calibrated scores (0 to 1) of the margins that start at `from` into `scores`. */
export function scoreMargins(
  decision: Decision,
  margins: Float32Array | Float64Array,
  from: number,
  scores: Float64Array,
): void {
  for (let column = 0; column < scores.length; column += 1) {
    const margin = margins[from + column] ?? 0
    const logOdds = (decision.slopes[column] ?? 1) * margin + (decision.shifts[column] ?? 0)
    scores[column] = 1 / (1 + Math.exp(-logOdds))
  }
}

/** The columns that apply, the best one first, at most three; none when even the best one is too unlikely. */
export function decide(
  decision: Pick<Decision, 'mainThresholds' | 'furtherThresholds'>,
  scores: Float64Array,
): number[] {
  let main = 0
  for (let column = 1; column < scores.length; column += 1) {
    if ((scores[column] ?? 0) > (scores[main] ?? 0)) main = column
  }
  if (!((scores[main] ?? 0) >= (decision.mainThresholds[main] ?? 1))) return []
  const chosen = [main]
  for (let column = 0; column < scores.length; column += 1) {
    if (column !== main && (scores[column] ?? 0) >= (decision.furtherThresholds[column] ?? 1)) chosen.push(column)
  }
  return chosen.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).slice(0, maximumLabels)
}
