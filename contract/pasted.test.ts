import { expect, it } from 'vitest'
import { text } from './fields.ts'
import { findUnreadable } from './pasted.ts'

const words = text({ min: 1, max: 1000 })
const line = text({ min: 1, max: 1000, lines: false })

it.each([
  ['Windows', 'Lena.\r\nOn Monday', 'Lena.\nOn Monday'],
  ['an old Mac', 'Lena.\rOn Monday', 'Lena.\nOn Monday'],
  ['Word and PowerPoint', 'Lena.\u000bOn Monday', 'Lena.\nOn Monday'],
  ['a page break', 'Lena.\u000cOn Monday', 'Lena.\nOn Monday'],
  ['IBM', 'Lena.\u0085On Monday', 'Lena.\nOn Monday'],
  ['Unicode’s line', 'Lena.\u2028On Monday', 'Lena.\nOn Monday'],
  ['Unicode’s paragraph', 'Lena.\u2029On Monday', 'Lena.\nOn Monday'],
])('keeps the line break of %s, and in one line a space', (_, pasted, kept) => {
  expect(words.parse(pasted)).toBe(kept)
  expect(line.parse(pasted)).toBe('Lena. On Monday')
})

it.each([
  ['the divided word of a PDF', 'hos\u0002pital', 'hospital'],
  ['the end of a text', 'pray\u0003', 'pray'],
  ['NUL', 'be\u0000fore', 'before'],
  ['the optional hyphen of Word', 'hos\u001fpital', 'hospital'],
  ['the firm hyphen of Word', 'X\u001eray', 'X\u2011ray'],
  ['colours of a terminal', 'a \u001b[31mred', 'a [31mred'],
  ['quotes of an old Windows file', '\u0093Don\u0092t\u0094 \u0096 \u0081x', '“Don’t” – x'],
])('keeps what is read of %s', (_, pasted, kept) => {
  expect(words.parse(pasted)).toBe(kept)
  expect(line.parse(pasted)).toBe(kept)
})

it('keeps a tab in a text, which is a space in a line', () => {
  expect(words.parse('a\tb')).toBe('a\tb')
  expect(line.parse('a\tb')).toBe('a b')
})

it.each([
  ['half an emoji', 'Please pray for Lena \ud83d today', { start: 21, end: 22, near: 'Please pray for Lena �' }],
  ['the other half', '\ude4f', { start: 0, end: 1, near: '�' }],
  ['half an emoji after long words', `${'🙏'.repeat(20)}a\ud83d`, { start: 41, end: 42, near: `${'🙏'.repeat(11)}a�` }],
  ['31 marks', `Le${'\u0301'.repeat(31)}na`, { start: 2, end: 33, near: 'Le\u0301\u0301' }],
])('finds %s, with the words before it', (_, value, found) => {
  expect(findUnreadable(value)).toEqual(found)
  expect(words.safeParse(value).success).toBe(false)
})

it.each(['🙏🏽 Lena', `e${'\u0301'.repeat(30)}`])('finds nothing in %s', (value) => {
  expect(findUnreadable(value)).toBeUndefined()
})

it('refuses marks that only a control sign keeps apart', () => {
  const marks = '\u0301'.repeat(30)
  expect(words.safeParse(`e${marks}\u0000${marks}`).success).toBe(false)
  expect(line.safeParse(`e${marks}\u200b${marks}`).success).toBe(false)
})
