// The characters that nobody sees which a name, a title or another line of text may hold. Browsers load this: Safari before 17 and Chrome
// before 112 refuse a file with the flag v.

// Formats that are invisible and turn the direction of text (bidirectional controls), take no width, or carry hidden text
// (tags), other than the two joiners. Visible formats, such as the Arabic signs around numbers, and variation selectors,
// which choose the form of an emoji or an ideograph, stay.
const INVISIBLE_FORMATS =
  /(?![\u200c\u200d])(?=\p{Default_Ignorable_Code_Point})\p{Cf}|[\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu
/** The flags of England, Scotland and Wales, the only emoji that are written with tags. */
const TAGGED_FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu

// The signs that take the vowel from a letter in scripts of India and their neighbours (canonical combining class 9).
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0f84\u1039\u103a\u17d2\u1a60\u1b44\u1baa\u1bab\ua9c0\uaaf6\uabed]`
// Scripts whose letters join, or whose syllables are put together: a joiner between two of them changes what is read.
const scripts =
  'Arab Syrc Mong Nkoo Mand Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali Sund Mtei Lana'
const JOINING = `(?=[${scripts.replaceAll(/(\w+) ?/g, '\\p{scx=$1}')}])[\\p{L}\\p{M}]`
// Zero-width joiner and non-joiner stay after a virama, and between two letters or marks of a script that joins (Persian
// «می‌خواهم», Bengali র‍্য; RFC 5892, A.1 and A.2); the joiner also between the parts of one emoji. At every other place they
// change nothing that is seen, and only make a name that looks like another.
const KEPT_JOINER = new RegExp(
  `(?<=${VIRAMA})[\\u200c\\u200d]|(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})|` +
    '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  'gu',
)

/** Keeps what a pattern finds and removes what `drop` finds in everything else. */
function removeExcept(text: string, keep: RegExp, drop: RegExp): string {
  let kept = ''
  let end = 0
  for (const { 0: match, index } of text.matchAll(keep)) {
    kept += text.slice(end, index).replace(drop, '') + match
    end = index + match.length
  }
  return kept + text.slice(end).replace(drop, '')
}

/** Removes bidirectional controls, zero-width characters and tags from a line, but not what languages and emoji need. */
export const removeInvisible = (line: string): string =>
  removeExcept(removeExcept(line, TAGGED_FLAGS, INVISIBLE_FORMATS), KEPT_JOINER, /[\u200c\u200d]/g)
