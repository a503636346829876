import { readLines } from '../runtime/dataset.ts'
import { type SignTable, signNames } from '../runtime/care-signs.ts'
import { languages } from '../runtime/labels.ts'
import { normalise } from '../runtime/normalise.ts'

const folder = new URL('../lexicon/care/', import.meta.url)

/**
 * Reads `lexicon/care/<language>.txt` of every language: one line for each sign, `means: rope, pills, …`.
 * @throws Error naming file and line when a line does not start with a known sign
 */
export function readSigns(): SignTable {
  const table: SignTable = {}
  for (const language of languages) {
    const signs: Record<string, string[]> = {}
    for (const [line, place] of readLines(folder, `${language}.txt`)) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon)
      if (name !== 'stop' && !signNames.includes(name)) throw new Error(`${place}: expected a sign and a colon`)
      const terms = line.slice(colon + 1).split(',')
      signs[name] = terms.map((term) => normalise(term.trim())).filter((term) => term !== '')
    }
    table[language] = signs
  }
  return table
}
