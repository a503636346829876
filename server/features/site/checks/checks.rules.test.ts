import { expect, it } from 'vitest'
import { clocksAgree, hasEnoughSpace } from './checks.rules.ts'

const GIB = 2 ** 30

it.each([
  ['a gibibyte of a large disk', GIB, 500 * GIB, true],
  ['a little less', GIB - 1, 500 * GIB, false],
  ['a tenth of a small disk', 0.1 * GIB, GIB, true],
  ['less than that', 0.1 * GIB - 1, GIB, false],
  ['nothing', 0, 500 * GIB, false],
])('%s: enough? %s', (_, free, size, enough) => {
  expect(hasEnoughSpace(free, size)).toBe(enough)
  expect(hasEnoughSpace(free + 5 * GIB, size, 5 * GIB)).toBe(enough)
})

it('what the next backup would fill is not enough', () => {
  expect(hasEnoughSpace(5 * GIB, 80 * GIB, 5 * GIB)).toBe(false)
})

it.each([
  [0, true],
  [2000, true],
  [-2000, true],
  [2001, false],
  [-2001, false],
])('clocks %i ms apart', (apart, agree) => {
  expect(clocksAgree(1_800_000_000_000, 1_800_000_000_000 + apart)).toBe(agree)
})
