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
  ['/signin', '/'],
  ['/signup?return=//evil.example', '/'],
  ['/signin?return=%2Fprofile%3Ftab%3Ddevices', '/profile?tab=devices'],
  ['/SignIn/?return=%2Fsignup%3Freturn%3D%252Fgroups', '/groups'],
  ['/signing', '/signing'],
])('%j leads to %j', (value, path) => {
  expect(returnPath(value)).toBe(path)
})
