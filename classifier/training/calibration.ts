import { type Decision, type Scaling, decide, scaleMargins } from '../runtime/decision.ts'
import { noneColumn } from '../runtime/labels.ts'

/** Scores of held-out texts and their wanted columns, the main one first, or the column of no need. */
export interface HeldOut {
  readonly columns: number
  /** `columns` margins for each text. */
  readonly margins: Float32Array
  readonly wanted: readonly (readonly number[])[]
}

const thresholdGrid = Array.from({ length: 76 }, (_, index) => 0.05 + index * 0.01)
const shareGrid = Array.from({ length: 20 }, (_, index) => 0.2 + index * 0.1)
/** Weight of a correct text without a need, relative to a correct text with one. */
const noneWeight = 2
/** Weight of recall relative to precision (the square of beta in the F-measure). */
const recallWeight = 0.5
const maxNewtonSteps = 30

/** Fits scaling and thresholds on texts that the model was not trained on. */
export function calibrate(heldOut: HeldOut): Decision {
  const named = fitScaling(heldOut, (wanted, column) => wanted.includes(column))
  const main = fitScaling(heldOut, (wanted, column) => wanted[0] === column)
  const texts = heldOut.wanted.map((wanted, row): ScoredText => {
    const scored = { wanted, main: new Float64Array(heldOut.columns), scores: new Float64Array(heldOut.columns) }
    scaleMargins(main, heldOut.margins, row * heldOut.columns, scored.main)
    scaleMargins(named, heldOut.margins, row * heldOut.columns, scored.scores)
    return scored
  })
  const limits = chooseMainLimits(texts)
  return { named, main, ...limits, furtherThresholds: chooseFurtherThresholds(texts, limits) }
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
  for (let step = 0; step < maxNewtonSteps; step += 1) {
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

type MainLimits = Pick<Decision, 'mainThreshold' | 'noneShare'>

/** Returns the limits with the most correct main labels, where a text without a need counts `noneWeight` times. */
function chooseMainLimits(texts: readonly ScoredText[]): MainLimits {
  const best = texts.map(({ main, wanted }) => {
    const top = Math.max(...main.subarray(0, noneColumn))
    return {
      top,
      none: main[noneColumn] ?? 0,
      isRight: main.indexOf(top) === wanted[0],
      isNone: wanted[0] === noneColumn,
    }
  })
  const quality = ({ mainThreshold, noneShare }: MainLimits): number => {
    let reached = 0
    for (const { top, none, isRight, isNone } of best) {
      if (top < mainThreshold || none >= top * noneShare) reached += isNone ? noneWeight : 0
      else reached += isRight ? 1 : 0
    }
    return reached
  }
  const candidates = thresholdGrid.flatMap((mainThreshold) => {
    return shareGrid.map((noneShare) => ({ mainThreshold, noneShare }))
  })
  return selectBest(candidates, quality)
}

/** Chooses one threshold for all columns, then one for each, each time by the best micro-averaged F-measure. */
function chooseFurtherThresholds(texts: readonly ScoredText[], limits: MainLimits): number[] {
  const quality = (furtherThresholds: readonly number[]): number => {
    let [hits, found, expected] = [0, 0, 0]
    for (const { main, scores, wanted } of texts) {
      const chosen = decide({ ...limits, furtherThresholds }, main, scores)
      hits += chosen.filter((column) => wanted.includes(column)).length
      found += chosen.length
      expected += wanted[0] === noneColumn ? 0 : wanted.length
    }
    return ((1 + recallWeight) * hits) / Math.max(1, found + recallWeight * expected)
  }
  const same = selectBest(thresholdGrid, (threshold) => quality(repeatThreshold(threshold)))
  const near = thresholdGrid.filter((threshold, index) => index % 5 === 0 && Math.abs(threshold - same) < 0.16)
  return repeatThreshold(same).map((_, column) =>
    selectBest([same, ...near], (threshold) => quality(repeatThreshold(same).with(column, threshold))),
  )
}

/** Returns the same threshold for every category. */
function repeatThreshold(threshold: number): number[] {
  return Array.from({ length: noneColumn }, () => threshold)
}

function selectBest<Candidate>(candidates: readonly Candidate[], quality: (candidate: Candidate) => number): Candidate {
  let [best] = candidates
  let highest = -Infinity
  for (const candidate of candidates) {
    const reached = quality(candidate)
    if (reached <= highest) continue
    highest = reached
    best = candidate
  }
  if (best === undefined) throw new Error('There is nothing to choose from.')
  return best
}
