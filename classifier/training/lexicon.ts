import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Label, type Language, isLabel, languages } from '../runtime/labels.ts'

/** A word or a few words that indicate one category, or (null) a text without a need. */
export interface Term {
  readonly text: string
  readonly label: Label | null
  readonly language: Language
}

export const defaultLexiconFolder = new URL('../lexicon/', import.meta.url)

/**
 * Reads every `<language>.txt` in `folder`: one line for each category, `health: cancer, surgery, …`, and one for `none`. Commas of any
 * script separate the terms. A missing folder is an empty lexicon.
 * @throws Error naming file and line when a line does not start with a known category
 */
export function readLexicon(folder: URL = defaultLexiconFolder): Term[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return files.toSorted().flatMap((name) => readFile(folder, name))
}

function readFile(folder: URL, name: string): Term[] {
  const language = languages.find((known) => `${known}.txt` === name)
  if (language === undefined) throw new Error(`${name}: the name of a lexicon is a language and .txt`)
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : parseLine(line, language, `${name}:${index + 1}`)))
}

function parseLine(line: string, language: Language, place: string): Term[] {
  const colon = line.indexOf(':')
  const key = line.slice(0, colon)
  const label = isLabel(key) ? key : null
  if (label === null && key !== 'none') throw new Error(`${place}: expected a category, or none, and a colon`)
  const terms = line.slice(colon + 1).split(/[,،、，]/)
  return terms.flatMap((term) => (term.trim() === '' ? [] : [{ text: term.trim(), label, language }]))
}
