import { readFileSync } from 'node:fs'
import { type CareKind, careKinds } from '../runtime/care.ts'
import { readExamples } from '../runtime/dataset.ts'
import { languages } from '../runtime/labels.ts'
import type { Language } from '../runtime/labels.ts'

/**
 * Topics of texts without danger that resemble it. `past`: trouble that ended long ago; `low`: low spirits without
 * danger; `ordinary`: everyday quarrels, farewells and fears; `request`: any request of the training text.
 */
export const quietKinds = [
  'grief',
  'illness',
  'idiom',
  'past',
  'news',
  'scripture',
  'low',
  'ordinary',
  'request',
] as const
export type QuietKind = (typeof quietKinds)[number]

/**
 * Source of a text. `dev`: used to improve the rules; `requests`: danger among the requests of the training text;
 * `beginnings`: the first words of other requests, so that short texts are not mistaken for danger; `held out`: never
 * trained on, by an author who had seen neither rules nor texts.
 */
export type CareSource = 'dev' | 'test' | 'train' | 'requests' | 'quiet requests' | 'beginnings' | 'held out'

/** One training text with or without danger. */
export interface CareExample {
  readonly language: Language
  readonly kind: CareKind | QuietKind
  readonly text: string
  readonly source: CareSource
  /** Shared by the texts of one story, which may exist in several languages. */
  readonly story: string
}

const folder = new URL('../data/care/', import.meta.url)

export const isDanger = ({ kind }: CareExample): boolean => careKinds.some((known) => known === kind)

/**
 * Reads all texts of `data/care` that are used for training.
 * @throws Error naming file and line when a line is not an object with known values
 */
export function readCareExamples(): CareExample[] {
  return [
    ...(['dev', 'test', 'requests'] as const).flatMap((source) => readFile(`${source}.jsonl`, source)),
    ...languages.flatMap((language) => readFile(`train/${language}.jsonl`, 'train', language)),
  ]
}

/**
 * Test texts of the shipped model, never used for training: two tests, half danger and half similar to it, and the
 * requests of a usual day.
 */
export const heldOutFiles = ['held-out.jsonl', 'held-out-2.jsonl', 'wall.jsonl'] as const
export const readHeldOut = (file: (typeof heldOutFiles)[number]): CareExample[] => readFile(file, 'held out')

/** How clearly danger is told: it is said; between the lines; in a sentence or two of a text about something else. */
export const clarities = ['plain', 'veiled', 'buried'] as const

/** A text of `data/life`, written as people write, by somebody who had seen nothing else. Never used for training. */
export interface LifeExample {
  readonly language: Language
  readonly text: string
  /** Null: nobody is in danger. */
  readonly clarity: (typeof clarities)[number] | null
}

/**
 * Reads `data/life`: 360 ordinary requests and 110 of danger, of all lengths.
 * @throws Error naming file and line when a line is not an object with known values
 */
export const readLife = (): LifeExample[] =>
  ['requests.jsonl', 'danger.jsonl'].flatMap((name) =>
    readFileSync(new URL(`../data/life/${name}`, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.trim() === '' ? [] : [parseLife(line, `${name}:${index + 1}`)])),
  )

function parseLife(line: string, place: string): LifeExample {
  const value = JSON.parse(line) as { lang?: unknown; text?: unknown; danger?: unknown; clarity?: unknown }
  const language = languages.find((known) => known === value.lang)
  const clarity = clarities.find((known) => known === value.clarity)
  if (language === undefined || typeof value.text !== 'string' || value.danger !== (clarity !== undefined)) {
    throw new Error(`${place}: the language, the text or the clarity is not known`)
  }
  return { language, text: value.text, clarity: clarity ?? null }
}

/** Returns all texts of `data/care` and, as texts without danger, the other requests of the training text. */
export function readCareTraining(): CareExample[] {
  const examples = readCareExamples()
  const dangerous = new Set(examples.map(({ text }) => text))
  const quiet = readExamples().flatMap(({ language, text }, index): CareExample[] =>
    dangerous.has(text)
      ? []
      : [{ language, kind: 'request', text, source: 'quiet requests', story: `request ${index}` }],
  )
  const beginnings = quiet
    .filter((_, index) => index % 3 === 0)
    .map((example): CareExample => ({ ...example, text: takeBeginning(example), source: 'beginnings' }))
  return [...examples, ...quiet, ...beginnings]
}

function takeBeginning({ language, text }: CareExample): string {
  return language === 'zh' || language === 'ja' ? text.slice(0, 8) : text.split(' ').slice(0, 4).join(' ')
}

function readFile(name: string, source: CareSource, language?: Language): CareExample[] {
  const seen = new Map<string, number>()
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const known = parse(line, `${name}:${index + 1}`, language)
    // The files tell the same stories in the same order, but English has additional ones of its own.
    const own = source === 'train' && known.language === 'en' ? 'en' : ''
    const place = (seen.get(known.language + known.kind) ?? 0) + 1
    seen.set(known.language + known.kind, place)
    return [{ ...known, source, story: `${source} ${known.kind} ${own}${place}` }]
  })
}

function parse(line: string, place: string, ofFile?: Language): Pick<CareExample, 'language' | 'kind' | 'text'> {
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('text' in value)) {
    throw new Error(`${place}: expected an object with kind and text`)
  }
  const language = ofFile ?? ('language' in value ? languages.find((known) => known === value.language) : undefined)
  const kind = [...careKinds, ...quietKinds].find((known) => known === value.kind)
  if (language === undefined || kind === undefined || typeof value.text !== 'string' || value.text.trim() === '') {
    throw new Error(`${place}: the language, the kind or the text is not known`)
  }
  return { language, kind, text: value.text }
}
