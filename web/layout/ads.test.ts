import { expect, it } from 'vitest'
import { adAfter } from './adRules.ts'

it.each([
  [0, false],
  [4, false],
  [5, true],
  [6, false],
  [10, false],
  [11, true],
  [12, false],
  [17, true],
  [59, true],
  [60, false],
])('leaves room after every sixth item of a list: item %i, %s', (index, expected) => {
  expect(adAfter(index)).toBe(expected)
})
