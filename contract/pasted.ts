// Text as it is pasted: what other programs write that is no character to anybody who reads it.

// Windows and old Mac; line breaks of Word and PowerPoint (U+000B); page breaks; IBM; Unicode.
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g
// Control characters other than tab and line feed. Word separates nothing with U+001F, and PDF readers write U+0002 where a
// word is divided at the end of a line.
const CONTROL = /[^\P{Cc}\t\n]/gu
// Quotation marks and dashes of old Windows files, which other programs have read as control characters.
const WINDOWS_1252 = /[\u0080-\u009f]/g
const windows1252 = new TextDecoder('windows-1252')

/**
 * A text as its writer sees it in the program that they copied it from: every kind of line break is a line feed, in a single
 * line a space, and control characters without a meaning are dropped.
 */
export function cleanPasted(text: string, { lines }: { lines: boolean }): string {
  const clean = text
    .replace(LINE_BREAK, '\n')
    .replace(WINDOWS_1252, (sign) => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))))
    // The hyphen of Word at which no line ends.
    .replaceAll('\u001e', '\u2011')
    .replace(CONTROL, '')
  return lines ? clean : clean.replaceAll(/[\t\n]/g, ' ')
}

// Finds text that cannot be kept: half of a character of two units, which no engine stores; and more than 30 marks on one letter.
// No script needs more (UAX #15, Stream-Safe Text Format), and sorting them, as every normalization does, takes the square of
// their number. The two halfwidth signs become marks in NFKC.
const UNREADABLE = /\p{Cs}|[\p{M}\uff9e\uff9f]{31,}/u
/** UTF-16 units that are quoted before the sign, and of a sign of many marks. */
const QUOTED = 24
const QUOTED_MARKS = 2

/**
 * Finds the first sign that cannot be kept: where it stands (UTF-16 units), and the words before it with the sign at their
 * end, to be shown to their writer.
 */
export function findUnreadable(text: string): { start: number; end: number; near: string } | undefined {
  const match = UNREADABLE.exec(text)
  if (!match) return undefined
  const { index: start, 0: sign } = match
  const before = text.slice(Math.max(0, start - QUOTED), start).replace(/^[\udc00-\udfff]/, '')
  const near = (before + sign.slice(0, QUOTED_MARKS)).replace(/\p{Cs}/u, '\ufffd').trimStart()
  return { start, end: start + sign.length, near }
}
