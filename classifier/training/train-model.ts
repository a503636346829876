import { calibrate } from './calibration.ts'
import { scaleMargins } from '../runtime/decision.ts'
import type { Decision } from '../runtime/decision.ts'
import type { Example } from '../runtime/dataset.ts'
import { createExtractor } from '../runtime/features.ts'
import type { FeatureSettings } from '../runtime/features.ts'
import { assignFolds } from './folds.ts'
import { columnCount, labels, latinLanguages, noneColumn } from '../runtime/labels.ts'
import { cleanForLanguage } from '../runtime/language.ts'
import type { Term } from './lexicon.ts'
import { collectRows, computeMargins, pickRows, computeRarity, trainLinear, weighRows } from '../runtime/linear.ts'
import type { LinearModel, LinearSettings, Rows } from '../runtime/linear.ts'
import { type CareTraining, type TrainedCare, trainCare } from './train-care.ts'

export interface TrainingSettings {
  readonly features: FeatureSettings
  readonly linear: LinearSettings
  /** Wanted probability of a second or third label, where the main one has 1. */
  readonly furtherTarget: number
  /** Settings of the lexicon model, and the factor of its margins when they are features of the text model. */
  readonly lexiconLinear: LinearSettings
  readonly lexiconShare: number
  /** Number of parts of the training text that are held out in turn to calibrate scores and thresholds. */
  readonly calibrationFolds: number
  readonly languageFeatures: FeatureSettings
  readonly languageLinear: LinearSettings
}

export const defaultSettings: TrainingSettings = {
  features: { bucketBits: 17, wordWeight: 1, pairWeight: 0.7, characterWeight: 0.8, shortest: 3, longest: 7 },
  linear: { inversePenalty: 10, epochs: 12, biasValue: 0.3, seed: 1 },
  furtherTarget: 0.5,
  lexiconLinear: { inversePenalty: 10, epochs: 10, biasValue: 0.3, seed: 1 },
  lexiconShare: 0.1,
  calibrationFolds: 4,
  languageFeatures: { bucketBits: 14, wordWeight: 1, pairWeight: 0, characterWeight: 0.5, shortest: 1, longest: 4 },
  languageLinear: { inversePenalty: 20, epochs: 10, biasValue: 0.1, seed: 1 },
}

/** A trained model in full precision; `packModel` encodes it as a file. */
export interface TrainedModel {
  readonly settings: Pick<TrainingSettings, 'features' | 'languageFeatures'>
  /** One byte per bucket: 255 is the rarest, 0 is ignored. Only ratios matter, so it has no unit. */
  readonly rarity: Uint8Array
  readonly topics: LinearModel
  readonly decision: Decision
  readonly latin: LinearModel
  readonly care: TrainedCare
  /** The scores of each text of `care`, from models that were not trained on it. */
  readonly careScores: Float32Array
}

/**
 * Trains categories, languages and, from `care`, danger detection. The same input gives the same model, number for
 * number. Without texts in `care` the model detects no danger.
 */
export function trainModel(
  examples: readonly Example[],
  lexicon: readonly Term[],
  settings: TrainingSettings = defaultSettings,
  care: CareTraining = { examples: [], signs: {} },
): TrainedModel {
  const prepared = prepare(examples, lexicon, settings)
  const folds = assignFolds(examples, settings.calibrationFolds, settings.linear.seed)
  const margins = new Float32Array(examples.length * columnCount)
  for (let fold = 0; fold < settings.calibrationFolds; fold += 1) {
    const held = folds.flatMap((of, index) => (of === fold ? [index] : []))
    const kept = folds.flatMap((of, index) => (of === fold ? [] : [index]))
    const { rarity, model } = fitTopics(prepared, kept, settings)
    const found = computeMargins(model, weighRows(pickRows(prepared.rows, held), rarity))
    held.forEach((index, row) => {
      margins.set(found.subarray(row * columnCount, (row + 1) * columnCount), index * columnCount)
    })
  }
  const wanted = examples.map((example) => labelColumns(example))
  const decision = calibrate({ columns: columnCount, margins, wanted })
  const { rarity, model } = fitTopics(prepared, [...examples.keys()], settings)
  const careScores = scoreUnseen(care.examples, { examples, margins, rarity, model, decision }, settings)
  return {
    settings,
    rarity,
    topics: model,
    decision,
    latin: trainLatin(examples, settings),
    careScores,
    care: trainCare({ ...care, scores: careScores }, settings.features),
  }
}

