import { expect, it } from 'vitest'
import { call } from '../api.ts'
import { mockServer } from '../test.tsx'
import { getErrorMessage } from './errorMessages.ts'

const PATH = '/api/categories/c1/prayers'

it.each([
  [60, 'Too many tries.'],
  [1650, 'Too many tries. (in 28 minutes)'],
  [23.5 * 3600, 'Too many tries. (in 24 hours)'],
])('after too many tries tells whoever waits for %d seconds when the next may succeed', async (seconds, sentence) => {
  const headers = { 'retry-after': String(seconds) }
  const body = { code: 'request.too_many', detail: 'Too many tries.' }
  mockServer({ [`GET ${PATH}`]: () => Response.json(body, { status: 429, headers }) })
  const { error } = await call('prayers.in_category', { id: 'c1' })
  expect(error && (await getErrorMessage(error, 'en'))).toBe(sentence)
})
