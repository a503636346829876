import { expect, it } from 'vitest'
import { makePrayer } from '../../test.tsx'
import { chooseRequest, shortName } from './chooseRequest.ts'

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
  expect(chooseRequest(prayers, 'en')?.id).toBe(id)
})

it('offers one in the reader’s language, else in any', () => {
  const prayers = [makePrayer({ id: 'a', language: 'de' }), makePrayer({ id: 'b', language: 'ar' })]
  expect(chooseRequest(prayers, 'ar')?.id).toBe('b')
  expect(chooseRequest(prayers, 'fr')?.id).toBe('a')
})

it.each([
  ['Lena Hofmann', 'Lena'],
  ['Hannah W.', 'Hannah'],
  ['Lena', 'Lena'],
  ['مريم حدّاد', 'مريم'],
  ['Maria del Carmen', 'Maria del Carmen'],
  ['김 서연', '김 서연'],
  ['山田 花子', '山田 花子'],
])('greets %s as %s', (name, called) => expect(shortName(name)).toBe(called))

it('offers nothing where nobody else has asked', () => {
  expect(chooseRequest([], 'en')).toBeNull()
  expect(chooseRequest([makePrayer({ is_mine: true })], 'en')).toBeNull()
})
