import { expect, it } from 'vitest'
import { makePrayer } from '../../test.tsx'
import { chooseRequest } from './chooseRequest.ts'

const long = (length: number) => 'x'.repeat(length)

it.each([
  [
    'the first short one, as the least prayed for come first',
    [makePrayer({ id: 'a', content: long(900) }), makePrayer({ id: 'b' }), makePrayer({ id: 'c' })],
    'b',
  ],
  [
    'none of one’s own and none that one has prayed for',
    [makePrayer({ id: 'a', is_mine: true }), makePrayer({ id: 'b', has_prayed: true }), makePrayer({ id: 'c' })],
    'c',
  ],
  [
    'the shortest where all are long',
    [makePrayer({ id: 'a', content: long(900) }), makePrayer({ id: 'b', content: long(500) })],
    'b',
  ],
])('offers %s', (_, prayers, id) => {
  expect(chooseRequest(prayers)?.id).toBe(id)
})

it('offers nothing where nobody else has asked', () => {
  expect(chooseRequest([])).toBeNull()
  expect(chooseRequest([makePrayer({ is_mine: true })])).toBeNull()
})
