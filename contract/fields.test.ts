import { expect, it } from 'vitest'
import { codePoints, text } from './fields.ts'

const words = text({ min: 1, max: 1000 })

it.each([
  ['30 marks on a letter', `e${'\u0301\u0316'.repeat(15)}`],
  ['30 marks on each of several letters', `e${'\u0301'.repeat(30)}`.repeat(9)],
  ['a Tibetan stack', '\u0f66\u0f90\u0fb2\u0f71\u0f74'],
  ['a Hebrew word with points and accents', 'בְּרֵאשִׁ֖ית'],
])('takes %s', (_, value) => expect(words.safeParse(value).success).toBe(true))

it.each([
  ['31 marks on a letter', `e${'\u0301'.repeat(31)}`],
  ['marks without a letter', '\u0316'.repeat(31)],
  ['marks of both planes', '\u{1d165}\u0301'.repeat(16)],
  ['halfwidth signs, which become marks', `\uff76${'\uff9e\u0301'.repeat(16)}`],
])('refuses %s, which would take long to normalize', (_, value) => expect(words.safeParse(value).success).toBe(false))

it('refuses as too long what would take long to clean', () => {
  const line = text({ min: 1, max: 10, lines: false })
  expect(line.safeParse(`${' '.repeat(10_000)}Please pray`.slice(0, 10_010)).data).toBe('Please pra')
  const { error } = line.safeParse(`${'\u0915\u094d\u200d'.repeat(100_000)}\u0000`)
  expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 10 }])
})

it.each([
  ['', 0],
  ['abc', 3],
  ['🙏🏽', 2],
  ['a\ud83d', 2],
  ['\ude4f\ude4f\ud83d\ude4f', 3],
])('counts the code points of %j', (value, count) => {
  expect(codePoints(value)).toBe(count)
  expect(Array.from(value)).toHaveLength(count)
})
