import { expect, it } from 'vitest'
import { removeInvisible } from './lines.ts'
import { text } from './fields.ts'

it.each([
  ['a right-to-left override', 'gro\u202epuS\u202c', 'gropuS'],
  ['isolates', '\u2066Anna\u2069', 'Anna'],
  ['direction marks', 'Anna\u200e\u200f\u061c', 'Anna'],
  ['a zero-width space', 'An\u200bna', 'Anna'],
  ['a word joiner and a byte order mark', 'An\u2060na\ufeff', 'Anna'],
  ['a soft hyphen', 'An\u00adna', 'Anna'],
  ['invisible operators and deprecated formats', 'A\u2062n\u206ana', 'Anna'],
  ['tags', 'Anna\u{e0001}\u{e0041}\u{e007f}', 'Anna'],
  ['tags after a flag that has none', '\u{1f3f4}\u{e0061}\u{e007f}', '\u{1f3f4}'],
  ['joiners in Latin', 'An\u200cna\u200d', 'Anna'],
  ['joiners at the ends of Arabic', '\u200cعلي\u200d', 'علي'],
  ['two joiners in a row', 'می\u200c\u200cخواهم', 'میخواهم'],
  ['a joiner between emoji and letter', '\u{1f44d}\u200da', '\u{1f44d}a'],
])('removes %s', (_, given, expected) => expect(removeInvisible(given)).toBe(expected))

it.each([
  ['the non-joiner of Persian', 'می\u200cخواهم'],
  ['a joiner after a virama', 'क्\u200dष'],
  ['a non-joiner after a virama', 'क्\u200cष'],
  ['a joiner at the end of Malayalam', 'അവന്\u200d'],
  ['a joiner before a virama', 'র\u200d্য'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a skin tone', '\u{1f469}\u{1f3fd}\u200d\u2695\ufe0f'],
  ['the rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a variant of an ideograph', '\u845b\u{e0100}'],
  ['Arabic signs around numbers', '\u06dd١٢'],
  ['accents and marks', 'Tomás Ní Dhálaigh हन्ना'],
])('keeps %s', (_, line) => expect(removeInvisible(line)).toBe(line))

it('is part of every line, and of no longer text', () => {
  const given = '\u202eAnna\u200b'
  expect(text({ min: 1, max: 9, lines: false }).parse(given)).toBe('Anna')
  expect(text({ min: 1, max: 9 }).parse(given)).toBe(given)
  expect(text({ min: 1, max: 4, lines: false }).safeParse('\u200bAnna').success).toBe(true)
})
