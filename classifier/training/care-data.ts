import { readFileSync } from 'node:fs'
import { type CareKind, careKinds } from '../runtime/care.ts'
import { readExamples } from '../runtime/dataset.ts'
import { languages } from '../runtime/labels.ts'
import type { Language } from '../runtime/labels.ts'

/**
 * What texts without danger are about that could be taken for it. `past`: trouble that is long over; `low`: low spirits without
 * danger; `ordinary`: quarrels, farewells and fears of every day; `request`: any request of the training text.
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
 * Where a text is from: `dev`, the rules were mended on; `requests`, danger among the requests of the training text;
 * `beginnings`, the first words of other requests, so that a text of few words is not taken for danger; `held out`: never
 * learned from, by somebody who had seen neither rules nor texts.
 */
export type CareSource = 'dev' | 'test' | 'train' | 'requests' | 'quiet requests' | 'beginnings' | 'held out'

/** One text from which danger is learned, or its absence. */
export interface CareExample {
  readonly language: Language
  readonly kind: CareKind | QuietKind
  readonly text: string
  readonly source: CareSource
  /** Texts of one story, which may be told in several languages, share it. */
  readonly story: string
}

const folder = new URL('../data/care/', import.meta.url)

export const isDanger = ({ kind }: CareExample): boolean => careKinds.some((known) => known === kind)

/**
 * All texts of `data/care` from which something is learned.
 * @throws Error naming file and line when a line is not an object with known values
 */
export function readCareExamples(): CareExample[] {
  return [
    ...(['dev', 'test', 'requests'] as const).flatMap((source) => readFile(`${source}.jsonl`, source)),
    ...languages.flatMap((language) => readFile(`train/${language}.jsonl`, 'train', language)),
  ]
}

/**
 * The texts by which the shipped model is measured, and from which nothing learns: two tests, half danger and half close to it, and
 * what stands on a wall on a usual day.
 */
export const heldOutFiles = ['held-out.jsonl', 'held-out-2.jsonl', 'wall.jsonl'] as const
export const readHeldOut = (file: (typeof heldOutFiles)[number]): CareExample[] => readFile(file, 'held out')

/** All texts of `data/care` and, as texts without danger, the requests of the training text that are not among them. */
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
    // The files tell the same stories in the same order, but English has more and its own.
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
