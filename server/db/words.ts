import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemHindi } from '@orama/stemmers/indian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'

/** Longer words are cut: index entries are limited, and nobody types more. Code units. */
const MAX_WORD_LENGTH = 40

// Accents of Latin, Greek and Cyrillic letters, and the vowel signs, hamzas and the tatweel of Arabic. Excludes the
// marks of other scripts, where they are letters, as in Devanagari, or change the sound, as in kana.
const accents = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]/gu
// And what encloses a letter: a digit on a key, 1️⃣, is that digit.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
// Some of them are letters or accents to Unicode, so they are replaced before anything else.
const apostrophes = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u2032\u00b4\u0060\uff07\uff40]/gu
const hyphens = /[\u2010\u2011\uff0d]/gu
/** Replacements for letters that people write in several ways. */
const letterReplacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  'ँ': 'ं',
}
const replaceableLetter = new RegExp(`[${Object.keys(letterReplacements).join('')}]`, 'gu')
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g
const katakana = /[\u30a1-\u30f6]/g
const KATAKANA_TO_HIRAGANA = 0x60

/** One way for what looks alike: compatible letters, lower case, apostrophes, hyphens. Accents stay. */
const unify = (text: string): string =>
  text
    .toWellFormed()
    .replace(apostrophes, "'")
    .replace(hyphens, '-')
    .normalize('NFKC')
    .toLowerCase()
    .replace(invisible, '')

/** Normalizes a text into the form in which words and names are compared: whatever case, accents or keyboard wrote it. */
const foldText = (text: string): string =>
  unify(text)
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .replace(replaceableLetter, (letter) => letterReplacements[letter] ?? letter)
    .replace(arabicDigit, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(katakana, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA))

/** The two ways to write these letters without their dots: Müller is "muller" to some, "mueller" to others. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spellable = /[äöüøå]/g
const spellOut = (text: string): string => text.replace(spellable, (letter) => spelledOut[letter] ?? letter)

/**
 * A name in the forms in which it may be typed, one or two: without its apostrophes, with spaces for hyphens and dashes, and Korean syllables in
 * letters, so that a half-typed one is found.
 */
export const formsOfName = (name: string): string[] => {
  const unified = unify(name)
  const forms = [unified, spellOut(unified)].map((form) =>
    foldText(form)
      .replaceAll("'", '')
      .replaceAll(/\p{Pd}/gu, ' ')
      .normalize('NFD'),
  )
  return [...new Set(forms)]
}

// A word, or several that apostrophes or hyphens connect; or a picture.
const compound = /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|\p{Extended_Pictographic}|\p{RI}{2}/gu
const wordOfCompound = /[\p{L}\p{N}\p{M}]+/gu
// Scripts without spaces between words, and Korean, whose particles are attached to words.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu
const isLatin = /\p{Script=Latin}/u
const isArabic = /\p{Script=Arabic}/u
const isDevanagari = /\p{Script=Devanagari}/u

// "And", "so", "in", "like" and "for" are written in one with the article and the word. The second alternative is "parent", which only
// looks as if it had them.
const articles = /^[وف]?(?:ال|بال|كال|لل)(?=.{3})/u
const parent = /^والد(?:ت?(?:ي|ه|ها|ك|نا|هم|كم)?|ي[هكن]|ان)$/u
const preposition = /^[وفبلك](?=.{3})/u

/** Shorter stems say too little: the Hindi words for "mother" and "in" would become one. */
const MIN_STEM_LENGTH = 3
const stemWith =
  (stem: (word: string) => string) =>
  (word: string): string => {
    const found = stem(word)
    return found.length < MIN_STEM_LENGTH ? word : found
  }

/** Plurals that the stemmer knows only with their accents: orações, hospitais, irmãs. */
const singularOfPortuguese = (word: string): string =>
  word
    .replace(/oes$/, 'ao')
    .replace(/(?<=.{3})ais$/, 'al')
    .replace(/(?<=[aeiou])s$/, '')

const latinStemmers = {
  en: stemWith(stemEnglish),
  es: stemWith(stemSpanish),
  fr: stemWith(stemFrench),
  de: stemWith(stemGerman),
  pt: stemWith((word) => stemPortuguese(singularOfPortuguese(word))),
}
type LatinLanguage = keyof typeof latinStemmers
const latinLanguages = Object.keys(latinStemmers) as LatinLanguage[]
const stemDevanagari = stemWith(stemHindi)

/** Before these letters Hindi writes the nasal of their kind, or a dot in the place of any: चिन्ता and चिंता are one word. */
const nasals = { ङ: 'कखगघ', ञ: 'चछजझ', ण: 'टठडढ', न: 'तथदध', म: 'पफबभ' }
const VIRAMA = '\u094d'
const DOT = '\u0902'
const nasalSpellings = Object.entries(nasals).flatMap(([nasal, letters]) =>
  Array.from(letters, (letter) => [nasal + VIRAMA + letter, DOT + letter] as const),
)

/** A word of Devanagari as it is typed, and as it is written with the dot alone or with the nasals alone. */
function spellingsOf(word: string): string[] {
  let dotted = word
  let spelled = word
  for (const [nasal, dot] of nasalSpellings) {
    dotted = dotted.replaceAll(nasal, dot)
    spelled = spelled.replaceAll(dot, nasal)
  }
  return [...new Set([word, dotted, spelled])]
}

