/** Most UTF-16 units that a character is given: marks may be heaped on a letter without end. */
const UNITS = 16

let segmenter: Intl.Segmenter | undefined

/** Splits a text into characters as readers count them: an emoji with its skin tone, a flag, a letter with its accents. */
function* charactersOf(text: string): Generator<string> {
  // Firefox has it since 2024.
  if ('Segmenter' in Intl) {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    for (const { segment } of segmenter.segment(text)) yield segment
  } else yield* text
}

/** Returns the longest beginning of a text that ends with a whole character, of at most so many UTF-16 units and characters. */
export function beginning(text: string, units: number, characters = units): string {
  if (text.length <= Math.min(units, characters)) return text
  let end = 0
  let count = 0
  for (const { length } of charactersOf(text)) {
    if (count === characters || end + length > units) break
    end += length
    count += 1
  }
  return text.slice(0, end)
}

/**
 * Returns the beginning of a text on one line, with an ellipsis when it has more than `length` characters, or UTF-16 units: cut between
 * two words, or between two characters where there is no space, or none in its second half: not all languages put one between words.
 */
export function excerpt(text: string, length: number, units = length * UNITS): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const shown = beginning(line, units, length)
  if (shown === line) return line
  const words = shown.replace(/[\s,;:–—]+\S*$/, '')
  return `${words.length * 2 < shown.length ? shown : words}…`
}

/** Returns the first character of a text, without its marks where they are too many. */
export const firstCharacter = (text: string): string => beginning(text, UNITS, 1) || (Array.from(text)[0] ?? '')
