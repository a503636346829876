// Text as a recogniser hears it: in pieces.

/** Signs of Japanese and Chinese, which put no spaces between words, and their punctuation. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff9f]/u

/** Appends a piece to a text, with a space between them unless their script has none. */
export function appendHeard(text: string, piece: string): string {
  const [last = '', first = ''] = [Array.from(text).at(-1), Array.from(piece)[0]]
  const isOne = text === '' || /\s/.test(last) || (UNSPACED.test(last) && UNSPACED.test(first))
  return isOne ? text + piece : `${text} ${piece}`
}