/** The features of all examples and, after them, of all terms, with the wanted probabilities of both. */
interface Prepared {
  readonly rows: Rows
  readonly targets: Float32Array
  readonly termTargets: Float32Array
  readonly exampleCount: number
}

function prepare(examples: readonly Example[], lexicon: readonly Term[], settings: TrainingSettings): Prepared {
  const texts = [...examples.map((example) => example.text), ...lexicon.map((term) => term.text)]
  const rows = collectRows(texts, createExtractor(settings.features))
  const targets = new Float32Array(examples.length * columnCount)
  examples.forEach((example, row) => {
    labelColumns(example).forEach((column, place) => {
      targets[row * columnCount + column] = place === 0 ? 1 : settings.furtherTarget
    })
  })
  const termTargets = new Float32Array(lexicon.length * columnCount)
  lexicon.forEach(({ label }, row) => {
    const column = label === null ? noneColumn : labels.indexOf(label)
    termTargets[row * columnCount + column] = 1
  })
  return { rows, targets, termTargets, exampleCount: examples.length }
}

/** Returns the columns of the labels, the main one first; for a text without a need, its single column. */
function labelColumns(example: Example): number[] {
  return example.labels.length === 0 ? [noneColumn] : example.labels.map((label) => labels.indexOf(label))
}

interface FittedTopics {
  readonly rarity: Uint8Array
  readonly model: LinearModel
}

/**
 * Fits the categories in two steps. A first model is trained on the terms of the lexicon alone; its margins become
 * sixteen more features, beside words and characters, of the model trained on the chosen examples. The lexicon's
 * knowledge of a word in one language is thus weighted by the examples of all languages. Both steps are linear in the
 * same features, so they add up to one model.
 */
function fitTopics(prepared: Prepared, chosen: readonly number[], settings: TrainingSettings): FittedTopics {
  const { rows, targets, termTargets, exampleCount } = prepared
  const bucketCount = 2 ** settings.features.bucketBits
  const terms = Array.from({ length: rows.count - exampleCount }, (_, index) => exampleCount + index)
  const rarity = computeRarity(pickRows(rows, [...chosen, ...terms]), bucketCount)

  const termRows = weighRows(pickRows(rows, terms), rarity)
  const lexical = trainLinear(termRows, bucketCount, columnCount, termTargets, settings.lexiconLinear)
  const unbiased = { ...lexical, bias: new Float32Array(columnCount) }

  const exampleRows = weighRows(pickRows(rows, chosen), rarity)
  const exampleTargets = pickTargets(targets, chosen, columnCount)
  const extended = appendMargins(exampleRows, unbiased, bucketCount, settings.lexiconShare)
  const outer = trainLinear(extended, bucketCount + columnCount, columnCount, exampleTargets, settings.linear)
  return { rarity, model: mergeModels(outer, unbiased, bucketCount, settings.lexiconShare) }
}

function pickTargets(targets: Float32Array, chosen: readonly number[], columns: number): Float32Array {
  const picked = new Float32Array(chosen.length * columns)
  chosen.forEach((index, row) => picked.set(targets.subarray(index * columns, (index + 1) * columns), row * columns))
  return picked
}

