import type { Language } from './labels.ts'

const notALetter = /[^\p{L}\p{M}]+/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Minimum number of letters to detect a language: in scripts shared by languages, and in a script of a single one. */
const minLatinLetters = 4
const minHanLetters = 2

/** Prepares text for language detection: lower case, accents kept. Reads at most 2,000 UTF-16 units. */
export function cleanForLanguage(text: string): string {
  return text.slice(0, 2000).toWellFormed().normalize('NFKC').toLowerCase().replace(invisible, '')
}

/**
 * Returns the language determined by the script of `clean` (from `cleanForLanguage`); 'latin' when the letters must
 * decide; null for too little text or a script that none of the ten languages uses.
 */
export function languageOfScript(clean: string): Language | 'latin' | null {
  const counts = { latin: 0, han: 0, kana: 0, ko: 0, ar: 0, hi: 0, other: 0 }
  for (const letter of clean.replace(notALetter, '')) counts[scriptOf(letter.codePointAt(0) ?? 0)] += 1
  const eastAsian = counts.han + counts.kana
  const highest = Math.max(counts.latin, eastAsian, counts.ko, counts.ar, counts.hi, counts.other)
  if (highest === 0 || highest === counts.other) return null
  // A Han character or a syllable carries as much as two letters or more, so mixed texts count as the other script.
  if (counts.ko > 0 && counts.ko * 2 >= counts.latin && counts.ko >= eastAsian) return 'ko'
  if (eastAsian >= minHanLetters && eastAsian * 2 >= counts.latin) return counts.kana * 10 >= eastAsian ? 'ja' : 'zh'
  if (counts.latin === highest) return counts.latin >= minLatinLetters ? 'latin' : null
  if (counts.ar === highest) return counts.ar > 1 ? 'ar' : null
  return counts.hi === highest && counts.hi > 1 ? 'hi' : null
}

type Script = 'latin' | 'han' | 'kana' | 'ko' | 'ar' | 'hi' | 'other'

function scriptOf(codePoint: number): Script {
  if (codePoint < 0x250 || (codePoint >= 0x1e00 && codePoint < 0x1f00)) return 'latin'
  if (codePoint >= 0x300 && codePoint < 0x370) return 'latin'
  if (codePoint >= 0x3040 && codePoint < 0x3100) return 'kana'
  if (codePoint === 0x3005 || (codePoint >= 0x3400 && codePoint < 0xa000)) return 'han'
  if (codePoint >= 0x20000 && codePoint < 0x32000) return 'han'
  if ((codePoint >= 0xac00 && codePoint < 0xd7b0) || (codePoint >= 0x1100 && codePoint < 0x1200)) return 'ko'
  if ((codePoint >= 0x600 && codePoint < 0x780) || (codePoint >= 0x8a0 && codePoint < 0x900)) return 'ar'
  if (codePoint >= 0x900 && codePoint < 0x980) return 'hi'
  return 'other'
}
