/** Most UTF-16 units that a character is given: marks may be heaped on a letter without end. */
const UNITS = 16

/** Splits a text into characters as readers count them: an emoji with its skin tone, a flag, a letter with its accents. */
function charactersOf(text: string): string[] {
  // Firefox has it since 2024.
  if (!('Segmenter' in Intl)) return Array.from(text)
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return Array.from(characters, ({ segment }) => segment)
}

/** Returns the longest beginning of a text of at most so many UTF-16 units that ends with a whole character. */
export function beginning(text: string, units: number): string {
  if (text.length <= units) return text
  const characters = charactersOf(text.slice(0, units + UNITS))
  let end = 0
  for (const { length } of characters) {
    if (end + length > units) break
    end += length
  }
  return text.slice(0, end)
}

/**
 * Returns the beginning of a text on one line, with an ellipsis when it has more than `length` characters: cut between two words, or
 * between two characters where there is no space.
 */
export function excerpt(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const shown = beginning(line, length * UNITS)
  const characters = charactersOf(shown)
  if (characters.length <= length && shown === line) return line
  return `${characters
    .slice(0, length)
    .join('')
    .replace(/[\s,;:–—]+\S*$/, '')}…`
}

/** Returns the first character of a text. */
export const firstCharacter = (text: string): string => charactersOf(text.slice(0, UNITS))[0] ?? ''
