import { ConfigError, settingNames } from './config.ts'

/** Shorter names resemble too many of other programs. */
const MIN_LENGTH = 7
/** From this length on two letters may differ. */
const LONG = 11

/** Counts the letters to add, drop, replace or swap with their neighbour to get from one name to the other. */
function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= one.length; at += 1) {
    const [last = [], before = []] = [rows[at - 1], rows[at - 2]]
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwap = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row.push(
        Math.min(
          (last[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + 1,
          (last[to - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[to - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? Infinity
}

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
    const sentence = `There is no setting ${name}: ${nearest} may be meant.`
    if (nearest === 'DATABASE_URL' && /^postgres(ql)?:\/\//.test(value))
      throw new ConfigError(`There is no setting ${name}. Name it ${nearest}.`)
    sentences.push(sentence)
  }
  return sentences
}
