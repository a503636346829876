import { isSeparator } from './features.ts'
import type { Language } from './labels.ts'
import { normalise } from './normalise.ts'

/** A compiled phrase of the rules. */
export interface Phrase {
  readonly source: string
  readonly expression: RegExp
  /**
   * Index keys. A text that contains the phrase contains at least one of them: words, or prefixes of words that end in
   * `~`.
   */
  readonly keys: readonly string[]
}

/** Chinese, Japanese and Korean are searched as written; the other languages word by word. */
const dense: ReadonlySet<Language> = new Set(['zh', 'ja', 'ko'])
export const isDense = (language: Language): boolean => dense.has(language)

/** Length of a key in unspaced languages, in letters. */
const denseKeyLength = 2
const sentenceEnd = /[.!?;。！？；।؟؛\n]/u

/**
 * Returns normalized text as words with one space before and after each and a line end after each sentence, so that a
 * word boundary is a space in every script.
 */
export function toWords(text: string): string {
  let words = ' '
  for (let at = 0; at < text.length;) {
    const from = at
    while (at < text.length && !isSeparator(text.charCodeAt(at))) at += 1
    if (at > from) words += `${text.slice(from, at)} `
    else {
      if (sentenceEnd.test(text.charAt(at)) && !words.endsWith('\n ')) words += '\n '
      at += 1
    }
  }
  return words
}

/** Compiles a phrase to a regular expression. `CareRules` describes its syntax. */
export function compilePhrase(phrase: string, language: Language): Phrase {
  // Except the numbers of a repetition: every digit of a text is read as 0.
  const plain = phrase
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? part : normalise(part)))
    .join('')
  let compiled: RegExp | undefined
  const source = isDense(language)
    ? plain.replaceAll(/ ?\* ?/g, '.{0,14}?').replaceAll('~', '')
    : toPatternSource(plain, language)
  return {
    source,
    get expression() {
      return (compiled ??= new RegExp(source, 'u'))
    },
    keys: extractKeys(plain.replaceAll('-', isDense(language) ? '-' : ' '), isDense(language)),
  }
}

function toPatternSource(plain: string, language: Language): string {
  const body = plain
    .replaceAll('-', ' ')
    .replaceAll(/ ?\* ?(?=[)|]|$)/g, '')
    .replaceAll(/ ?\* ?/g, ' (?:[^\\n]{0,33} )??')
    .replaceAll('~', '[^ ]*')
  // Arabic writes "and", "so", "by" and "for" as part of the next word.
  return ` ${language === 'ar' ? '[وفبل]?' : ''}(?:${body})(?= )`
}

/**
 * Returns words, or prefixes that end in `~`, of which every text that matches the pattern contains at least one: the
 * rarest found, assuming that long ones are rare. In unspaced languages their first two letters. Empty when no key is
 * certain.
 */
export function extractKeys(pattern: string, isUnspaced: boolean): string[] {
  const reader: Reader = { pattern, at: 0, isUnspaced }
  return readChoices(reader)
}

interface Reader {
  readonly pattern: string
  at: number
  readonly isUnspaced: boolean
}

/**
 * Parses `a|b|…` up to the end or a closing bracket: one key of each alternative, or none when one of them has none.
 */
function readChoices(reader: Reader): string[] {
  const choices = [readSequence(reader)]
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1
    choices.push(readSequence(reader))
  }
  return choices.some((keys) => keys.length === 0) ? [] : choices.flat()
}

/** Parses one alternative and returns the best keys of its plain parts and its brackets. */
function readSequence(reader: Reader): string[] {
  const { pattern, isUnspaced } = reader
  let best: string[] = []
  let run = ''
  // True when the part before the run may end in the middle of its first word.
  let isCut = false
  const offer = (keys: string[]): void => {
    if (keys.length > 0 && shortestKeyLength(keys) > shortestKeyLength(best)) best = keys
  }
  const endRun = (isCutAfter: boolean): void => {
    for (const key of splitPieces(run, isUnspaced, isCut, isCutAfter)) offer([key])
    run = ''
  }
  while (reader.at < pattern.length && pattern[reader.at] !== '|' && pattern[reader.at] !== ')') {
    const sign = pattern[reader.at] ?? ''
    reader.at += 1
    if (sign === '(') {
      // A word that continues before or after the brackets differs from the one inside.
      const isGluedBefore = run === '' ? isCut : !/[ ~]$/.test(run)
      endRun(true)
      const from = reader.at
      const keys = readChoices(reader)
      const isApart = endsApart(pattern.slice(from, reader.at))
      reader.at += 1
      const isStem = pattern[reader.at] === '~'
      const isOptional = skipOptional(reader)
      const isGluedAfter = !isApart && /[\p{L}\p{M}\p{N}(]/u.test(pattern[reader.at] ?? '')
      const isWhole = isUnspaced || (!isGluedBefore && !isGluedAfter)
      if (!isOptional && isWhole) offer(isStem ? keys.map((key) => (key.endsWith('~') ? key : `${key}~`)) : keys)
      isCut = !isApart
    } else if (sign === '.' || sign === '*') {
      endRun(false)
      const end = /^\{[^}]*\}\??/.exec(pattern.slice(reader.at))?.[0].length ?? 0
      reader.at += end
      isCut = sign === '.'
    } else if (skipOptional(reader)) {
      endRun(true)
      isCut = true
    } else run += sign
  }
  endRun(false)
  return best
}

