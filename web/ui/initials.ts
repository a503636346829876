import { firstCharacter } from '../../contract/excerpt.ts'

/**
 * Returns one or two letters for a name: those with which its first and its last word begin, without quotation marks and the like. Not
 * the last in Arabic, where two would join and read as a word.
 */
export const initialsOf = (name: string): string =>
  (name.match(/[\p{L}\p{N}\p{So}]\S*/gu) ?? [])
    .filter((word, index, { length }) => index === 0 || (index === length - 1 && !/\p{sc=Arab}/u.test(word)))
    .map(firstCharacter)
    .join('')
    .toUpperCase()
