/** Maximum length read of one text, in UTF-16 units; the rest is ignored. Requests are at most 5,000 code points. */
const maximumLength = 10_000

const onlyAscii = /^[\0-\x7f]*$/
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const combiningAccent = /[\u0300-\u036f]/g
const accentedLatin = /[\u00df-\u024f\u1e00-\u1eff]/g
const arabicDiacritic = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g
const arabicVariant = /[آأإٱىئةؤیک]/g
const devanagariNukta = /\u093c/g
const apostrophe = /['`´\u2018\u2019\u02bc]/g
const elision = /(^|[^\p{L}\p{M}\p{N}])(\p{L}|qu)['`´\u2018\u2019\u02bc](?=\p{L}{2})/gu
const digit = /\p{Nd}/gu
/** Eight or more consecutive Latin letters and digits, with digits replaced by 0. */
const longWord = /[a-z0]{8,}/g

const latinWithoutDecomposition: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

const arabicBase: Readonly<Record<string, string>> = {
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ی: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ک: 'ك',
}

/**
 * Unifies spellings of the same words: NFKC, lower case, Latin accents folded, Arabic alef, ya, ta marbuta and
 * diacritics folded, invisible characters removed, every digit a 0, "don't" as "dont" and "l'ami" as "l ami". Removes
 * parcel numbers, parts of addresses and the like, which would match features by chance. Reads at most 10,000 UTF-16
 * units. Accepts any string, lone surrogates included; never throws.
 */
export function normalise(text: string): string {
  const start = text.length > maximumLength ? text.slice(0, maximumLength) : text
  const folded = onlyAscii.test(start) ? start.toLowerCase() : fold(start.toWellFormed())
  const plain = folded.replace(elision, '$1$2 ').replace(apostrophe, '').replace(digit, '0')
  return plain.includes('0') ? plain.replace(longWord, (word) => (isCodeWord(word) ? ' ' : word)) : plain
}

/** True for a word of letters with three digits or more. Words in which digits replace some letters have fewer. */
const isCodeWord = (word: string): boolean => /[a-z]/.test(word) && word.split('0').length > 3

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(invisible, '')
    .replace(combiningAccent, '')
    .replace(accentedLatin, foldLatin)
    .replace(arabicDiacritic, '')
    .replace(arabicVariant, (letter) => arabicBase[letter] ?? letter)
    .replace(devanagariNukta, '')
}

function foldLatin(letter: string): string {
  return latinWithoutDecomposition[letter] ?? letter.normalize('NFD').replace(combiningAccent, '')
}
