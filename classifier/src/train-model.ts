import { calibrate } from './calibration.ts'
import type { Decision } from './decision.ts'
import type { Example } from './dataset.ts'
import { createExtractor } from './features.ts'
import type { FeatureSettings } from './features.ts'
import { assignFolds } from './folds.ts'
import { labels, latinLanguages } from './labels.ts'
import { cleanForLanguage } from './language.ts'
import type { Term } from './lexicon.ts'
import { collectRows, marginsOf, pickRows, rarityOfBuckets, trainLinear, weighRows } from './linear.ts'
import type { LinearModel, LinearSettings, Rows } from './linear.ts'

export interface TrainingSettings {
  readonly features: FeatureSettings
  readonly linear: LinearSettings
  /** Wanted probability of a second or third label, where the main one has 1. */
  readonly furtherTarget: number
  /** Weight of a term of the lexicon, where a labelled text has 1. */
  readonly lexiconImportance: number
  /** A feature seen in fewer texts and terms is ignored. */
  readonly fewestRows: number
  /** Parts of the training text that are held out in turn to calibrate scores and thresholds. */
  readonly calibrationFolds: number
  readonly languageFeatures: FeatureSettings
  readonly languageLinear: LinearSettings
}

export const defaultSettings: TrainingSettings = {
  features: { bucketBits: 17, wordWeight: 1, pairWeight: 0.7, characterWeight: 0.6, shortest: 2, longest: 5 },
  linear: { closeness: 10, passes: 12, biasValue: 0.3, seed: 1 },
  furtherTarget: 0.7,
  lexiconImportance: 1,
  fewestRows: 2,
  calibrationFolds: 4,
  languageFeatures: { bucketBits: 14, wordWeight: 1, pairWeight: 0, characterWeight: 0.5, shortest: 1, longest: 4 },
  languageLinear: { closeness: 20, passes: 10, biasValue: 0.1, seed: 1 },
}

/** A trained model in full precision; `packModel` makes a file of it. */
export interface TrainedModel {
  readonly settings: Pick<TrainingSettings, 'features' | 'languageFeatures'>
  /** One byte per bucket: 255 is the rarest, 0 is ignored. Rarity counts in proportion, so it has no unit. */
  readonly rarity: Uint8Array
  readonly topics: LinearModel
  readonly decision: Decision
  readonly latin: LinearModel
}

/** Trains categories and languages. The same input gives the same model, number for number. */
export function trainModel(
  examples: readonly Example[],
  lexicon: readonly Term[],
  settings: TrainingSettings = defaultSettings,
): TrainedModel {
  const extract = createExtractor(settings.features)
  const texts = [...examples.map((example) => example.text), ...lexicon.map((term) => term.text)]
  const rows = collectRows(texts, extract)
  const wanted = [
    ...examples.map((example) => example.labels.map((label) => labels.indexOf(label))),
    ...lexicon.map((term) => [labels.indexOf(term.label)]),
  ]
  const fit = (chosen: readonly number[]): Fitted => fitTopics(rows, wanted, chosen, examples.length, settings)

  const terms = lexicon.map((_, index) => examples.length + index)
  const folds = assignFolds(examples, settings.calibrationFolds, settings.linear.seed)
  const margins = new Float32Array(examples.length * labels.length)
  for (let fold = 0; fold < settings.calibrationFolds; fold += 1) {
    const held = folds.flatMap((of, index) => (of === fold ? [index] : []))
    const kept = folds.flatMap((of, index) => (of === fold ? [] : [index]))
    const { rarity, model } = fit([...kept, ...terms])
    const found = marginsOf(model, weighRows(pickRows(rows, held), rarity))
    held.forEach((index, row) => {
      margins.set(found.subarray(row * labels.length, (row + 1) * labels.length), index * labels.length)
    })
  }
  const decision = calibrate({ columns: labels.length, margins, wanted: wanted.slice(0, examples.length) })
  const { rarity, model } = fit(texts.map((_, index) => index))
  return { settings, rarity, topics: model, decision, latin: trainLatin(examples, settings) }
}

interface Fitted {
  readonly rarity: Uint8Array
  readonly model: LinearModel
}

function fitTopics(
  rows: Rows,
  wanted: readonly (readonly number[])[],
  chosen: readonly number[],
  exampleCount: number,
  settings: TrainingSettings,
): Fitted {
  const columns = labels.length
  const bucketCount = 2 ** settings.features.bucketBits
  const targets = new Float32Array(chosen.length * columns)
  const importance = new Float32Array(chosen.length * columns).fill(1)
  chosen.forEach((index, row) => {
    const at = row * columns
    wanted[index]?.forEach((column, place) => {
      targets[at + column] = place === 0 ? 1 : settings.furtherTarget
    })
    if (index >= exampleCount) importance.fill(settings.lexiconImportance, at, at + columns)
  })
  const picked = pickRows(rows, chosen)
  const rarity = toBytes(rarityOfBuckets(picked, bucketCount, settings.fewestRows))
  const weighed = weighRows(picked, rarity)
  return { rarity, model: trainLinear(weighed, bucketCount, columns, targets, importance, settings.linear) }
}

function toBytes(rarity: Float32Array): Uint8Array {
  const highest = rarity.reduce((one, other) => Math.max(one, other), 1e-9)
  return Uint8Array.from(rarity, (value) => Math.round((value / highest) * 255))
}

/** Learns the languages in Latin script from whole texts and, so that a few words are enough, from their first words. */
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
  const importance = new Float32Array(targets.length).fill(1)
  const weighed = weighRows(rows, new Uint8Array(bucketCount).fill(255))
  return trainLinear(weighed, bucketCount, columns, targets, importance, settings.languageLinear)
}
