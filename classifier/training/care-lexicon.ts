import { existsSync, readFileSync } from 'node:fs'
import { type SignTable, signNames } from '../runtime/care-signs.ts'
import { languages } from '../runtime/labels.ts'
import { normalise } from '../runtime/normalise.ts'

export const careLexiconFolder = new URL('../lexicon/care/', import.meta.url)

/**
 * Reads `<language>.txt` of every language in `folder`: one line for each sign, `means: rope, pills, …`.
 * @throws Error naming file and line when a line does not start with a known sign
 */
export function readSigns(folder: URL = careLexiconFolder): SignTable {
  const table: SignTable = {}
  for (const language of languages) {
    const file = new URL(`${language}.txt`, folder)
    if (!existsSync(file)) continue
    const signs: Record<string, string[]> = {}
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((line, index) => {
        if (line.trim() === '') return
        const colon = line.indexOf(':')
        const name = line.slice(0, colon)
        if (name !== 'stop' && !signNames.includes(name)) {
          throw new Error(`${language}.txt:${index + 1}: expected a sign and a colon`)
        }
        const terms = line.slice(colon + 1).split(',')
        signs[name] = terms.map((term) => normalise(term.trim())).filter((term) => term !== '')
      })
    table[language] = signs
  }
  return table
}
