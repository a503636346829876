import { readdirSync, readFileSync } from 'node:fs'
import { type Label, type Language, isLabel, labels, languages, maximumLabels } from './labels.ts'

/** One labelled text; the first label is the main one, an empty list means that nothing fits. */
export interface Example {
  readonly text: string
  readonly labels: readonly Label[]
  readonly language: Language
}

export const defaultDataFolder = new URL('../data/', import.meta.url)

/** Test texts of the shipped model: by the authors of the training text, and by a person who had seen none of it. */
export const testFolders = ['test', 'test-2'].map((name) => new URL(`../data/${name}/`, import.meta.url))

/** Returns the lines of a file that are not empty, each with its place: `en.jsonl:7`. */
export function readLines(folder: URL, name: string): [line: string, place: string][] {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
  return lines
    .map((line, index): [line: string, place: string] => [line, `${name}:${index + 1}`])
    .filter(([line]) => line.trim() !== '')
}

/**
 * Reads every `<language>.jsonl` directly in `folder`, in alphabetical order of the languages.
 * @throws Error naming file and line when a line is not `{"text": string, "labels": [0 to 3 known keys]}`
 */
export function readExamples(folder: URL = defaultDataFolder): Example[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.toSorted().flatMap((name) => readFile(folder, name))
}

/**
 * Reads `each` texts of each category, and as many without one, from the English training text: always the same ones.
 */
export function readSamples(each: number): Example[] {
  const texts = readFile(defaultDataFolder, 'en.jsonl')
  return [...labels, undefined].flatMap((label) => {
    const own = texts.filter((one) => one.labels[0] === label)
    const step = Math.max(1, Math.floor(own.length / each))
    return own.filter((_, at) => at % step === 0).slice(0, each)
  })
}

function readFile(folder: URL, name: string): Example[] {
  const language = languages.find((known) => `${known}.jsonl` === name)
  if (language === undefined) throw new Error(`${name}: the name of a data file is a language and .jsonl`)
  return readLines(folder, name).map(([line, place]) => parseLine(line, language, place))
}

function parseLine(line: string, language: Language, place: string): Example {
  const value = parseJson(line, place)
  if (typeof value !== 'object' || value === null || !('text' in value) || !('labels' in value)) {
    throw new Error(`${place}: expected an object with text and labels`)
  }
  if (typeof value.text !== 'string' || value.text.trim() === '') throw new Error(`${place}: the text is empty`)
  if (!Array.isArray(value.labels)) throw new Error(`${place}: labels is not a list`)
  const known = value.labels.filter(isLabel)
  if (known.length !== value.labels.length || new Set(known).size !== known.length || known.length > maximumLabels) {
    throw new Error(`${place}: labels are at most ${maximumLabels} different known keys`)
  }
  return { text: value.text, labels: known, language }
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new Error(`${place}: not valid JSON`, { cause: error })
  }
}
