import type { BaseModel, ScoredFeatures } from './base.ts'
import { type Label, labels, maximumLabels, noneColumn } from './labels.ts'
import { type TrainingSample, Layer } from './layer.ts'
import { normalise } from './normalise.ts'

/** A category of a site. `labels`: the model's labels that correspond to it; none when only its name is known. */
export interface SiteCategory {
  readonly id: string
  readonly labels: readonly Label[]
  readonly name: string
  readonly description: string
}

/** A predicted category. `id` is null for a label of the model without a category of the site. */
export interface SitePrediction {
  readonly id: string | null
  /** Between 0 and 1. */
  readonly score: number
}

/** A person's correction of a text: its categories, the main one first, and those that were removed. */
export interface SiteCorrection {
  readonly text: string
  readonly wanted: readonly string[]
  readonly wrong: readonly string[]
}

/** Id of the column of texts without a need. */
const noneColumnId = 'none'
/**
 * Log-odds of a category that is known by name only: the base value, and the values added for the whole name and for a
 * word of its description.
 */
const baseNameLogOdds = -4
const nameLogOdds = 5
const descriptionWordLogOdds = 2.5
const maxDescriptionWords = 2
const minWordLength = 4
/** Minimum score of a further category without a threshold in the model. */
const furtherThreshold = 0.6
/** From this probability on, a category known by name applies even when the model finds no need. */
const nameThreshold = 0.5

const likelihood = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

interface Candidate {
  readonly id: string | null
  readonly main: number
  readonly named: number
  readonly threshold: number
  readonly isByName: boolean
}

/**
 * Returns none to three categories of the site for a text, the main one first, from the model's and the layer's scores.
 */
export function classifyForSite(
  base: BaseModel,
  layer: Layer,
  text: string,
  categories: readonly SiteCategory[],
): SitePrediction[] {
  const weighed = base.scoreText(text)
  const { noneShare, mainThreshold } = base.decision
  const candidates = listCandidates(base, layer, text, categories, weighed)
  const main = candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.main > best.main ? one : best),
    undefined,
  )
  if (main === undefined) return []
  const isKnown = weighed.isKnown || !layer.isEmpty || categories.some((category) => category.labels.length === 0)
  const likeliest = likelihood(main.main)
  if (!isKnown || weighed.buckets.length === 0 || !(likeliest >= mainThreshold)) return []
  const noneLogOdds = (weighed.main[noneColumn] ?? 0) + layer.logOddsOf(noneColumnId, weighed.buckets, weighed.values)
  // The model finds no need in a text that merely fits none of its own categories.
  const isNamed = main.isByName && likeliest >= nameThreshold
  if (!isNamed && likelihood(noneLogOdds) >= likeliest * noneShare) return []
  const further = candidates
    .filter((one) => one !== main && likelihood(one.named) >= one.threshold)
    .toSorted((one, other) => other.named - one.named)
  return [main, ...further.slice(0, maximumLabels - 1)].map(({ id, named }) => ({ id, score: likelihood(named) }))
}

/** Returns the label that the shipped model alone finds likeliest, however unlikely; `none` for a text without a need. */
export function likeliestLabel(base: BaseModel, text: string): Label | 'none' {
  const { main } = base.scoreText(text)
  return labels[main.indexOf(Math.max(...main))] ?? 'none'
}

function listCandidates(
  base: BaseModel,
  layer: Layer,
  text: string,
  categories: readonly SiteCategory[],
  weighed: ScoredFeatures,
): Candidate[] {
  const claimed = new Set(categories.flatMap((category) => category.labels))
  const unclaimed = labels
    .filter((label) => !claimed.has(label))
    .map((label): Candidate => ({ id: null, ...labelLogOdds(base, weighed, label), isByName: false }))
  const read = readOnce(text)
  const own = categories.map((category): Candidate => {
    const { main, named, threshold } = baseLogOdds(base, read, category, weighed)
    const added = layer.logOddsOf(category.id, weighed.buckets, weighed.values)
    const isByName = category.labels.length === 0
    return { id: category.id, main: main + added, named: named + added, threshold, isByName }
  })
  return [...own, ...unclaimed]
}

/** The log-odds that a category is the main one and that it is one of all, and what the latter must reach. */
type LogOdds = Pick<Candidate, 'main' | 'named' | 'threshold'>

function labelLogOdds({ decision }: BaseModel, { main, named }: ScoredFeatures, label: Label): LogOdds {
  const column = labels.indexOf(label)
  return { main: main[column] ?? 0, named: named[column] ?? 0, threshold: decision.furtherThresholds[column] ?? 1 }
}

/**
 * Returns the log-odds of a category before training: from the corresponding labels, else from its name and
 * description.
 */
