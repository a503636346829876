import { expect, it } from 'vitest'
import { localeOf } from '../../../../contract/languages.ts'
import { clockTime, partOf, weekdaysIn } from './useReminderTime.ts'

const morning = new Date('2026-11-27T07:00:00Z')
const evening = new Date('2026-11-27T19:30:00Z')
const timeOf = (language: string, at: Date, isNamed: boolean) =>
  clockTime(new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }), at, isNamed)

it.each([
  ['en', '07:00', '19:30'],
  ['de', '07:00', '19:30'],
  ['fr', '07:00', '19:30'],
  ['en-US', '7:00', '7:30'],
  ['ko', '7:00', '7:30'],
  ['hi', '7:00', '7:30'],
  ['ar', '7:00', '7:30'],
])('says in %s after “every morning” %s and after “every evening” %s', (language, am, pm) => {
  const locale = localeOf(language)
  expect([timeOf(locale, morning, true), timeOf(locale, evening, true)]).toEqual([am, pm])
})

it.each([
  [0, 'afternoon'],
  [1, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'evening'],
  [23, 'evening'],
] as const)('calls the hour %i by the word for the %s', (hour, part) => expect(partOf(hour)).toBe(part))

it.each(['en-US', 'ko', 'hi', 'ar'])(
  'names the half of the day in %s where nothing else does, and never wraps',
  (language) => {
    const [am, pm] = [morning, evening].map((at) => timeOf(localeOf(language), at, false))
    expect(am?.replace('7:00', '')).not.toBe(pm?.replace('7:30', ''))
    expect(`${am}${pm}`).not.toContain(' ')
  },
)

it.each([
  ['1', 'America/Los_Angeles', '7'],
  ['12345', 'America/Los_Angeles', '12347'],
  ['1', 'Pacific/Apia', '1'],
  [null, 'America/Los_Angeles', null],
] as const)('says for %s at seven in Apia, in %s: %s', (weekdays, timeZone, expected) => {
  // Monday in Apia, Sunday at ten in Los Angeles.
  const at = { remind_at: '2030-01-06T18:00:00Z', repeats: 'weekly', time_zone: 'Pacific/Apia' } as const
  expect(weekdaysIn(timeZone, { ...at, weekdays })).toBe(expected)
})
