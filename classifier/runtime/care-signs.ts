import { appendToList, sentenceEnd, toWords } from './care-phrases.ts'
import type { Language } from './labels.ts'

/**
 * Topics of words and short phrases, the same in every language, so that what the examples of one language teach about
 * two topics in one sentence applies to all ten.
 */
export const signNames = (
  'die suicide selfhurt vanish noliving hopeless burden farewell means act ' +
  'hit injury threat control fear hide sexual partner parent child other me third says now ' +
  'past recovered mourn medical fun news scripture work secret mild neg want live mind find divorce'
).split(' ')

/**
 * The normalized terms of each sign and, under `stop`, the function words that distinguish languages in Latin script.
 */
export type SignTable = Partial<Record<Language, Record<string, readonly string[]>>>

/** Returns the signs of each sentence of a text, as indexes of `signNames`, each once. */
export type SignFinder = (plain: string) => number[][]

interface Entry {
  readonly language: number
  /** Index in `signNames`; -1 for a function word. */
  readonly sign: number
  /** The words after the first; a prefix ends in `~`. */
  readonly rest: readonly string[]
}

const latin: readonly Language[] = ['en', 'es', 'fr', 'de', 'pt', 'hi']
/** Languages up to this index are distinguished by their function words. */
const lastVotingLanguage = 4
const kana = /[\u3040-\u30ff]/
const hangul = /[\uac00-\ud7ff]/
const han = /[\u3400-\u9fff]/
const arabic = /[\u0600-\u077f]/
/** Length of the prefixes by which the index groups word beginnings, in letters. */
const stemKeyLength = 2
/** Maximum number of words whose terms are cached. */
const maxCachedWords = 20_000
/** Longer words are looked up each time: V8 keeps the whole text for a part of it of 13 characters or more. */
const maxCachedLength = 12
/** Prefixes that Arabic writes as part of the next word: and, so, by, for, the. */
const arabicStart = /^(?:[وفبلك]|ال|وال|بال|لل)(?=\p{L}{3})/u

/** Creates a function that finds the signs in normalized text. */
export function createSignFinder(table: SignTable): SignFinder {
  const spaced = createWordFinder(table)
  const dense = { zh: createDenseFinder(table.zh), ja: createDenseFinder(table.ja), ko: createDenseFinder(table.ko) }
  return (plain) => {
    if (hangul.test(plain)) return dense.ko(plain)
    if (kana.test(plain)) return dense.ja(plain)
    if (han.test(plain)) return dense.zh(plain)
    return spaced(plain)
  }
}

function createDenseFinder(terms: Readonly<Record<string, readonly string[]>> | undefined): SignFinder {
  const filedTerms = new Map<string, { sign: number; term: string }[]>()
  for (const [name, list] of Object.entries(terms ?? {})) {
    const sign = signNames.indexOf(name)
    if (sign < 0) continue
    for (const one of list) {
      const term = one.replaceAll(' ', '')
      appendToList(filedTerms, term.charAt(0), { sign, term })
    }
  }
  return (plain) =>
    plain.split(sentenceEnd).flatMap((sentence) => {
      const text = sentence.replaceAll(' ', '')
      if (text === '') return []
      const found = new Set<number>()
      for (let at = 0; at < text.length; at += 1) {
        const some = filedTerms.get(text.charAt(at))
        if (some) for (const { sign, term } of some) if (!found.has(sign) && text.startsWith(term, at)) found.add(sign)
      }
      return [[...found]]
    })
}

function createWordFinder(table: SignTable): SignFinder {
  const languages = [...latin, 'ar'] as const
  const whole = new Map<string, Entry[]>()
  const stems = new Map<string, { stem: string; entry: Entry }[]>()
  languages.forEach((language, place) => {
    for (const [name, list] of Object.entries(table[language] ?? {})) {
      const sign = signNames.indexOf(name)
      if (sign < 0 && name !== 'stop') continue
      for (const term of list) {
        const [first = '', ...rest] = term.split(' ')
        const entry = { language: place, sign, rest }
        if (first.endsWith('~')) appendToList(stems, first.slice(0, stemKeyLength), { stem: first.slice(0, -1), entry })
        else appendToList(whole, first, entry)
      }
    }
  })
  const known = new Map<string, readonly Entry[]>()
  const entriesOf = (word: string): readonly Entry[] => {
    const before = known.get(word)
    if (before) return before
    const begun = (stems.get(word.slice(0, stemKeyLength)) ?? []).flatMap(({ stem, entry }) =>
      word.startsWith(stem) ? [entry] : [],
    )
    const bare = arabic.test(word) ? word.replace(arabicStart, '') : word
    const found = [...(whole.get(word) ?? []), ...begun, ...(bare === word ? [] : (whole.get(bare) ?? []))]
    if (word.length > maxCachedLength) return found
    if (known.size >= maxCachedWords) known.clear()
    known.set(word, found)
    return found
  }
  return (plain) => {
    const votes = new Uint32Array(languages.length)
    const sentences = splitSentences(plain).map((words) => {
      const hits: Entry[] = []
      words.forEach((word, index) => {
        for (const entry of entriesOf(word)) {
          if (entry.sign < 0) votes[entry.language] = (votes[entry.language] ?? 0) + 1
          else if (entry.rest.length === 0 || continuesWith(words, index + 1, entry.rest)) hits.push(entry)
        }
      })
      return hits
    })
    const top_votes = Math.max(...votes)
    return sentences.map((hits) => {
      const found: number[] = []
      for (const { language, sign } of hits) {
        if ((votes[language] === top_votes || language > lastVotingLanguage) && !found.includes(sign)) found.push(sign)
      }
      return found
    })
  }
}

const splitSentences = (plain: string): string[][] =>
  toWords(plain)
    .split('\n')
    .map((sentence) => sentence.split(' ').filter((word) => word !== ''))
    .filter((words) => words.length > 0)

/** True when the words from `from` on match `rest`. */
function continuesWith(words: readonly string[], from: number, rest: readonly string[]): boolean {
  return rest.every((part, index) => {
    const word = words[from + index]
    if (word === undefined) return false
    return part.endsWith('~') ? word.startsWith(part.slice(0, -1)) : word === part
  })
}
