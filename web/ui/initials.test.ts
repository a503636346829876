import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Hannah Weiss', 'HW'],
  ['anna-lena de la Cruz', 'AC'],
  ["O'Brien", 'O'],
  ['„Oma“ Resi', 'OR'],
  ["'t Hooftman", 'TH'],
  ['Prayer group (Overflow)', 'PO'],
  ['\u200Fمحمد سليم', 'م'],
  ['كمال سليمان', 'ك'],
  ['김 민수', '김민'],
  ['क्षमा शर्मा', 'क्षश'],
  ['𠮷田', '𠮷'],
  ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
  ['???', ''],
])('of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
