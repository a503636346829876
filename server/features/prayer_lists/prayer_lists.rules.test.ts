import { expect, it } from 'vitest'
import { reordered } from './prayer_lists.rules.ts'

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