/** The stem of a word of Latin letters in a language. Not a letter, so that no word looks like it. */
const tagStem = (word: string, language: LatinLanguage): string => `${latinStemmers[language](word)}·${language}`

interface Compound {
  words: string[]
  /** All in one word, where there are several: well-being, O'Donnell. */
  joined: string | undefined
}

/** Each compound of a text in the forms in which its letters may be typed: usually one. */
function readCompounds(text: string): Compound[][] {
  return Array.from(unify(text).matchAll(compound), ([found]) =>
    [...new Set([found, spellOut(found)])].map((form) => {
      const words = foldText(form).match(wordOfCompound) ?? [form]
      return { words, joined: words.length > 1 ? words.join('') : undefined }
    }),
  )
}

/** Splits a run of unspaced letters into pairs and, with `single`, also into letters, so that one letter finds it. */
function splitBigrams(run: string, { single }: { single: boolean }): string[] {
  const letters = Array.from(run)
  const two = letters.slice(1).map((letter, index) => (letters[index] ?? '') + letter)
  return single || letters.length === 1 ? [...letters, ...two] : two
}

const spacedPartsOf = (word: string): string[] =>
  word
    .split(unspaced)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, MAX_WORD_LENGTH).toWellFormed())

const withoutArticle = (word: string): string => (parent.test(word) ? word : word.replace(articles, ''))

/**
 * Returns the words under which a text is indexed. Latin letters do not tell their language, so the stem bears that of the
 * text, or of English where it has none of ours.
 */
export function toIndexTokens(text: string, language: string | null): string[] {
  const tokens = new Set<string>()
  const latin = latinLanguages.find((one) => one === language) ?? 'en'
  const add = (part: string): void => {
    if (isLatin.test(part)) tokens.add(tagStem(part, latin))
    else if (isDevanagari.test(part)) tokens.add(stemDevanagari(part))
    else if (isArabic.test(part)) {
      const word = withoutArticle(part)
      tokens.add(word)
      if (word === part) tokens.add(word.replace(preposition, ''))
    } else tokens.add(part)
  }
  for (const forms of readCompounds(text)) {
    for (const { words, joined } of forms) {
      for (const one of words) {
        for (const [run] of one.matchAll(unspaced))
          for (const pair of splitBigrams(run, { single: true })) tokens.add(pair)
        for (const part of spacedPartsOf(one)) add(part)
      }
      if (joined !== undefined) for (const part of spacedPartsOf(joined)) add(part)
    }
  }
  return [...tokens]
}

/** A condition on the indexed words: one of them, the beginning of one, all of several conditions, or any. */
export type WordQuery = string | { prefix: string } | { all: WordQuery[] } | { any: WordQuery[] }

/** Shortest beginning that finds longer words: "son" would find "song". Arabic writes no short vowels. Code units. */
const MIN_PREFIX_LENGTH = 5
const MIN_ARABIC_PREFIX_LENGTH = 4

const all = (parts: WordQuery[]): WordQuery =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { all: parts }
const any = (parts: WordQuery[]): WordQuery =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { any: parts }

/** The ways to look for the words of a search. `beginnings`: longer words that begin like them are found, too. */
interface Options {
  beginnings: boolean
}

const queryPart = (part: string, options: Options): WordQuery =>
  any((isDevanagari.test(part) ? spellingsOf(part) : [part]).map((form) => querySpelling(form, options)))

/** The language of a search is not known, so a word is looked for as one of each. */
function querySpelling(part: string, { beginnings }: Options): WordQuery {
  const word = isArabic.test(part) ? withoutArticle(part) : isDevanagari.test(part) ? stemDevanagari(part) : part
  const shortest = isArabic.test(word) ? MIN_ARABIC_PREFIX_LENGTH : MIN_PREFIX_LENGTH
  const itself = beginnings && word.length >= shortest ? { prefix: word } : word
  return any([itself, ...(isLatin.test(word) ? latinLanguages.map((language) => tagStem(word, language)) : [])])
}

const queryWord = (word: string, options: Options): WordQuery[] => [
  ...Array.from(word.matchAll(unspaced), ([run]) => splitBigrams(run, { single: false })).flat(),
  ...spacedPartsOf(word).map((part) => queryPart(part, options)),
]

function queryCompound({ words, joined }: Compound, options: Options): WordQuery {
  if (joined === undefined) return all(words.flatMap((one) => queryWord(one, options)))
  // The s of "mother's" and the l of "l'église" are no words of their own.
  const long = words.filter((one) => one.length > 1)
  const parts = (long.length > 0 ? long : words).flatMap((one) => queryWord(one, options))
  return any([all(parts), all(queryWord(joined, options))])
}

/** Returns the conditions that a text must all meet to be found. Empty for a search without a letter, digit or picture. */
export function toWordQueries(search: string, options: Options): WordQuery[] {
  const queries = readCompounds(search).map((forms) => any(forms.map((form) => queryCompound(form, options))))
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()]
}
