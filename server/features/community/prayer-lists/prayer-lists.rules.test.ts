import { expect, it } from 'vitest'
import { nextRemindAt, reordered } from './prayer-lists.rules.ts'

it.each([
  [
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [['a', 'b', 'c'], ['c'], ['c', 'a', 'b']],
  [['a', 'b', 'c'], [], ['a', 'b', 'c']],
  [
    ['a', 'b'],
    ['x', 'b', 'y'],
    ['b', 'a'],
  ],
  [[], ['x'], []],
])('%j with %j first is %j', (now, named, expected) => expect(reordered(now, named)).toEqual(expected))

const AT = '2030-01-01T19:00:00.000Z'
it.each([
  ['once', AT, null],
  ['daily', AT, '2030-01-02T19:00:00.000Z'],
  ['daily', '2030-01-01T19:00:59.000Z', '2030-01-02T19:00:00.000Z'],
  ['daily', '2030-01-05T18:59:59.999Z', '2030-01-05T19:00:00.000Z'],
  ['daily', '2030-01-05T19:00:00.000Z', '2030-01-06T19:00:00.000Z'],
  ['weekly', AT, '2030-01-08T19:00:00.000Z'],
  ['weekly', '2030-03-01T00:00:00.000Z', '2030-03-05T19:00:00.000Z'],
] as const)('%s, told at %s, comes next at %s', (repeats, now, next) =>
  expect(nextRemindAt({ remind_at: AT, repeats }, now)).toBe(next),
)
