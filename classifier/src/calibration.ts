import { decide, scaleMargins } from './decision.ts'
import type { Decision, Scaling } from './decision.ts'

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
  const named = fitScaling(heldOut, (wanted, column) => wanted.includes(column))
  const main = fitScaling(heldOut, (wanted, column) => wanted[0] === column)
  const texts = heldOut.wanted.map((wanted, row): ScoredText => {
    const scored = { wanted, main: new Float64Array(heldOut.columns), scores: new Float64Array(heldOut.columns) }
    scaleMargins(main, heldOut.margins, row * heldOut.columns, scored.main)
    scaleMargins(named, heldOut.margins, row * heldOut.columns, scored.scores)
    return scored
  })
  const mainThreshold = chooseMainThreshold(texts)
  return {
    named,
    main,
    mainThreshold,
    furtherThresholds: chooseFurtherThresholds(texts, heldOut.columns, mainThreshold),
  }
}

interface ScoredText {
  readonly wanted: readonly number[]
  readonly main: Float64Array
  readonly scores: Float64Array
}

function fitScaling(heldOut: HeldOut, isWanted: (wanted: readonly number[], column: number) => boolean): Scaling {
  const fitted = Array.from({ length: heldOut.columns }, (_, column) =>
    fitSigmoid(
      heldOut,
      column,
      heldOut.wanted.map((wanted) => isWanted(wanted, column)),
    ),
  )
  return { slopes: fitted.map(({ slope }) => slope), shifts: fitted.map(({ shift }) => shift) }
}

/** Platt scaling with the smoothed targets of Platt (1999), by Newton's method with a small ridge. */
function fitSigmoid(heldOut: HeldOut, column: number, isWanted: readonly boolean[]): { slope: number; shift: number } {
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

/** The probability below which even the likeliest main label is dropped: the one with the most right main labels. */
function chooseMainThreshold(texts: readonly ScoredText[]): number {
  const best = texts.map(({ main, wanted }) => {
    const top = Math.max(...main)
    return { top, isRight: main.indexOf(top) === wanted[0], isNone: wanted.length === 0 }
  })
  return bestOf(thresholdGrid, (threshold) => {
    return best.filter(({ top, isRight, isNone }) => (top >= threshold ? isRight : isNone)).length
  })
}

/** First one threshold for all columns, then one for each, each time the one with the best micro-averaged F1. */
function chooseFurtherThresholds(texts: readonly ScoredText[], columns: number, mainThreshold: number): number[] {
  const quality = (furtherThresholds: readonly number[]): number => {
    let [hits, found, expected] = [0, 0, 0]
    for (const { main, scores, wanted } of texts) {
      const chosen = decide({ mainThreshold, furtherThresholds }, main, scores)
      hits += chosen.filter((column) => wanted.includes(column)).length
      found += chosen.length
      expected += wanted.length
    }
    return (2 * hits) / Math.max(1, found + expected)
  }
  const all = (threshold: number): number[] => Array.from({ length: columns }, () => threshold)
  const same = bestOf(thresholdGrid, (threshold) => quality(all(threshold)))
  const near = thresholdGrid.filter((threshold, index) => index % 5 === 0 && Math.abs(threshold - same) < 0.16)
  return all(same).map((_, column) =>
    bestOf([same, ...near], (threshold) => quality(all(same).with(column, threshold))),
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
