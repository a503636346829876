import { type SiteCategory, labels, shownScore } from '../../../../classifier/runtime/classifier.ts'
import type { Doubt } from '../../../../contract/classifications.ts'
import type { ClassifierAudience } from '../../../../contract/classifications.values.ts'
import type { Visibility } from '../../../../contract/prayers.ts'
import type { Publication } from '../../../db/schema.ts'

/**
 * Lowest probability (0–1) of a predicted category that is shown or stored with a request. One that has only less
 * probable ones gets none, and moderators review it.
 */
export const THRESHOLD = shownScore
/** Maximum number of categories in a prediction. */
export const MAX_MATCHES = 3

const sentVisibilities: Record<ClassifierAudience, Visibility[]> = {
  public: ['public'],
  members: ['public', 'members'],
  groups: ['public', 'members', 'group', 'team'],
}

/**
 * True if the text may be sent to the classification service of another machine; else it is classified on this server.
 * `sends`: the operator's choice.
 */
export const maySendToClassifier = (
  sends: ClassifierAudience,
  { visibility, publication, is_guarded }: { visibility: Visibility; publication: Publication; is_guarded: boolean },
): boolean => publication === 'published' && !is_guarded && sentVisibilities[sends].includes(visibility)

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

/** Holds what a classifier says of a text. */
export interface Prediction {
  /** The model that made the prediction. */
  model_id: string
  /** The categories that reach the threshold, the main one first, at most `MAX_MATCHES`. */
  matches: Match[]
  /** Holds those that do not: they are never shown. */
  unlikely: Match[]
  /** Number of labels that match no category of the site. */
  unmatched: number
}

const isLikely = ({ confidence }: Match): boolean => confidence >= THRESHOLD

/** Divides what a classifier found, the main category first, by the threshold. */
export const toPrediction = (model_id: string, found: Match[], unmatched = 0): Prediction => ({
  model_id,
  matches: found.filter(isLikely).slice(0, MAX_MATCHES),
  unlikely: found.filter((match) => !isLikely(match)).slice(0, MAX_MATCHES),
  unmatched,
})

const normalizeLabel = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ')

// Scripts without spaces between words: any position is a word boundary.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ofWord = /[\p{L}\p{M}\p{N}]/u
const isEdge = (inner: string | undefined, outer: string | undefined): boolean =>
  outer === undefined || inner === undefined || !ofWord.test(outer) || unspaced.test(inner) || unspaced.test(outer)

/** True if `part` occurs in `whole` as whole words: "art" is in "works of art", not in "heart". */
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
 * The category of a classifier's label: by its key or name, ignoring case; else by a name that contains the label or is
 * contained in it, the longest first. Undefined when there is none.
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

/** Like `matchCategory`, else one without a key whose description holds the label. */
export const findMeant = (label: string, known: DescribedCategory[]): KnownCategory | undefined =>
  matchCategory(label, known) ??
  known.find(({ key, description }) => key === null && containsWords(description.toLowerCase(), label.toLowerCase()))

/**
 * A classifier's labels as categories, each once with its highest score, in the given order. `unmatched`: number of labels
 * without a category.
 */
export function matchCategories(
  labelScores: LabelScore[],
  known: KnownCategory[],
): { matches: Match[]; unmatched: number } {
  const found = labelScores.map(({ name, score }) => ({ category: matchCategory(name, known), score }))
  const matches = new Map<string, Match>()
  for (const { category, score } of found) {
    if (!category) continue
    const confidence = Math.max(score, matches.get(category.id)?.confidence ?? 0)
    matches.set(category.id, { category_id: category.id, confidence })
  }
  return {
    matches: [...matches.values()],
    unmatched: found.filter(({ category }) => category === undefined).length,
  }
}

export interface Links {
  /** Chosen by a person. */
  manual: string[]
  /** Predicted by a classifier, the main one first. */
  predicted: Match[]
}

type Said = Pick<Prediction, 'matches' | 'unlikely'>

/**
 * Decides what to do with a prediction: the categories that replace the predicted ones (null: keep them), and why a
 * moderator should review the request. Categories that a person chose are never changed or added to.
 */
export function decideLinks(
  { manual, predicted }: Links,
  { matches, unlikely }: Said,
): { replace: Match[] | null; doubt: Doubt | null } {
  if (manual.length > 0) return { replace: null, doubt: null }
  if (matches.length > 0) return { replace: matches, doubt: null }
  return { replace: null, doubt: predicted.length === 0 ? doubtOf({ matches, unlikely }) : 'disagrees' }
}

const doubtOf = ({ matches, unlikely }: Said): Doubt =>
  matches.length === 0 && unlikely.length > 0 ? 'unsure' : 'unsorted'

