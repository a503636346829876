import { type SiteCategory, labels } from '../../../classifier/src/classifier.ts'
import type { Doubt } from '../../../contract/classifications.ts'

/** A main category that is less likely than this (0–1) is shown to moderators. */
export const LOW_CONFIDENCE = 0.5
/** A classifier names at most this many. */
export const MOST_NAMED = 3

export interface Named {
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

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ')

// Scripts that put no spaces between words: there any place is an edge.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ofWord = /[\p{L}\p{M}\p{N}]/u
const isEdge = (inner: string | undefined, outer: string | undefined): boolean =>
  outer === undefined || inner === undefined || !ofWord.test(outer) || unspaced.test(inner) || unspaced.test(outer)

/** Whether the words of `part` stand in `whole` as whole words: "art" is in "works of art", not in "heart". */
export function holdsWords(whole: string, part: string): boolean {
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
export function matchCategory(said: string, known: KnownCategory[]): KnownCategory | undefined {
  const word = fold(said)
  if (!/[\p{L}\p{N}]/u.test(word)) return undefined
  const exact =
    known.find(({ key }) => key !== null && fold(key) === word) ?? known.find(({ name }) => fold(name) === word)
  if (exact) return exact
  return known
    .map((category) => ({ category, name: fold(category.name) }))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
    .find(({ name }) => holdsWords(word, name) || holdsWords(name, word))?.category
}

/** What a classifier said, as links: each category once, in its order. `unmatched`: how many words meant nothing here. */
export function matchCategories(said: Named[], known: KnownCategory[]): { matches: Match[]; unmatched: number } {
  const found = said.map(({ name, score }) => ({ category: matchCategory(name, known), score }))
  const matches = new Map<string, Match>()
  for (const { category, score } of found) {
    if (category && !matches.has(category.id)) matches.set(category.id, { category_id: category.id, confidence: score })
  }
  return {
    matches: [...matches.values()].slice(0, MOST_NAMED),
    unmatched: found.filter(({ category }) => category === undefined).length,
  }
}

export interface Links {
  /** Made by a person. */
  of_people: string[]
  /** Made by a classifier, the main one first. */
  of_machine: Match[]
}

/**
 * What to do with a request: which links to put in place of the machine's (null: none, they stay), and why a person should
 * look at it. A person's links are never touched, and nothing is added beside them.
 */
export function decideLinks(
  { of_people, of_machine }: Links,
  matches: Match[],
): { replace: Match[] | null; doubt: Doubt | null } {
  if (of_people.length > 0) return { replace: null, doubt: null }
  if (matches.length === 0) return { replace: null, doubt: of_machine.length === 0 ? 'unsorted' : 'disagrees' }
  return { replace: matches, doubt: doubtOf(matches) }
}

const doubtOf = ([main]: Match[]): Doubt | null => {
  if (main === undefined) return 'unsorted'
  return main.confidence < LOW_CONFIDENCE ? 'unsure' : null
}

/** The same, when the links are to stay: does the classifier of today still agree? */
export function judgeLinks({ of_people, of_machine }: Links, matches: Match[]): Doubt | null {
  if (of_people.length > 0) return null
  if (of_machine.length === 0) return 'unsorted'
  const now = new Set(matches.map(({ category_id }) => category_id))
  const agrees = now.size === of_machine.length && of_machine.every(({ category_id }) => now.has(category_id))
  return agrees ? doubtOf(of_machine) : 'disagrees'
}

/** Whether two sets of links say the same. */
export const isSame = (one: Match[], other: Match[]): boolean =>
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
        known.find(({ key, description }) => key === null && holdsWords(description.toLowerCase(), label))
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
const NIGHTLY = 20 * 3_600_000
/** Parts in which examples are held out in turn, and the fewest trusted ones that can judge those that came later. */
const FOLDS = 5
const FEWEST_TRUSTED = 5

export const isDue = (last: string | undefined, at: Date): boolean =>
  last === undefined || at.getTime() - new Date(last).getTime() >= NIGHTLY

/** What a person said of one request. */
export interface Lesson {
  id: string
  text: string
  wanted: string[]
  wrong: string[]
  is_trusted: boolean
}

/** A number of the id that stays the same however many others there are. */
const partOf = (id: string): number =>
  Array.from(id).reduce((sum, unit) => (sum * 31 + (unit.codePointAt(0) ?? 0)) % 65_521, 7) % FOLDS

/**
 * Parts that are held out in turn, each with the rest. Those that were trusted before judge, once there are some: what came
 * later cannot vouch for itself.
 */
export function folds(lessons: Lesson[]): { held: Lesson[]; kept: Lesson[] }[] {
  const trusted = lessons.filter(({ is_trusted }) => is_trusted)
  const judges = new Set(trusted.length >= FEWEST_TRUSTED ? trusted : lessons)
  return Array.from({ length: FOLDS }, (_, part) => ({
    held: lessons.filter((lesson) => judges.has(lesson) && partOf(lesson.id) === part),
    kept: lessons.filter((lesson) => partOf(lesson.id) !== part),
  })).filter(({ held }) => held.length > 0)
}

/** The first so many of each author, in the order they have. Requests whose author is gone count as one author's. */
export function mostOfEach<Row extends { author_id: string | null }>(rows: Row[], most: number): Row[] {
  const seen = new Map<string | null, number>()
  return rows.filter(({ author_id }) => {
    const count = (seen.get(author_id) ?? 0) + 1
    seen.set(author_id, count)
    return count <= most
  })
}
