import { readFileSync } from 'node:fs'
import { type CareKind, careKinds } from './care.ts'
import { languages } from './labels.ts'
import type { Language } from './labels.ts'

/** What texts without danger are about that could be taken for it. `past`: trouble that is long over. */
export const quietKinds = ['grief', 'illness', 'idiom', 'past', 'news', 'scripture'] as const
export type QuietKind = (typeof quietKinds)[number]

/** One text by which the detection of danger is measured. */
export interface CareExample {
  readonly language: Language
  readonly kind: CareKind | QuietKind
  readonly text: string
}

/** `dev`: the rules may be mended with it in view. `test`: nothing may be. */
export const careFile = (name: 'dev' | 'test'): URL => new URL(`../data/care/${name}.jsonl`, import.meta.url)

export const isDanger = ({ kind }: CareExample): boolean => careKinds.some((known) => known === kind)

/** @throws Error naming file and line when a line is not `{"language", "kind", "text"}` with known values */
export function readCareExamples(name: 'dev' | 'test'): CareExample[] {
  const lines = readFileSync(careFile(name), 'utf8').split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parse(line, `${name}.jsonl:${index + 1}`)]))
}

function parse(line: string, place: string): CareExample {
  const value: unknown = JSON.parse(line)
  if (
    typeof value !== 'object' ||
    value === null ||
    !('language' in value) ||
    !('kind' in value) ||
    !('text' in value)
  ) {
    throw new Error(`${place}: expected an object with language, kind and text`)
  }
  const language = languages.find((known) => known === value.language)
  const kind = [...careKinds, ...quietKinds].find((known) => known === value.kind)
  if (language === undefined || kind === undefined || typeof value.text !== 'string' || value.text.trim() === '') {
    throw new Error(`${place}: the language, the kind or the text is not known`)
  }
  return { language, kind, text: value.text }
}
