import type { Base, Weighed } from './base.ts'
import { labels, maximumLabels, noneColumn } from './labels.ts'
import type { Label } from './labels.ts'
import { Layer } from './layer.ts'
import type { Lesson } from './layer.ts'
import { normalise } from './normalise.ts'

/** A category of a site. `labels`: those of the model that mean it; none when it is known by its name alone. */
export interface SiteCategory {
  readonly id: string
  readonly labels: readonly Label[]
  readonly name: string
  readonly description: string
}

/** What a text is sorted into. `id` is null for a label of the model that means no category of the site. */
export interface Sorted {
  readonly id: string | null
  /** Of 1. */
  readonly score: number
}

/** What a person said of a text: its categories, the main one first, and those that it is not in. */
export interface Taught {
  readonly weighed: Weighed
  readonly wanted: readonly string[]
  readonly wrong: readonly string[]
}

/** The column of texts without a need. */
const none = 'none'
/** Log-odds of a category that is known by name alone: of any text, added for the whole name, and for a word of its description. */
const nameless = -4
const ofName = 5
const ofDescription = 2.5
const mostDescribed = 2
const shortestWord = 4
/** A category without a threshold of the model is a further one from this score on. */
const furtherThreshold = 0.6
/** From this likelihood on a category that is known by name is believed, whatever the model says of needs. */
const likelyByName = 0.5

const likelihood = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

interface Candidate {
  readonly id: string | null
  readonly main: number
  readonly named: number
  readonly threshold: number
  readonly isByName: boolean
}

/** None to three categories of the site for a text, the main one first: what the model says and the layer adds. */
export function sort(
  base: Base,
  layer: Layer,
  text: string,
  categories: readonly SiteCategory[],
  weighed: Weighed = base.weigh(text),
): Sorted[] {
  const { noneShare, mainThreshold } = base.decision
  const candidates = candidatesOf(base, layer, text, categories, weighed)
  const main = candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.main > best.main ? one : best),
    undefined,
  )
  if (main === undefined) return []
  const isKnown = weighed.isKnown || !layer.isEmpty || categories.some((category) => category.labels.length === 0)
  const likeliest = likelihood(main.main)
  if (!isKnown || weighed.buckets.length === 0 || !(likeliest >= mainThreshold)) return []
  const nothing = (weighed.main[noneColumn] ?? 0) + layer.addition(none, weighed.buckets, weighed.values)
  // The model calls a text without a need what is only none of its own categories.
  const isNamed = main.isByName && likeliest >= likelyByName
  if (!isNamed && likelihood(nothing) >= likeliest * noneShare) return []
  const further = candidates
    .filter((one) => one !== main && likelihood(one.named) >= one.threshold)
    .toSorted((one, other) => other.named - one.named)
  return [main, ...further.slice(0, maximumLabels - 1)].map(({ id, named }) => ({ id, score: likelihood(named) }))
}

function candidatesOf(
  base: Base,
  layer: Layer,
  text: string,
  categories: readonly SiteCategory[],
  weighed: Weighed,
): Candidate[] {
  const claimed = new Set(categories.flatMap((category) => category.labels))
  const unclaimed = labels.flatMap((label, column): Candidate[] =>
    claimed.has(label)
      ? []
      : [
          {
            id: null,
            ...oddsOf(weighed, column),
            threshold: base.decision.furtherThresholds[column] ?? 1,
            isByName: false,
          },
        ],
  )
  const own = categories.map((category): Candidate => {
    const { main, named, threshold } = given(base, text, category, weighed)
    const added = layer.addition(category.id, weighed.buckets, weighed.values)
    const isByName = category.labels.length === 0
    return { id: category.id, main: main + added, named: named + added, threshold, isByName }
  })
  return [...own, ...unclaimed]
}

const oddsOf = ({ main, named }: Weighed, column: number): { main: number; named: number } => ({
  main: main[column] ?? 0,
  named: named[column] ?? 0,
})

