import { expect, it } from 'vitest'
import { readPage } from './pages.ts'

it.each([
  ['', 0],
  ['page=3', 3],
  ['page=-1', 0],
  ['page=1.5', 1],
  ['page=x', 0],
  ['page=Infinity', 10_000],
  ['page=99999', 10_000],
])('reads of %s the nearest page that a list can have', (search, page) => {
  expect(readPage(new URLSearchParams(search))).toBe(page)
})
