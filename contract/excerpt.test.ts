import { describe, expect, test } from 'vitest'
import { beginning, excerpt, firstCharacter } from './excerpt.ts'

const family = '👨\u200d👩\u200d👧\u200d👦'
const accented = 'e\u0301'

describe('excerpt', () => {
  test.each([
    ['short', 10, 'short'],
    ['on  two\nlines', 20, 'on two lines'],
    ['cut between words, here', 20, 'cut between words…'],
    ['主'.repeat(89) + '🙏🙏谢谢', 90, `${'主'.repeat(89)}🙏…`],
    // A greeting before a text that has no spaces, or a long address.
    [`代祷：\n${'主'.repeat(90)}`, 60, `代祷： ${'主'.repeat(56)}…`],
    [`主主${family}主`, 3, `主主${family}…`],
    [`主主${family}`, 3, `主主${family}`],
    ['🇯🇵🇩🇪🇫🇷', 2, '🇯🇵🇩🇪…'],
    [accented.repeat(4), 3, `${accented.repeat(3)}…`],
    ['👍🏽👍🏽👍🏽', 2, '👍🏽👍🏽…'],
  ])('of %j, at most %i characters', (text, length, shown) => {
    expect(excerpt(text, length)).toBe(shown)
  })

  test('of a letter with marks without end is bounded, and well formed', () => {
    const shown = excerpt(`a${'\u0301'.repeat(5000)}`, 10)
    expect(shown.length).toBeLessThanOrEqual(161)
    expect(shown.isWellFormed()).toBe(true)
  })
})

test.each([
  ['short', 10, 'short'],
  [`ab${family}`, 5, 'ab'],
  ['ab🙏', 3, 'ab'],
  ['ab🙏', 4, 'ab🙏'],
])('the beginning of %j of at most %i units', (text, units, shown) => {
  expect(beginning(text, units)).toBe(shown)
})

test.each([
  ['Hannah', 'H'],
  [`${accented}lan`, accented],
  ['🇯🇵 Yuki', '🇯🇵'],
  [`e${'\u0301'.repeat(20)}rin`, 'e'],
  ['', ''],
])('the first character of %j', (text, first) => {
  expect(firstCharacter(text)).toBe(first)
})
