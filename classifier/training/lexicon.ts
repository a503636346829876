import { readdirSync } from 'node:fs'
import { readLines } from '../runtime/dataset.ts'
import { type Label, type Language, isLabel, languages } from '../runtime/labels.ts'

/** A word or a few words that indicate one category, or (null) a text without a need. */
export interface Term {
  readonly text: string
  readonly label: Label | null
  readonly language: Language
}

const folder = new URL('../lexicon/', import.meta.url)

/**
 * Reads every `lexicon/<language>.txt`: one line for each category, `health: cancer, surgery, …`, and one for `none`. Commas of any
 * script separate the terms.
 * @throws Error naming file and line when a line does not start with a known category
 */
export function readLexicon(): Term[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return files.toSorted().flatMap(readFile)
}

function readFile(name: string): Term[] {
  const language = languages.find((known) => `${known}.txt` === name)
  if (language === undefined) throw new Error(`${name}: the name of a lexicon is a language and .txt`)
  return readLines(folder, name).flatMap(([line, place]) => parseLine(line, language, place))
}

function parseLine(line: string, language: Language, place: string): Term[] {
  const colon = line.indexOf(':')
  const key = line.slice(0, colon)
  const label = isLabel(key) ? key : null
  if (label === null && key !== 'none') throw new Error(`${place}: expected a category, or none, and a colon`)
  const terms = line.slice(colon + 1).split(/[,،、，]/)
  return terms.flatMap((term) => (term.trim() === '' ? [] : [{ text: term.trim(), label, language }]))
}
