import { expect, it } from 'vitest'
import { returnPath } from './returnPath.ts'

it.each([
  [null, '/'],
  ['', '/'],
  ['/', '/'],
  ['/prayers/1?x=2#y', '/prayers/1?x=2#y'],
  ['/?mine=1', '/?mine=1'],
  ['prayers', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['\\/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [' /prayers', '/'],
  ['/..//evil.example', '/'],
])('%j leads to %j', (value, path) => {
  expect(returnPath(value)).toBe(path)
})
