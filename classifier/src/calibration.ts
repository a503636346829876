import { decide, scoreMargins } from './decision.ts'
import type { Decision } from './decision.ts'

/** What held-out texts got, and what they should have got: columns, the main one first. */
export interface HeldOut {
  readonly columns: number
  /** `columns` margins for each text. */
  readonly margins: Float32Array
  readonly wanted: readonly (readonly number[])[]
}

const thresholdGrid = Array.from({ length: 76 }, (_, index) => 0.05 + index * 0.01)
const newtonSteps = 30

/** Fits scores and thresholds on texts that the model has not seen. */
export function calibrate(heldOut: HeldOut): Decision {
  const slopes: number[] = []
  const shifts: number[] = []
  for (let column = 0; column < heldOut.columns; column += 1) {
    const { slope, shift } = fitSigmoid(heldOut, column)
    slopes.push(slope)
    shifts.push(shift)
  }
  const never = slopes.map(() => 2)
  const start = { slopes, shifts, mainThresholds: never, furtherThresholds: never }
  const scores = heldOut.wanted.map((_, row) => {
    const ofRow = new Float64Array(heldOut.columns)
    scoreMargins(start, heldOut.margins, row * heldOut.columns, ofRow)
    return ofRow
  })
  const mainThresholds = slopes.map(() => chooseMainThreshold(scores, heldOut.wanted))
  return {
    ...start,
    mainThresholds,
    furtherThresholds: chooseFurtherThresholds(scores, heldOut.wanted, mainThresholds),
  }
}

/** Platt scaling with the smoothed targets of Platt (1999), by Newton's method with a small ridge. */
function fitSigmoid(heldOut: HeldOut, column: number): { slope: number; shift: number } {
  const isWanted = heldOut.wanted.map((columns) => columns.includes(column))
  const positives = isWanted.filter(Boolean).length
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (isWanted.length - positives + 2)
  let slope = 1
  let shift = 0
  for (let step = 0; step < newtonSteps; step += 1) {
    let [gradientSlope, gradientShift, slopeSlope, slopeShift, shiftShift] = [0, 0, 1e-3, 0, 1e-3]
    isWanted.forEach((wanted, row) => {
      const margin = heldOut.margins[row * heldOut.columns + column] ?? 0
      const probability = 1 / (1 + Math.exp(-(slope * margin + shift)))
      const error = (wanted ? high : low) - probability
      const curvature = probability * (1 - probability)
      gradientSlope += error * margin
      gradientShift += error
      slopeSlope += curvature * margin * margin
      slopeShift += curvature * margin
      shiftShift += curvature
    })
    const determinant = slopeSlope * shiftShift - slopeShift * slopeShift
    slope += clamp((shiftShift * gradientSlope - slopeShift * gradientShift) / determinant, 1)
    shift += clamp((slopeSlope * gradientShift - slopeShift * gradientSlope) / determinant, 1)
  }
  return { slope: Math.max(slope, 0.05), shift }
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

/** The score below which even the best column is dropped: the one with the most right main labels. */
function chooseMainThreshold(scores: readonly Float64Array[], wanted: readonly (readonly number[])[]): number {
  const best = scores.map((ofRow) => {
    const top = Math.max(...ofRow)
    return { top, column: ofRow.indexOf(top) }
  })
  return bestOf(thresholdGrid, (threshold) => {
    let right = 0
    best.forEach(({ top, column }, row) => {
      const chosen = top >= threshold ? column : undefined
      if (chosen === wanted[row]?.[0]) right += 1
    })
    return right
  })
}

/** First one threshold for all columns, then one for each, each time the one with the best micro-averaged F1. */
function chooseFurtherThresholds(
  scores: readonly Float64Array[],
  wanted: readonly (readonly number[])[],
  mainThresholds: readonly number[],
): number[] {
  const quality = (furtherThresholds: readonly number[]): number => {
    let [hits, chosenCount, wantedCount] = [0, 0, 0]
    scores.forEach((ofRow, row) => {
      const chosen = decide({ mainThresholds, furtherThresholds }, ofRow)
      const right = wanted[row] ?? []
      hits += chosen.filter((column) => right.includes(column)).length
      chosenCount += chosen.length
      wantedCount += right.length
    })
    return (2 * hits) / Math.max(1, chosenCount + wantedCount)
  }
  const same = bestOf(thresholdGrid, (threshold) => quality(mainThresholds.map(() => threshold)))
  const thresholds = mainThresholds.map(() => same)
  const coarse = thresholdGrid.filter((threshold, index) => index % 5 === 0 && Math.abs(threshold - same) < 0.16)
  return thresholds.map((_, column) =>
    bestOf([same, ...coarse], (threshold) => quality(thresholds.with(column, threshold))),
  )
}

function bestOf(candidates: readonly number[], quality: (candidate: number) => number): number {
  let best = candidates[0] ?? 0
  let highest = -Infinity
  for (const candidate of candidates) {
    const reached = quality(candidate)
    if (reached <= highest) continue
    highest = reached
    best = candidate
  }
  return best
}
