import { readdirSync } from 'node:fs'
import { type CareKind, careKinds } from '../runtime/care.ts'
import { type Example, readExamples, readLines } from '../runtime/dataset.ts'
import { type Language, isLabel, languages, maximumLabels } from '../runtime/labels.ts'

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
 * `beginnings`: the first words of other requests, so that short texts are not mistaken for danger; `written`: as
 * people write, by many authors; `held out`: never
 * trained on, by an author who had seen neither rules nor texts.
 */
export type CareSource =
  | 'dev'
  | 'test'
  | 'train'
  | 'requests'
  | 'quiet requests'
  | 'beginnings'
  | 'written'
  | 'held out'

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

/** A text of `data/life` or `data/written`: as people write, of any length, by an author who had seen nothing else. */
export interface LifeExample extends Example {
  /** Null: nobody is in danger. */
  readonly kind: CareKind | null
  readonly clarity: (typeof clarities)[number] | null
  /** Name of the file. */
  readonly author: string
}

/**
 * Reads `data/life`: 360 ordinary requests, whose categories a reader has named, and 110 of danger. Never used for training.
 * @throws Error naming file and line when a line is not an object with known values
 */
export const readLife = (): LifeExample[] => readLifeFolder('life')

/**
 * Reads `data/written`, from which danger and categories are learned: a file for each author and language.
 * @throws Error as `readLife`
 */
export const readWritten = (): LifeExample[] => readLifeFolder('written')

/**
 * How often each text of `data/written` stands in the training: they are fewer than the older ones, which are short, and
 * nearer to what people send.
 */
const writtenRepeats = 4
export const repeatWritten = (written: readonly LifeExample[]): LifeExample[] =>
  Array.from({ length: writtenRepeats }, () => written).flat()

function readLifeFolder(name: string): LifeExample[] {
  const place = new URL(`../data/${name}/`, import.meta.url)
  return readdirSync(place)
    .toSorted()
    .flatMap((file) => readLines(place, file).map(([line, at]) => parseLife(line, file, at)))
}

function parseLife(line: string, file: string, place: string): LifeExample {
  const value = JSON.parse(line) as Record<'lang' | 'text' | 'danger' | 'kind' | 'clarity' | 'labels', unknown>
  const language = languages.find((known) => known === value.lang)
  const kind = careKinds.find((known) => known === value.kind) ?? null
  const clarity = clarities.find((known) => known === value.clarity) ?? null
  const { text, danger } = value
  const isWhole = danger === (kind !== null) && danger === (clarity !== null)
  const given: readonly unknown[] = Array.isArray(value.labels) ? value.labels : []
  const named = given.filter(isLabel)
  if (
    language === undefined ||
    typeof text !== 'string' ||
    !isWhole ||
    named.length < given.length ||
    named.length > maximumLabels
  ) {
    throw new Error(`${place}: the language, the text, the kind, the clarity or a label is not known`)
  }
  return { language, text, kind, clarity, labels: named, author: file.replace('.jsonl', '') }
}

/**
 * Returns all texts of `data/care`, as texts without danger the other requests of the training text, and those of
 * `written`, whose authors are their stories.
 */
export function readCareTraining(written: readonly LifeExample[] = readWritten()): CareExample[] {
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
  const lifelike = repeatWritten(written).map(({ language, text, kind, author }): CareExample => ({
    language,
    kind: kind ?? 'request',
    text,
    source: 'written',
    story: author,
  }))
  return [...examples, ...quiet, ...beginnings, ...lifelike]
}

function takeBeginning({ language, text }: CareExample): string {
  return language === 'zh' || language === 'ja' ? text.slice(0, 8) : text.split(' ').slice(0, 4).join(' ')
}

function readFile(name: string, source: CareSource, language?: Language): CareExample[] {
  const seen = new Map<string, number>()
  return readLines(folder, name).map(([line, place]) => {
    const known = parse(line, place, language)
    // The files tell the same stories in the same order, but English has additional ones of its own.
    const own = source === 'train' && known.language === 'en' ? 'en' : ''
    const count = (seen.get(known.language + known.kind) ?? 0) + 1
    seen.set(known.language + known.kind, count)
    return { ...known, source, story: `${source} ${known.kind} ${own}${count}` }
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