/** Returns each row followed by its margins in `model`, times `factor`, as buckets from `bucketCount` on. */
function appendMargins(rows: Rows, model: LinearModel, bucketCount: number, factor: number): Rows {
  const { columns } = model
  const margins = computeMargins(model, rows)
  const length = rows.buckets.length + rows.count * columns
  const extended = { ...rows, offsets: rows.offsets.map((offset, row) => offset + row * columns) }
  const buckets = new Uint32Array(length)
  const values = new Float32Array(length)
  for (let row = 0; row < rows.count; row += 1) {
    const from = rows.offsets[row] ?? 0
    const to = rows.offsets[row + 1] ?? 0
    const at = extended.offsets[row] ?? 0
    buckets.set(rows.buckets.subarray(from, to), at)
    values.set(rows.values.subarray(from, to), at)
    for (let column = 0; column < columns; column += 1) {
      buckets[at + to - from + column] = bucketCount + column
      values[at + to - from + column] = (margins[row * columns + column] ?? 0) * factor
    }
  }
  return { ...extended, buckets, values }
}

/**
 * Merges two models into one that gives the margins of `outer` on rows to which the margins of `inner` were appended.
 */
function mergeModels(outer: LinearModel, inner: LinearModel, bucketCount: number, factor: number): LinearModel {
  const { columns } = outer
  const weights = outer.weights.slice(0, bucketCount * columns)
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    for (let source = 0; source < inner.columns; source += 1) {
      const carried = (inner.weights[bucket * inner.columns + source] ?? 0) * factor
      if (carried === 0) continue
      for (let column = 0; column < columns; column += 1) {
        const at = bucket * columns + column
        weights[at] = (weights[at] ?? 0) + carried * (outer.weights[(bucketCount + source) * columns + column] ?? 0)
      }
    }
  }
  return { columns, weights, bias: outer.bias }
}

interface TrainedTopics {
  readonly examples: readonly Example[]
  /** The held-out margins of each example. */
  readonly margins: Float32Array
  readonly rarity: Uint8Array
  readonly model: LinearModel
  readonly decision: Decision
}

/**
 * Returns the scores of each text: for a training example from when it was held out, for others from the whole model.
 */
function scoreUnseen(
  texts: readonly { readonly text: string }[],
  { examples, margins, rarity, model, decision }: TrainedTopics,
  settings: TrainingSettings,
): Float32Array {
  const places = new Map(examples.map(({ text }, index) => [text, index]))
  const rows = collectRows(
    texts.map(({ text }) => text),
    createExtractor(settings.features),
  )
  const found = computeMargins(model, weighRows(rows, rarity))
  const all = new Float32Array(texts.length * columnCount)
  const scores = new Float64Array(columnCount)
  texts.forEach(({ text }, row) => {
    const place = places.get(text)
    scaleMargins(decision.named, place === undefined ? found : margins, (place ?? row) * columnCount, scores)
    all.set(scores, row * columnCount)
  })
  return all
}

/**
 * Trains the detection of languages in Latin script on whole texts and on their first words, so that a few words
 * suffice.
 */
function trainLatin(examples: readonly Example[], settings: TrainingSettings): LinearModel {
  const texts: string[] = []
  const columnOfText: number[] = []
  for (const example of examples) {
    const column = latinLanguages.findIndex((language) => language === example.language)
    if (column < 0) continue
    const words = example.text.split(/\s+/)
    for (const text of [example.text, words.slice(0, 3).join(' '), words.slice(-4).join(' ')]) {
      texts.push(text)
      columnOfText.push(column)
    }
  }
  const columns = latinLanguages.length
  const bucketCount = 2 ** settings.languageFeatures.bucketBits
  const rows = collectRows(texts, createExtractor(settings.languageFeatures, cleanForLanguage))
  const targets = new Float32Array(texts.length * columns)
  columnOfText.forEach((column, row) => {
    targets[row * columns + column] = 1
  })
  const weighed = weighRows(rows, new Uint8Array(bucketCount).fill(255))
  return trainLinear(weighed, bucketCount, columns, targets, settings.languageLinear)
}
