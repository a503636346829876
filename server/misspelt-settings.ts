import { countEdits } from '../contract/spelling.ts'
import { ConfigError, settingNames } from './config.ts'

/** Shorter names resemble too many of other programs. */
const MIN_LENGTH = 7
/** From this length on two letters may differ. */
const LONG = 11

/** Returns the setting that a name that is none was probably meant to be. */
function findNearest(name: string): string | undefined {
  const upper = name.toUpperCase()
  return settingNames
    .filter((known) => known.length >= MIN_LENGTH)
    .map((known) => ({ known, edits: countEdits(upper, known) }))
    .filter(({ known, edits }) => edits <= (known.length >= LONG ? 2 : 1))
    .toSorted((one, other) => one.edits - other.edits)[0]?.known
}

/**
 * Returns a sentence for each variable that looks like a misspelt setting. Throws a `ConfigError` where it is
 * unmistakable that the site would be another one: the URL of a PostgreSQL under a name near to `DATABASE_URL`.
 */
export function describeMisspelt(environment: NodeJS.ProcessEnv): string[] {
  const sentences: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '' || settingNames.includes(name)) continue
    const nearest = findNearest(name)
    if (nearest === undefined || environment[nearest]) continue
    const sentence = `No setting is called ${name}. Did you mean ${nearest}?`
    if (nearest === 'DATABASE_URL' && /^postgres(ql)?:\/\//.test(value))
      throw new ConfigError(`No setting is called ${name}. Rename it ${nearest}.`)
    sentences.push(sentence)
  }
  return sentences
}