/** Like `decideLinks`, but keeps the categories: checks whether the current classifier still agrees. */
export function evaluateLinks({ manual, predicted }: Links, said: Said): Doubt | null {
  if (manual.length > 0) return null
  if (predicted.length === 0) return doubtOf(said)
  const now = new Set(said.matches.map(({ category_id }) => category_id))
  const agrees = now.size === predicted.length && predicted.every(({ category_id }) => now.has(category_id))
  return agrees ? null : 'disagrees'
}

/** True if both have the same categories in the same order. */
export const hasSameCategories = (one: Match[], other: Match[]): boolean =>
  one.length === other.length && one.every(({ category_id }, index) => other[index]?.category_id === category_id)

/** The text of a request that is classified. */
export const textOf = ({ title, content }: { title: string | null; content: string }): string =>
  [title, content].filter(Boolean).join('\n')

/**
 * The site's categories as the classifier needs them: each with its labels, matched by key or name, or by the
 * description of a category without a key.
 */
export function siteCategories(known: DescribedCategory[]): SiteCategory[] {
  const meant = new Map(labels.map((label) => [label, findMeant(label, known)?.id]))
  return known.map(({ id, name, description }) => ({
    id,
    name,
    description,
    labels: labels.filter((label) => meant.get(label) === id),
  }))
}

/** Age of the last version after which a nightly rebuild is due, in milliseconds. */
const REBUILD_INTERVAL_MS = 20 * 3_600_000
/**
 * Number of folds for cross-validation, and the minimum number of trusted corrections for which they alone are held
 * out.
 */
const FOLDS = 5
const MIN_TRUSTED = 5

export const isRebuildDue = (last: string | undefined, at: Date): boolean =>
  last === undefined || at.getTime() - new Date(last).getTime() >= REBUILD_INTERVAL_MS

/** A person's correction of one request. */
export interface Correction {
  id: string
  text: string
  wanted: string[]
  wrong: string[]
  is_trusted: boolean
}

/** The fold of an id. Does not depend on the other ids. */
const foldOf = (id: string): number =>
  Array.from(id).reduce((sum, unit) => (sum * 31 + (unit.codePointAt(0) ?? 0)) % 65_521, 7) % FOLDS

/**
 * The folds: each part that is held out, with the rest. Once there are enough trusted corrections, only those are held
 * out, because newer ones must not validate themselves.
 */
export function folds(corrections: Correction[]): { held: Correction[]; kept: Correction[] }[] {
  const trusted = corrections.filter(({ is_trusted }) => is_trusted)
  const eligible = new Set(trusted.length >= MIN_TRUSTED ? trusted : corrections)
  return Array.from({ length: FOLDS }, (_, part) => ({
    held: corrections.filter((correction) => eligible.has(correction) && foldOf(correction.id) === part),
    kept: corrections.filter((correction) => foldOf(correction.id) !== part),
  })).filter(({ held }) => held.length > 0)
}

/** The first `limit` rows of each author, in the given order. Requests without an author count as one author's. */
export function limitPerAuthor<Row extends { author_id: string | null }>(rows: Row[], limit: number): Row[] {
  const seen = new Map<string | null, number>()
  return rows.filter(({ author_id }) => {
    const count = (seen.get(author_id) ?? 0) + 1
    seen.set(author_id, count)
    return count <= limit
  })
}

/** Number of different authors who must agree before their corrections teach without a moderator. */
export const AGREEING_AUTHORS = 3

/** A correction, as far as it matters for who agrees with whom. */
export interface Opinion {
  /** Null for a request without an author, whose opinion does not count. */
  author_id: string | null
  is_by_moderator: boolean
  wanted: readonly string[]
  wrong: readonly string[]
  /** Names what the shipped model takes the text for. */
  likeliest: string
}

/** Returns what a correction says: the categories that it wants, else those that it removed, of texts that are taken for this. */
const claimsOf = ({ wanted, wrong, likeliest }: Opinion): string[] =>
  wanted.length > 0 ? wanted.map((id) => `${likeliest} is ${id}`) : wrong.map((id) => `${likeliest} is not ${id}`)

/**
 * The corrections that may teach everybody's classifier: those of moderators, and those of authors of which everything is
 * said by enough different authors, of requests that the shipped model takes for the same. A person counts once, however
 * many requests they wrote.
 */
export function filterTeaching<One extends Opinion>(opinions: readonly One[]): One[] {
  const authors = new Map<string, Set<string>>()
  for (const opinion of opinions) {
    if (opinion.is_by_moderator || opinion.author_id === null) continue
    for (const claim of claimsOf(opinion)) {
      authors.set(claim, (authors.get(claim) ?? new Set<string>()).add(opinion.author_id))
    }
  }
  const isAgreed = (claim: string): boolean => (authors.get(claim)?.size ?? 0) >= AGREEING_AUTHORS
  return opinions.filter((opinion) => {
    const claims = claimsOf(opinion)
    return opinion.is_by_moderator || (claims.length > 0 && claims.every(isAgreed))
  })
}
