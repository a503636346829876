import { expect, it } from 'vitest'
import { append, withoutStale } from './suggestions.ts'

it('shows new suggestions behind the others, and moves none', () => {
  expect(append(['health', 'family'], ['courage', 'family'])).toEqual(['health', 'family', 'courage'])
})

it('drops what is neither chosen nor suggested, and keeps the order', () => {
  expect(withoutStale(['work', 'health', 'family', 'grief'], ['family'], ['grief', 'health'])).toEqual([
    'health',
    'family',
    'grief',
  ])
})
