import { type Phrase, compilePhrase, createFinder, isDense, toWords } from './care-phrases.ts'
import { careRules } from './care-rules.ts'
import type { Language } from './labels.ts'

/**
 * `self_harm`: despair, a wish to die. `third_person`: worry that another person wants to. `unsafe_home`: violence or
 * abuse.
 */
export const careKinds = ['self_harm', 'third_person', 'unsafe_home'] as const
export type CareKind = (typeof careKinds)[number]
export interface Alert {
  readonly kind: CareKind
}

/** Minimum probability of one of the heavy categories for a weak sign to count, 0 to 1. */
const heavyThreshold = 0.45
const heavy = ['mind', 'grief', 'addiction', 'protection', 'relationships', 'family'] as const
/** For unspaced languages; elsewhere `toWords` has inserted line ends. */
const sentenceEnd = /[.!?;。！？；।؟؛\n]+/u

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

/** Added to the log-odds of danger when the rules match. */
export const rulesWeight = 2.5

/**
 * A text with fewer characters is weak evidence and needs a higher score. The first script that it contains applies.
 */
const shortTexts: readonly [script: RegExp, characters: number][] = [
  [denseScript, 16],
  [/[\uac00-\ud7ff]/, 22],
  [/[\u0600-\u077f]/, 28],
  [/./, 40],
]
const shortTextPenalty = 1.4
const isShort = (text: string): boolean => text.length < (shortTexts.find(([script]) => script.test(text))?.[1] ?? 0)

/**
 * Combines the model and the rules; the slower rules run only where they can change the result. `margins` are the
 * log-odds of danger and of each of `careKinds`. `text` is output of `normalise`.
 */
export function toAlert(
  { text, margins }: { text: string; margins: Float64Array },
  usual_threshold: number,
  askRules: () => Alert | null,
): Alert | null {
  const danger = margins[0] ?? 0
  const threshold = isShort(text) ? usual_threshold + shortTextPenalty : usual_threshold
  if (danger < threshold) return danger >= threshold - rulesWeight ? askRules() : null
  const kinds = [...margins.subarray(1)]
  const kind = careKinds[kinds.indexOf(Math.max(...kinds))]
  return kind === undefined ? null : { kind }
}

/**
 * Detects by the rules whether somebody may be in danger. Favours recall: a match never refuses a request, it only
 * notifies the care team. `text` is output of `normalise`; `scores` are the model's, by category. Never throws.
 */
export function detectCare(text: string, scores: Readonly<Record<string, number>>): Alert | null {
  const isHeavy = heavy.some((label) => (scores[label] ?? 0) >= heavyThreshold)
  const words = toWords(text)
  let worst: CareKind | null = null
  for (const family of families) {
    if (!family.script.test(text)) continue
    const [first] = family.languages
    const isWhole = first !== undefined && isDense(first)
    family.find ??= createFinder(family.languages.flatMap(compileClues), { isDense: isWhole, isArabic: first === 'ar' })
    const read = isWhole ? text : words
    const clues = [...family.find(read)].filter(({ phrase }) => phrase.expression.test(read))
    if (clues.length === 0) continue
    const kind = gravestKind(read, clues, isHeavy)
    if (kind === 'self_harm') return { kind }
    if (kind !== null && (worst === null || kind === 'third_person')) worst = kind
  }
  return worst === null ? null : { kind: worst }
}

/**
 * Returns the most severe kind of the clues, ignoring idioms and past trouble. Uses the context rules of all languages
 * with a clue: related languages share words, and only one of them may know the idiom.
 */
function gravestKind(text: string, clues: readonly Clue[], isHeavy: boolean): CareKind | null {
  const contexts = [...new Set(clues.map(({ language }) => language))].map(readContext)
  const present = contexts
    .reduce((rest, { quiet }) => rest.replaceAll(quiet, ' '), text)
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
