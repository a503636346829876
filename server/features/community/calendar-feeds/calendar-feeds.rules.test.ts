import { expect, it } from 'vitest'
import { startOf } from './calendar-feeds.rules.ts'

/** At half past two in New York, whose clock goes from two to three on Sunday 8 March 2026. */
const reminder = {
  remind_at: '2026-03-07T07:30:00.000Z',
  repeats: 'daily',
  time_zone: 'America/New_York',
  weekdays: null,
  local_time: '02:30:00',
} as const
const skipped = { remind_at: '2026-03-08T07:30:00.000Z' } as const

it.each([
  ['an hour that is there', {}, '2026-03-07T02:30:00-05:00[America/New_York]'],
  ['an hour that the clock skips', skipped, '2026-03-09T02:30:00-04:00[America/New_York]'],
  [
    'the same once a week',
    { ...skipped, repeats: 'weekly', weekdays: '7' },
    '2026-03-15T02:30:00-04:00[America/New_York]',
  ],
  ['a reminder of an earlier version', { ...skipped, local_time: null }, '2026-03-08T03:30:00-04:00[America/New_York]'],
  ['one that comes once', { ...skipped, repeats: 'once' }, '2026-03-08T07:30:00Z'],
] as const)('a calendar begins with %s', (_, part, starts) =>
  expect(startOf({ ...reminder, ...part }).toString()).toBe(starts),
)
