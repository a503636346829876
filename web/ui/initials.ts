import { firstCharacter } from '../../contract/excerpt.ts'

/** Returns one or two letters for a name: those with which its first and its last word begin. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .filter((_word, index, { length }) => index === 0 || index === length - 1)
    .map(firstCharacter)
    .join('')
    .toUpperCase()