/** What is said of a category without anything learned: by the labels that mean it, else by its name and description. */
function given(
  base: Base,
  text: string,
  category: SiteCategory,
  weighed: Weighed,
): { main: number; named: number; threshold: number } {
  const columns = category.labels.map((label) => labels.indexOf(label))
  if (columns.length === 0) {
    const odds = oddsByName(text, category)
    return { main: odds, named: odds, threshold: furtherThreshold }
  }
  const all = columns.map((column) => ({
    ...oddsOf(weighed, column),
    threshold: base.decision.furtherThresholds[column] ?? 1,
  }))
  return {
    main: Math.max(...all.map(({ main }) => main)),
    named: Math.max(...all.map(({ named }) => named)),
    threshold: Math.min(...all.map(({ threshold }) => threshold)),
  }
}

const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
/** In Chinese, Japanese and Korean a short piece is a word, and words are written together. */
const isDense = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)

/** Whether a word stands in the text, or another form of it: "teams" for "team". */
function holds(text: string, words: ReadonlySet<string>, word: string): boolean {
  if (isDense(word)) return text.includes(word)
  if (words.has(word)) return true
  if (word.length < shortestWord) return false
  const stem = word.slice(0, Math.max(shortestWord, Math.ceil(word.length * 0.75)))
  for (const one of words) {
    if (one.startsWith(stem) && Math.abs(one.length - word.length) <= 3) return true
  }
  return false
}

function oddsByName(text: string, { name, description }: SiteCategory): number {
  const plain = normalise(text)
  const words = new Set(wordsOf(text))
  const title = wordsOf(name)
  const share = title.filter((word) => holds(plain, words, word)).length / Math.max(1, title.length)
  const described = new Set(
    wordsOf(description).filter((word) => (isDense(word) ? word.length > 1 : word.length >= shortestWord)),
  )
  const met = [...described].filter((word) => !title.includes(word) && holds(plain, words, word)).length
  return nameless + share * ofName + Math.min(met, mostDescribed) * ofDescription
}

/** What a person said, as goals of the layer. Categories that the site no longer has teach nothing. */
function toLesson(
  base: Base,
  text: string,
  categories: readonly SiteCategory[],
  { weighed, wanted, wrong }: Taught,
): Lesson {
  const known = new Map(categories.map((category) => [category.id, category]))
  const still = wanted.filter((id) => known.has(id))
  const goals = new Map<string, { offset: number; target: 0 | 1 }>()
  for (const [id, category] of known) {
    const { main, named } = given(base, text, category, weighed)
    const place = still.indexOf(id)
    if (place >= 0) goals.set(id, { offset: place === 0 ? main : named, target: 1 })
    else if (still.length > 0 || wrong.includes(id)) goals.set(id, { offset: main, target: 0 })
  }
  if (still.length > 0) goals.set(none, { offset: weighed.main[noneColumn] ?? 0, target: 0 })
  return { buckets: weighed.buckets, values: weighed.values, goals }
}

export interface Example {
  readonly text: string
  readonly wanted: readonly string[]
  readonly wrong: readonly string[]
}

/** Teaches the layer one example at once; what it learned is in `layer.changed`. */
export function teach(base: Base, layer: Layer, categories: readonly SiteCategory[], example: Example): void {
  layer.learn(toLesson(base, example.text, categories, { ...example, weighed: base.weigh(example.text) }))
}

/** A layer of these examples and of nothing else. */
export const rebuild = (base: Base, categories: readonly SiteCategory[], examples: readonly Example[]): Layer =>
  Layer.of(
    examples.map((example) =>
      toLesson(base, example.text, categories, { ...example, weighed: base.weigh(example.text) }),
    ),
  )

/** Whether the main category of a text is one that a person gave it, and no category one that a person took from it. */
export function agrees(
  base: Base,
  layer: Layer,
  categories: readonly SiteCategory[],
  { text, wanted, wrong }: Example,
): boolean {
  const found = sort(base, layer, text, categories)
  if (found.some(({ id }) => id !== null && wrong.includes(id))) return false
  const main = found[0]?.id ?? null
  return wanted.length === 0 || (main !== null && wanted.includes(main))
}
