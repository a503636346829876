import { expect, it } from 'vitest'
import { nextTime, repetitionOf, toChoice } from './reminderChoice.ts'

/** A Tuesday. */
const NOON = new Date(2030, 0, 1, 12)
const choice = { kind: 'daily', hour: '07:00', day: '2030-01-05', days: '' } as const
const reminder = {
  id: 'r',
  prayer_request_id: null,
  prayer_list_id: 'l',
  remind_at: new Date(2030, 0, 5, 19, 30).toISOString(),
  repeats: 'daily',
  time_zone: null,
  weekdays: null,
  is_paused: false,
} as const

it.each([
  [{}, new Date(2030, 0, 2, 7)],
  [{ hour: '12:00' }, new Date(2030, 0, 2, 12)],
  [{ hour: '12:01' }, new Date(2030, 0, 1, 12, 1)],
  [{ hour: '' }, null],
  [{ kind: 'weekdays' }, new Date(2030, 0, 2, 7)],
  [{ kind: 'days', days: '2' }, new Date(2030, 0, 8, 7)],
  [{ kind: 'days', days: '2', hour: '13:00' }, new Date(2030, 0, 1, 13)],
  [{ kind: 'days', days: '17' }, new Date(2030, 0, 6, 7)],
  [{ kind: 'days', days: '' }, null],
  [{ kind: 'once' }, new Date(2030, 0, 5, 7)],
  [{ kind: 'once', day: '2029-01-05' }, new Date(2029, 0, 5, 7)],
  [{ kind: 'once', day: '' }, null],
] as const)('%j comes first at %s', (part, at) => expect(nextTime({ ...choice, ...part }, NOON)).toEqual(at))

it.each([
  [{}, { kind: 'daily', hour: '19:30', day: '2030-01-05', days: '' }],
  [{ repeats: 'weekly', weekdays: '12345' }, { kind: 'weekdays' }],
  [
    { repeats: 'weekly', weekdays: '27' },
    { kind: 'days', days: '27' },
  ],
  [{ repeats: 'weekly' }, { kind: 'days', days: '6' }],
  // Monday where it was set is still Sunday here.
  [
    {
      remind_at: new Date(2030, 0, 6, 23).toISOString(),
      repeats: 'weekly',
      weekdays: '1',
      time_zone: 'Pacific/Kiritimati',
    },
    { kind: 'days', hour: '23:00', days: '7' },
  ],
  [{ repeats: 'once' }, { kind: 'once', day: '2030-01-05' }],
  [
    { repeats: 'once', remind_at: new Date(2029, 11, 31, 8).toISOString() },
    { kind: 'once', hour: '08:00', day: '2030-01-02' },
  ],
] as const)('the form shows %j as %j', (part, expected) =>
  expect(toChoice({ ...reminder, ...part }, NOON)).toMatchObject(expected),
)

it('all seven days are every day', () => {
  expect(repetitionOf({ ...choice, kind: 'days', days: '1234567' })).toEqual({ repeats: 'daily', weekdays: null })
  expect(repetitionOf({ ...choice, kind: 'weekdays' })).toEqual({ repeats: 'weekly', weekdays: '12345' })
  expect(repetitionOf({ ...choice, kind: 'once', days: '1' })).toEqual({ repeats: 'once', weekdays: null })
})
