import { expect, it } from 'vitest'
import { findLengthProblem } from './fieldErrors.ts'

it('counts letters in pieces as the letters that are stored', () => {
  const limits = { minimum: 3, maximum: 5 }
  expect(findLengthProblem('어머니에게'.normalize('NFD'), limits)).toBeUndefined()
  expect(findLengthProblem('üö'.normalize('NFD'), limits)).toEqual({ code: 'too_short', minimum: 3 })
})
