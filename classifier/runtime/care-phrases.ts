import { isSeparator } from './features.ts'
import type { Language } from './labels.ts'
import { normalise } from './normalise.ts'

/** A compiled phrase of the rules. */
export interface Phrase {
  readonly source: string
  readonly expression: RegExp
  /**
   * A text that contains the phrase contains at least one of them: words, or prefixes of words that end in `~`. None in languages that
   * are searched as written, and in Arabic, which joins words: their phrases are few.
   */
  readonly keys: readonly string[]
}

/** Chinese, Japanese and Korean are searched as written; the other languages word by word. */
const dense: ReadonlySet<Language> = new Set(['zh', 'ja', 'ko'])
export const isDense = (language: Language): boolean => dense.has(language)

export const sentenceEnd = /[.!?;。！？；।؟؛\n]/u

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
    keys: isDense(language) || language === 'ar' ? [] : extractKeys(plain.replaceAll('-', ' ')),
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

const KEY = /^[\p{L}\p{M}\p{N}]+~?$/u
/** One part of a phrase: it ends at a space, but not at one inside brackets. */
const PART = /(?:\((?:[^()]|\([^()]*\))*\)|[^ ()])+/g

const shortest = (keys: string[]): number => Math.min(...keys.map((key) => key.length))

/**
 * Returns words, or prefixes that end in `~`, of which every text that matches the pattern contains at least one: those of the part
 * that is likely the rarest, assuming that long ones are rare. Only words, and brackets that hold one in each alternative, are read.
 * Empty when no key is certain.
 */
export function extractKeys(pattern: string): string[] {
  const choices = (pattern.match(PART) ?? []).map((part) => {
    const [, inside = part.includes('(') ? '' : part, ending = ''] = /^\(([^()]*)\)(~?)$/.exec(part) ?? []
    return inside.split('|').map((choice) => {
      const words = choice.split(' ').filter((word) => KEY.test(word))
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
      return longest === '' || longest.endsWith('~') ? longest : longest + ending
    })
  })
  const best = choices.reduce((one, other) => (shortest(other) > shortest(one) ? other : one), [''])
  return shortest(best) === 0 ? [] : best
}

/** Adds a value to the list of a key. */
export function appendToList<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const some = map.get(key)
  if (some) some.push(value)
  else map.set(key, [value])
}

/** Creates a function that finds the items that a text of `toWords` may contain, by the keys of their phrases, each once. */
export function createFinder<Item extends { readonly phrase: Phrase }>(
  items: readonly Item[],
): (text: string) => Set<Item> {
  const always = items.filter(({ phrase }) => phrase.keys.length === 0)
  const whole = new Map<string, Item[]>()
  const stems: [stem: string, item: Item][] = []
  for (const item of items) {
    for (const key of item.phrase.keys) {
      if (key.endsWith('~')) stems.push([key.slice(0, -1), item])
      else appendToList(whole, key, item)
    }
  }
  return (text) => {
    const found = new Set(always)
    for (const word of text.split(' ')) {
      // A phrase whose key is a single letter is found by another of its keys only.
      if (word.length < 2) continue
      for (const item of whole.get(word) ?? []) found.add(item)
      for (const [stem, item] of stems) if (word.startsWith(stem)) found.add(item)
    }
    return found
  }
}