/** True when each alternative in brackets is empty or ends with a space, so that a new word starts after them. */
const endsApart = (choices: string): boolean =>
  choices
    .replaceAll(/\([^()]*\)/g, 'x')
    .split('|')
    .every((choice) => choice === '' || choice.endsWith(' '))

/** Skips a `?`; true when there was one, so the preceding part is optional. */
function skipOptional(reader: Reader): boolean {
  if (reader.pattern[reader.at] !== '?') return false
  reader.at += 1
  return true
}

function splitPieces(run: string, isUnspaced: boolean, isCutBefore: boolean, isCutAfter: boolean): string[] {
  if (isUnspaced) {
    const pieces = run.split(/[^\p{L}\p{M}\p{N}]+/u).filter((piece) => piece !== '')
    return pieces.map((piece) => piece.slice(0, denseKeyLength))
  }
  const pieces = run.split(/[^\p{L}\p{M}\p{N}~]+/u)
  if (isCutBefore) pieces.shift()
  if (isCutAfter) pieces.pop()
  return pieces.filter((piece) => piece !== '' && piece !== '~')
}

/** Returns the length of the shortest key, which determines how many texts must be searched. */
const shortestKeyLength = (keys: string[]): number =>
  keys.length === 0 ? 0 : Math.min(...keys.map((key) => key.length))

/** Adds a value to the list of a key. */
export function appendToList<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const some = map.get(key)
  if (some) some.push(value)
  else map.set(key, [value])
}

interface Entry<Item> {
  readonly stem: string
  readonly item: Item
}

/** Length of the prefixes by which the index groups word beginnings, in letters. */
const stemKeyLength = 3

/**
 * Finds the items that a text may contain, by the keys of their phrases, each once. The text comes from `toWords` or,
 * in unspaced languages, from `normalise`.
 */
export function createFinder<Item extends { readonly phrase: Phrase }>(
  items: readonly Item[],
  { isDense: isUnspaced = false, isArabic = false } = {},
): (text: string) => Set<Item> {
  const always = items.filter(({ phrase }) => phrase.keys.length === 0)
  const whole = new Map<string, Item[]>()
  const stems = new Map<string, Entry<Item>[]>()
  for (const item of items) {
    for (const key of item.phrase.keys) {
      const stem = key.endsWith('~') ? key.slice(0, -1) : undefined
      if (stem === undefined) appendToList(whole, key, item)
      else appendToList(stems, stem.slice(0, stemKeyLength), { stem, item })
    }
  }
  const add = (found: Set<Item>, key: string): void => {
    const some = whole.get(key)
    if (some) for (const item of some) found.add(item)
  }
  if (isUnspaced) {
    return (text) => {
      const found = new Set(always)
      for (let at = 0; at < text.length; at += 1) {
        add(found, text.slice(at, at + denseKeyLength))
        add(found, text.charAt(at))
      }
      return found
    }
  }
  const addWord = (found: Set<Item>, word: string): void => {
    add(found, word)
    for (let length = 1; length <= stemKeyLength; length += 1) {
      const some = stems.get(word.slice(0, length))
      if (some) for (const { stem, item } of some) if (word.startsWith(stem)) found.add(item)
    }
  }
  return (text) => {
    const found = new Set(always)
    for (const word of text.split(' ')) {
      if (word.length < 2) continue
      addWord(found, word)
      if (isArabic && 'وفبل'.includes(word.charAt(0))) addWord(found, word.slice(1))
    }
    return found
  }
}
