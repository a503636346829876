import { createCareScorer } from './care-model.ts'
import { type Alert, detectCare, toAlert } from './care.ts'
import { decide, logOddsOf, scaleMargins } from './decision.ts'
import { type Features, createExtractor } from './features.ts'
import { type Label, type Language, columnCount, labels, latinLanguages } from './labels.ts'
import { cleanForLanguage, languageOfScript } from './language.ts'
import { scoreFeatures } from './linear.ts'
import { type PackedModel, readModel } from './model-file.ts'
import { normalise } from './normalise.ts'
import type { BaseModel } from './base.ts'

export { labels, languages } from './labels.ts'
export type { Label, Language } from './labels.ts'
export { careKinds } from './care.ts'
export { shownScore } from './decision.ts'
export type { Alert } from './care.ts'
export { Layer } from './layer.ts'
export { readSamples } from './dataset.ts'
export type { Example } from './dataset.ts'
export { matchesCorrection, rebuildLayer, classifyForSite, likeliestLabel, updateLayer } from './site.ts'
export type { SiteCategory } from './site.ts'

export interface Prediction {
  /** None to three category keys, the main one first; empty when nothing fits. */
  labels: Label[]
  /** For every category the calibrated probability (0 to 1) that a careful reader would name it. */
  scores: Record<Label, number>
  /** The danger that the text suggests, and how surely; null when there is none. */
  alert: Alert | null
}

export interface Classifier extends BaseModel {
  /** Classifies any string in any language; reads the first 10,000 UTF-16 units. Never throws. */
  classify(text: string): Prediction
  /** Returns the language of the text; null when there is too little text or it is none of the ten. Never throws. */
  detectLanguage(text: string): Language | null
}

/** The text was normalized once for all extractors. */
const identity = (text: string): string => text

/** Minimum probability of the best language in Latin script, of 1. */
const minLanguageShare = 0.4

/**
 * Loads the model file of `folder` (default: the shipped one in `classifier/model/`).
 * @throws Error with instructions when the file is missing, truncated, damaged or of another version
 */
export function loadClassifier(folder?: URL): Classifier {
  return createClassifier(readModel(folder))
}

/** Creates a classifier from an unpacked model. */
export function createClassifier(model: PackedModel): Classifier {
  const extract = createExtractor(model.features, identity)
  const extractLanguage = createExtractor(model.languageFeatures, cleanForLanguage)
  const scoreCare = createCareScorer(model.care)
  const margins = new Float64Array(columnCount)
  const mainProbabilities = new Float64Array(columnCount)
  const scores = new Float64Array(columnCount)
  const languageMargins = new Float64Array(latinLanguages.length)

  return {
    id: model.id,
    decision: model.decision,
    scoreText: (text) => {
      const features = extract(normalise(text))
      const isKnown = scoreFeatures(model.topics, features, model.rarity, margins)
      return {
        ...normaliseFeatures(features, model.rarity),
        main: logOddsOf(model.decision.main, margins),
        named: logOddsOf(model.decision.named, margins),
        isKnown,
      }
    },
    classify: (text) => {
      const plain = normalise(text)
      const features = extract(plain)
      const isKnown = scoreFeatures(model.topics, features, model.rarity, margins)
      scaleMargins(model.decision.main, margins, 0, mainProbabilities)
      scaleMargins(model.decision.named, margins, 0, scores)
      const columns = isKnown ? decide(model.decision, mainProbabilities, scores) : []
      const found = toScores(scores)
      return {
        labels: columns.flatMap((column) => labels[column] ?? []),
        scores: found,
        alert: toAlert({ text: plain, margins: scoreCare(plain, features, scores) }, () => detectCare(plain, found)),
      }
    },
    detectLanguage: (text) => {
      const script = languageOfScript(cleanForLanguage(text))
      if (script !== 'latin') return script
      scoreFeatures(model.latin, extractLanguage(text), undefined, languageMargins)
      return likeliestLanguage(languageMargins)
    },
  }
}

function normaliseFeatures(features: Features, rarity: Uint8Array): { buckets: Uint32Array; values: Float32Array } {
  const buckets = features.buckets.slice(0, features.length)
  const values = features.values.slice(0, features.length)
  let squares = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = (values[index] ?? 0) * (rarity[buckets[index] ?? 0] || 255)
    values[index] = value
    squares += value * value
  }
  const shrink = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) * shrink
  return { buckets, values }
}

const toScores = (scores: Float64Array): Record<Label, number> =>
  Object.fromEntries(labels.map((label, column) => [label, scores[column] ?? 0])) as Record<Label, number>

/** Returns the language with the highest softmax share, if that share is high enough. */
function likeliestLanguage(margins: Float64Array): Language | null {
  const top = Math.max(...margins)
  const total = margins.reduce((sum, margin) => sum + Math.exp(margin - top), 0)
  return 1 / total >= minLanguageShare ? (latinLanguages[margins.indexOf(top)] ?? null) : null
}
