import { expect, it } from 'vitest'
import { letterOf } from './letterOf.ts'

it.each([
  ['j', 'KeyJ', 'j'],
  ['K', 'KeyK', 'k'],
  // Dvorak: what is printed on the key counts.
  ['n', 'KeyL', 'n'],
  ['ت', 'KeyJ', 'j'],
  ['لا', 'KeyB', 'b'],
  ['ㅓ', 'KeyJ', 'j'],
  ['ज', 'KeyJ', 'j'],
  ['١', 'Digit1', '1'],
  ['Enter', 'Enter', 'enter'],
])('reads %s at %s as %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})