function baseLogOdds(base: BaseModel, read: () => ReadText, category: SiteCategory, weighed: ScoredFeatures): LogOdds {
  if (category.labels.length === 0) {
    const odds = nameBasedLogOdds(read(), category)
    return { main: odds, named: odds, threshold: furtherThreshold }
  }
  const all = category.labels.map((label) => labelLogOdds(base, weighed, label))
  return {
    main: Math.max(...all.map(({ main }) => main)),
    named: Math.max(...all.map(({ named }) => named)),
    threshold: Math.min(...all.map(({ threshold }) => threshold)),
  }
}

const splitWords = (plain: string): string[] => plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const wordsOf = (text: string): string[] => splitWords(normalise(text))

/** A text in which the words of categories are looked for. */
interface ReadText {
  readonly plain: string
  readonly words: ReadonlySet<string>
}

/** Reads a text for all categories of a site, when the first of them asks: there may be hundreds. */
function readOnce(text: string): () => ReadText {
  let read: ReadText | undefined
  return () => {
    if (read) return read
    const plain = normalise(text)
    read = { plain, words: new Set(splitWords(plain)) }
    return read
  }
}

/** In Chinese, Japanese and Korean a word is short, and words are not separated. */
const isDense = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)

/** True when the text contains a word or an inflected form of it: "teams" for "team". */
function containsWord(text: string, words: ReadonlySet<string>, word: string): boolean {
  if (isDense(word)) return text.includes(word)
  if (words.has(word)) return true
  if (word.length < minWordLength) return false
  const stem = word.slice(0, Math.max(minWordLength, Math.ceil(word.length * 0.75)))
  for (const one of words) {
    if (one.startsWith(stem) && Math.abs(one.length - word.length) <= 3) return true
  }
  return false
}

interface CategoryWords {
  readonly title: readonly string[]
  /** Those of the description that are not in the title. */
  readonly described: readonly string[]
}

/** Kept, because a rebuild looks for them in thousands of texts. */
const categoryWords = new WeakMap<SiteCategory, CategoryWords>()

function wordsOfCategory(category: SiteCategory): CategoryWords {
  const known = categoryWords.get(category)
  if (known) return known
  const title = wordsOf(category.name)
  const described = wordsOf(category.description).filter(
    (word) => (isDense(word) ? word.length > 1 : word.length >= minWordLength) && !title.includes(word),
  )
  const words = { title, described: [...new Set(described)] }
  categoryWords.set(category, words)
  return words
}

function nameBasedLogOdds({ plain, words }: ReadText, category: SiteCategory): number {
  const { title, described } = wordsOfCategory(category)
  const share = title.filter((word) => containsWord(plain, words, word)).length / Math.max(1, title.length)
  const met = described.filter((word) => containsWord(plain, words, word)).length
  return baseNameLogOdds + share * nameLogOdds + Math.min(met, maxDescriptionWords) * descriptionWordLogOdds
}

/** Turns a correction into goals of the layer. Ignores categories that the site no longer has. */
function toTrainingSample(
  base: BaseModel,
  categories: readonly SiteCategory[],
  { text, wanted, wrong }: SiteCorrection,
): TrainingSample {
  const scored = base.scoreText(text)
  const read = readOnce(text)
  const known = new Map(categories.map((category) => [category.id, category]))
  const existing = wanted.filter((id) => known.has(id))
  const goals = new Map<string, { offset: number; target: 0 | 1 }>()
  for (const [id, category] of known) {
    const { main, named } = baseLogOdds(base, read, category, scored)
    const place = existing.indexOf(id)
    if (place >= 0) goals.set(id, { offset: place === 0 ? main : named, target: 1 })
    else if (existing.length > 0 || wrong.includes(id)) goals.set(id, { offset: main, target: 0 })
  }
  if (existing.length > 0) goals.set(noneColumnId, { offset: scored.main[noneColumn] ?? 0, target: 0 })
  return { buckets: scored.buckets, values: scored.values, goals }
}

/** Trains the layer on one correction; `layer.changed` lists the changed columns. */
export function updateLayer(
  base: BaseModel,
  layer: Layer,
  categories: readonly SiteCategory[],
  example: SiteCorrection,
): void {
  layer.train(toTrainingSample(base, categories, example))
}

/** Creates a layer trained on these corrections only. */
export const rebuildLayer = (
  base: BaseModel,
  categories: readonly SiteCategory[],
  examples: readonly SiteCorrection[],
): Layer => Layer.trainAll(examples.map((example) => toTrainingSample(base, categories, example)))

/**
 * True when the main category of a text is one that a person assigned, and no category is one that a person removed.
 */
export function matchesCorrection(
  base: BaseModel,
  layer: Layer,
  categories: readonly SiteCategory[],
  { text, wanted, wrong }: SiteCorrection,
): boolean {
  const found = classifyForSite(base, layer, text, categories)
  if (found.some(({ id }) => id !== null && wrong.includes(id))) return false
  const main = found[0]?.id ?? null
  return wanted.length === 0 || (main !== null && wanted.includes(main))
}
