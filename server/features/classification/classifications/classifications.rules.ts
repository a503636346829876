import { type SiteCategory, labels } from '../../../../classifier/runtime/classifier.ts'
import type { Doubt } from '../../../../contract/classifications.ts'

/** A main category that is less likely than this (0–1) is shown to moderators. */
export const LOW_CONFIDENCE = 0.5
/** A classifier names at most this many. */
export const MAX_MATCHES = 3

export interface LabelScore {
  name: string
  score: number
}
export interface KnownCategory {
  id: string
  key: string | null
  name: string
}
export interface DescribedCategory extends KnownCategory {
  description: string
}
export interface Match {
  category_id: string
  confidence: number
}

const normalizeLabel = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ')

// Scripts that put no spaces between words: there any place is an edge.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ofWord = /[\p{L}\p{M}\p{N}]/u
const isEdge = (inner: string | undefined, outer: string | undefined): boolean =>
  outer === undefined || inner === undefined || !ofWord.test(outer) || unspaced.test(inner) || unspaced.test(outer)

/** Whether the words of `part` stand in `whole` as whole words: "art" is in "works of art", not in "heart". */
export function containsWords(whole: string, part: string): boolean {
  if (part === '') return false
  const outer = Array.from(whole)
  const inner = Array.from(part)
  for (let start = 0; start + inner.length <= outer.length; start += 1) {
    if (!inner.every((letter, index) => outer[start + index] === letter)) continue
    if (isEdge(inner[0], outer[start - 1]) && isEdge(inner.at(-1), outer[start + inner.length])) return true
  }
  return false
}

/**
 * The category that a classifier's word means: by its key or name, in any case; else a name that holds the word, or that the
 * word holds, the longest first. Undefined when there is none.
 */
export function matchCategory(label: string, known: KnownCategory[]): KnownCategory | undefined {
  const word = normalizeLabel(label)
  if (!/[\p{L}\p{N}]/u.test(word)) return undefined
  const exact =
    known.find(({ key }) => key !== null && normalizeLabel(key) === word) ??
    known.find(({ name }) => normalizeLabel(name) === word)
  if (exact) return exact
  return known
    .map((category) => ({ category, name: normalizeLabel(category.name) }))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
    .find(({ name }) => containsWords(word, name) || containsWords(name, word))?.category
}

/** What a classifier said, as links: each category once, in its order. `unmatched`: how many words meant nothing here. */
export function matchCategories(
  labelScores: LabelScore[],
  known: KnownCategory[],
): { matches: Match[]; unmatched: number } {
  const found = labelScores.map(({ name, score }) => ({ category: matchCategory(name, known), score }))
  const matches = new Map<string, Match>()
  for (const { category, score } of found) {
    if (category && !matches.has(category.id)) matches.set(category.id, { category_id: category.id, confidence: score })
  }
  return {
    matches: [...matches.values()].slice(0, MAX_MATCHES),
    unmatched: found.filter(({ category }) => category === undefined).length,
  }
}

export interface Links {
  /** Made by a person. */
  manual: string[]
  /** Made by a classifier, the main one first. */
  predicted: Match[]
}

/**
 * What to do with a request: which links to put in place of the machine's (null: none, they stay), and why a person should
 * look at it. A person's links are never touched, and nothing is added beside them.
 */
export function decideLinks(
  { manual, predicted }: Links,
  matches: Match[],
): { replace: Match[] | null; doubt: Doubt | null } {
  if (manual.length > 0) return { replace: null, doubt: null }
  if (matches.length === 0) return { replace: null, doubt: predicted.length === 0 ? 'unsorted' : 'disagrees' }
  return { replace: matches, doubt: doubtOf(matches) }
}

const doubtOf = ([main]: Match[]): Doubt | null => {
  if (main === undefined) return 'unsorted'
  return main.confidence < LOW_CONFIDENCE ? 'unsure' : null
}

/** The same, when the links are to stay: does the classifier of today still agree? */
export function evaluateLinks({ manual, predicted }: Links, matches: Match[]): Doubt | null {
  if (manual.length > 0) return null
  if (predicted.length === 0) return 'unsorted'
  const now = new Set(matches.map(({ category_id }) => category_id))
  const agrees = now.size === predicted.length && predicted.every(({ category_id }) => now.has(category_id))
  return agrees ? doubtOf(predicted) : 'disagrees'
}

/** Whether two sets of links say the same. */
export const hasSameCategories = (one: Match[], other: Match[]): boolean =>
  one.length === other.length && one.every(({ category_id }, index) => other[index]?.category_id === category_id)

/** What is read of a request to sort it. */
export const textOf = ({ title, content }: { title: string | null; content: string }): string =>
  [title, content].filter(Boolean).join('\n')

/**
 * The categories of the site as the classifier takes them: each with the labels that mean it, by key or name, or because
 * one without a key speaks of it in its description.
 */
export function siteCategories(known: DescribedCategory[]): SiteCategory[] {
  const meant = new Map(
    labels.map((label) => [
      label,
      (
        matchCategory(label, known) ??
        known.find(({ key, description }) => key === null && containsWords(description.toLowerCase(), label))
      )?.id,
    ]),
  )
  return known.map(({ id, name, description }) => ({
    id,
    name,
    description,
    labels: labels.filter((label) => meant.get(label) === id),
  }))
}

/** A rebuild is for the night: it is made when the last version is so old. Milliseconds. */
const REBUILD_INTERVAL_MS = 20 * 3_600_000
/** Parts in which examples are held out in turn, and the fewest trusted ones that can judge those that came later. */
const FOLDS = 5
const MIN_TRUSTED = 5

export const isRebuildDue = (last: string | undefined, at: Date): boolean =>
  last === undefined || at.getTime() - new Date(last).getTime() >= REBUILD_INTERVAL_MS

/** What a person said of one request. */
export interface Correction {
  id: string
  text: string
  wanted: string[]
  wrong: string[]
  is_trusted: boolean
}

/** A number of the id that stays the same however many others there are. */
const foldOf = (id: string): number =>
  Array.from(id).reduce((sum, unit) => (sum * 31 + (unit.codePointAt(0) ?? 0)) % 65_521, 7) % FOLDS

/**
 * Parts that are held out in turn, each with the rest. Those that were trusted before judge, once there are some: what came
 * later cannot vouch for itself.
 */
export function folds(corrections: Correction[]): { held: Correction[]; kept: Correction[] }[] {
  const trusted = corrections.filter(({ is_trusted }) => is_trusted)
  const eligible = new Set(trusted.length >= MIN_TRUSTED ? trusted : corrections)
  return Array.from({ length: FOLDS }, (_, part) => ({
    held: corrections.filter((correction) => eligible.has(correction) && foldOf(correction.id) === part),
    kept: corrections.filter((correction) => foldOf(correction.id) !== part),
  })).filter(({ held }) => held.length > 0)
}

/** The first so many of each author, in the order they have. Requests whose author is gone count as one author's. */
export function limitPerAuthor<Row extends { author_id: string | null }>(rows: Row[], limit: number): Row[] {
  const seen = new Map<string | null, number>()
  return rows.filter(({ author_id }) => {
    const count = (seen.get(author_id) ?? 0) + 1
    seen.set(author_id, count)
    return count <= limit
  })
}
