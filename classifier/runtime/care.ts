import { type Phrase, compilePhrase, createFinder, isDense, sentenceEnd, toWords } from './care-phrases.ts'
import { careRules } from './care-rules.ts'
import type { Language } from './labels.ts'

/**
 * `self_harm`: despair, a wish to die. `third_person`: worry that another person wants to. `unsafe_home`: violence or
 * abuse.
 */
export const careKinds = ['self_harm', 'third_person', 'unsafe_home'] as const
export type CareKind = (typeof careKinds)[number]
/**
 * How sure it is that somebody is in danger. `certain`: the request is held and the care team called; `perhaps`: it is
 * published, and the care team looks at it by day.
 */
export const careLevels = ['certain', 'perhaps'] as const
export type CareLevel = (typeof careLevels)[number]
export interface Alert {
  readonly kind: CareKind
  readonly level: CareLevel
}

/** Minimum probability of one of the heavy categories for a weak sign to count, 0 to 1. */
const heavyThreshold = 0.45
const heavy = ['mind', 'grief', 'addiction', 'protection', 'relationships', 'family'] as const

/** Types of signs, most severe first. */
const signs = ['self', 'third', 'home', 'weak'] as const

interface Clue {
  readonly language: Language
  readonly sign: (typeof signs)[number]
  readonly phrase: Phrase
}

interface Context {
  readonly quiet: RegExp
  readonly past: RegExp
}

/** Languages that are searched together, because they share a script. */
interface Family {
  readonly script: RegExp
  readonly languages: readonly Language[]
  /** Returns the clues whose phrase a text may contain, a small part of all. */
  find?: (text: string) => Set<Clue>
}

const denseScript = /[\u3040-\u30ff\u3400-\u9fff]/

const families: Family[] = [
  { script: /[a-z]/, languages: ['en', 'es', 'fr', 'de', 'pt'] },
  { script: denseScript, languages: ['zh', 'ja'] },
  { script: /[\uac00-\ud7ff]/, languages: ['ko'] },
  { script: /[\u0600-\u077f]/, languages: ['ar'] },
  { script: /[\u0900-\u097f]/, languages: ['hi'] },
]

const compileClues = (language: Language): Clue[] =>
  signs.flatMap((sign) =>
    careRules[language][sign].map((phrase) => ({ language, sign, phrase: compilePhrase(phrase, language) })),
  )

const knownContexts = new Map<Language, Context>()
function readContext(language: Language): Context {
  const known = knownContexts.get(language)
  if (known) return known
  const { quiet, past } = careRules[language]
  const union = (phrases: readonly string[], flags: string): RegExp =>
    new RegExp(
      phrases.length === 0 ? '(?!)' : phrases.map((phrase) => compilePhrase(phrase, language).source).join('|'),
      flags,
    )
  const made = { quiet: union(quiet, 'gu'), past: union(past, 'u') }
  knownContexts.set(language, made)
  return made
}

/** Minimum log-odds of danger of each level, lengths taken into account: see "Danger" in the README. */
export const careThresholds: Readonly<Record<CareLevel, number>> = { certain: 1.8, perhaps: -0.6 }

/**
 * Number of Latin letters for a character of each script, and the length in characters below which a text is weak
 * evidence. The first script that a text contains applies.
 */
const scripts: readonly [script: RegExp, letters: number, short: number][] = [
  [denseScript, 3, 16],
  [/[\uac00-\ud7ff]/, 3, 22],
  [/[\u0600-\u077f]/, 1, 28],
  [/./, 1, 40],
]
/** The score that a short text needs beyond the threshold. */
const shortTextPenalty = 1.4
/** Length from which a text must score more, in Latin letters. */
const usualLength = 80
/**
 * The score that a text needs in addition each time that its length grows by the factor e: the more is said, the more of it sounds of
 * danger. So chosen that no band of length is held much more than the others.
 */
const lengthWeight = 0.6

/** The length of a text in Latin letters, and what it must score more because of it. `text` is output of `normalise`. */
function weighLength(text: string): { length: number; penalty: number } {
  const [, letters = 1, short = 0] = scripts.find(([script]) => script.test(text)) ?? []
  const length = text.length * letters
  if (text.length < short) return { length, penalty: shortTextPenalty }
  return { length, penalty: lengthWeight * Math.max(0, Math.log(length / usualLength)) }
}

/**
 * Combines the model and the rules: what a rule finds is certain in a text of less than `usualLength`, which can mean little else,
 * and perhaps in any other. The slower rules run only where they can change the result. `margins` are the log-odds of danger
 * and of each of `careKinds`. `text` is output of `normalise`.
 */
export function toAlert(
  { text, margins }: { text: string; margins: Float64Array },
  askRules: () => CareKind | null,
): Alert | null {
  const { length, penalty } = weighLength(text)
  const score = (margins[0] ?? 0) - penalty
  const level = careLevels.find((one) => score >= careThresholds[one])
  const isShort = length < usualLength
  if (level === undefined || (level === 'perhaps' && isShort)) {
    const kind = askRules()
    if (kind !== null) return { kind, level: isShort ? 'certain' : 'perhaps' }
  }
  const kinds = [...margins.subarray(1)]
  const kind = careKinds[kinds.indexOf(Math.max(...kinds))]
  return level && kind ? { kind, level } : null
}

/**
 * Detects by the rules whether somebody may be in danger. Favours recall: a match never refuses a request, it
 * only brings it before the care team. `text` is output of `normalise`; `scores` are the model's, by category. Never throws.
 */
export function detectCare(text: string, scores: Readonly<Record<string, number>>): CareKind | null {
  const isHeavy = heavy.some((label) => (scores[label] ?? 0) >= heavyThreshold)
  const words = toWords(text)
  let worst: CareKind | null = null
  for (const family of families) {
    if (!family.script.test(text)) continue
    const [first] = family.languages
    const isWhole = first !== undefined && isDense(first)
    family.find ??= createFinder(family.languages.flatMap(compileClues))
    const read = isWhole ? text : words
    const clues = [...family.find(read)].filter(({ phrase }) => phrase.expression.test(read))
    if (clues.length === 0) continue
    const kind = gravestKind(read, clues, isHeavy)
    if (kind === 'self_harm') return kind
    if (kind !== null && (worst === null || kind === 'third_person')) worst = kind
  }
  return worst
}

/**
 * Returns the most severe kind of the clues, ignoring idioms and past trouble. Uses the context rules of all languages
 * with a clue: related languages share words, and only one of them may know the idiom.
 */
function gravestKind(text: string, clues: readonly Clue[], isHeavy: boolean): CareKind | null {
  const contexts = [...new Set(clues.map(({ language }) => language))].map(readContext)
  const present = contexts
    .reduce((rest, { quiet }) => rest.replaceAll(quiet, ' '), text)
    // For unspaced languages; elsewhere `toWords` has inserted line ends.
    .split(sentenceEnd)
    .filter((sentence) => !contexts.some(({ past }) => past.test(sentence)))
  const countSentences = (sign: Clue['sign']): number =>
    present.filter((sentence) => clues.some((clue) => clue.sign === sign && clue.phrase.expression.test(sentence)))
      .length
  if (countSentences('self') > 0) return 'self_harm'
  if (countSentences('third') > 0) return 'third_person'
  if (countSentences('home') > 0) return 'unsafe_home'
  const weak = countSentences('weak')
  return weak > 1 || (weak > 0 && isHeavy) ? 'self_harm' : null
}
