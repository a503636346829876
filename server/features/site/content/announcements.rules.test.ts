import { expect, it } from 'vitest'
import type { Language } from '../../../../contract/fields.ts'
import { changedTime, chooseTexts, toMinute } from './announcements.rules.ts'

let made = -1
const of = (slug: string | null, language: Language) => ({
  slug,
  language,
  created_at: `2026-05-2${(made += 1) % 10}T10:00:00.000Z`,
})

const older = { ...of('tea', 'de'), created_at: '2026-05-01T10:00:00.000Z' }
const newer = { ...of('tea', 'fr'), created_at: '2026-05-02T10:00:00.000Z' }

it.each([
  ['the reader’s language', 'de', [of('tea', 'en'), of('tea', 'de'), of('tea', 'fr')], ['tea de']],
  ['English where theirs is missing', 'ko', [of('tea', 'de'), of('tea', 'en')], ['tea en']],
  [
    'the first of the site where theirs is missing',
    'ko',
    [of('tea', 'en'), of('tea', 'pt'), of('tea', 'de')],
    ['tea pt'],
  ],
  ['the one that was written first where all are missing', 'ko', [older, newer].toReversed(), ['tea de']],
  ['all that have no address', 'de', [of(null, 'en'), of(null, 'en'), of(null, 'fr')], ['- en', '- en', '- fr']],
  ['each address once', 'en', [of('tea', 'en'), of('walk', 'de'), of('walk', 'en')], ['tea en', 'walk en']],
] as const)('shows %s', (_, language, items, shown) => {
  expect(chooseTexts([...items], language, 'pt').map((item) => `${item.slug ?? '-'} ${item.language}`)).toEqual(shown)
})

it.each([
  ['2026-05-24T18:00', null, '2026-05-24T16:00:00.000Z'],
  ['2026-12-24T18:00', null, '2026-12-24T17:00:00.000Z'],
  // The clock jumps from two to three in this night.
  ['2026-03-29T02:30', null, '2026-03-29T01:30:00.000Z'],
  // Its seconds stay where nobody changed the minute.
  ['2026-05-24T18:00', '2026-05-24T16:00:21.500Z', '2026-05-24T16:00:21.500Z'],
  [null, '2026-05-24T16:00:21.500Z', null],
] as const)('%s in Berlin, after %s, is %s', (minute, before, time) => {
  expect(changedTime(minute, before, 'Europe/Berlin')).toBe(time)
})

it('says the minute of a time in the zone of the site', () => {
  expect(toMinute('2026-05-24T16:00:21.500Z', 'Asia/Kolkata')).toBe('2026-05-24T21:30')
})
