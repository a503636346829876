import { otherRules } from './care-rules-other.ts'
import { latinRules } from './care-rules-latin.ts'
import type { CareRules } from './care-rules.ts'
import type { Language } from './labels.ts'
import { normalise } from './normalise.ts'

/** `self_harm`: despair, a wish to die. `third_person`: worry that another means it. `unsafe_home`: violence or abuse. */
export const careKinds = ['self_harm', 'third_person', 'unsafe_home'] as const
export type CareKind = (typeof careKinds)[number]
export interface Alert {
  readonly kind: CareKind
}

/** How likely (0 to 1) the model must find one of the heavy categories for a weak sign to count. */
const heavyEnough = 0.45
const heavy = ['mind', 'grief', 'addiction', 'protection', 'relationships', 'family'] as const

interface Compiled {
  self: RegExp
  third: RegExp
  home: RegExp
  weak: RegExp
  quiet: RegExp
  past: RegExp
}

const unspaced: ReadonlySet<Language> = new Set(['zh', 'ja', 'ko'])
const sentenceEnd = /[.!?;。！？；।؟؛\n]+/u
const nothing = /(?!)/

/** The phrases as one expression over normalised text. */
function compile(phrases: readonly string[], language: Language): RegExp {
  if (phrases.length === 0) return nothing
  const gap = unspaced.has(language) ? '.{0,14}?' : '.{0,34}?'
  // Arabic writes "and", "so", "by" and "for" into the next word.
  const start = language === 'ar' ? '(?<![\\p{L}\\p{M}\\p{N}])[وفبل]?' : '(?<![\\p{L}\\p{M}\\p{N}])'
  const end = '(?![\\p{L}\\p{M}\\p{N}])'
  const sources = phrases.map((phrase) => {
    const plain = normalise(phrase)
    const open = unspaced.has(language)
    const isStem = plain.endsWith('~')
    const body = plain.replaceAll(/ ?\* ?/g, gap).replaceAll('~', open ? '' : '[\\p{L}\\p{M}]*')
    return open ? body : `${start}(?:${body})${isStem ? '' : end}`
  })
  return new RegExp(sources.join('|'), 'u')
}

const compiled = new Map<Language, Compiled>()
function rulesOf(language: Language): Compiled {
  const known = compiled.get(language)
  if (known) return known
  const rules = { ...latinRules, ...otherRules }[language]
  const of = (name: keyof CareRules): RegExp => compile(rules[name], language)
  const made = {
    self: of('self'),
    third: of('third'),
    home: of('home'),
    weak: of('weak'),
    quiet: new RegExp(of('quiet').source, 'gu'),
    past: of('past'),
  }
  compiled.set(language, made)
  return made
}

const scripts: [RegExp, Language[]][] = [
  [/[a-z]/, ['en', 'es', 'fr', 'de', 'pt']],
  [/[\u3040-\u30ff]/, ['ja']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/[\uac00-\ud7ff]/, ['ko']],
  [/[\u0600-\u077f]/, ['ar']],
  [/[\u0900-\u097f]/, ['hi']],
]

/**
 * Whether a text sounds as if somebody were in danger. Meant to miss little: whoever writes is never refused, only looked
 * after. `scores` are the model's, by category. Never throws.
 */
export function detectCare(text: string, scores: Readonly<Record<string, number>>): Alert | null {
  const whole = normalise(text)
  const isHeavy = heavy.some((label) => (scores[label] ?? 0) >= heavyEnough)
  const languages = new Set(scripts.flatMap(([script, some]) => (script.test(whole) ? some : [])))
  let worst: CareKind | null = null
  for (const language of languages) {
    const kind = detectIn(whole, rulesOf(language), isHeavy)
    if (kind === 'self_harm') return { kind }
    if (kind !== null && (worst === null || kind === 'third_person')) worst = kind
  }
  return worst === null ? null : { kind: worst }
}

function detectIn(text: string, rules: Compiled, isHeavy: boolean): CareKind | null {
  const finds = (part: string): boolean =>
    rules.self.test(part) || rules.third.test(part) || rules.home.test(part) || rules.weak.test(part)
  if (!finds(text)) return null
  const present = text
    .replaceAll(rules.quiet, ' ')
    .split(sentenceEnd)
    .filter((sentence) => !rules.past.test(sentence))
  if (present.some((sentence) => rules.self.test(sentence))) return 'self_harm'
  if (present.some((sentence) => rules.third.test(sentence))) return 'third_person'
  if (present.some((sentence) => rules.home.test(sentence))) return 'unsafe_home'
  const weak = present.filter((sentence) => rules.weak.test(sentence)).length
  return weak > 1 || (weak > 0 && isHeavy) ? 'self_harm' : null
}
