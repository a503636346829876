import { expect, it } from 'vitest'
import { knownTimeZone, localTimeOf, nextRemindAt, reordered, resumedAt } from './prayer-lists.rules.ts'

it.each([
  [
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [['a', 'b', 'c'], ['c'], ['c', 'a', 'b']],
  [['a', 'b', 'c'], [], ['a', 'b', 'c']],
  [
    ['a', 'b'],
    ['x', 'b', 'y'],
    ['b', 'a'],
  ],
  [[], ['x'], []],
])('%j with %j first is %j', (now, named, expected) => expect(reordered(now, named)).toEqual(expected))

const AT = '2030-01-01T19:00:00.000Z'
it.each([
  ['once', AT, null],
  ['daily', AT, '2030-01-02T19:00:00.000Z'],
  ['daily', '2030-01-01T19:00:59.000Z', '2030-01-02T19:00:00.000Z'],
  ['daily', '2030-01-05T18:59:59.999Z', '2030-01-05T19:00:00.000Z'],
  ['daily', '2030-01-05T19:00:00.000Z', '2030-01-06T19:00:00.000Z'],
  ['daily', '2030-01-01T18:59:59.999Z', '2030-01-02T19:00:00.000Z'],
  ['daily', '2029-01-01T12:00:00.000Z', '2029-01-01T19:00:00.000Z'],
  ['weekly', AT, '2030-01-08T19:00:00.000Z'],
  ['weekly', '2029-01-01T12:00:00.000Z', '2029-01-02T19:00:00.000Z'],
  ['weekly', '2030-03-01T00:00:00.000Z', '2030-03-05T19:00:00.000Z'],
] as const)('%s, told at %s, comes next at %s', (repeats, now, next) =>
  expect(nextRemindAt({ remind_at: AT, repeats, time_zone: null, weekdays: null, local_time: null }, now)).toBe(next),
)

/** The next times of a reminder, each told as soon as it is due. */
function followingTimes(remind_at: string, time_zone: string, repeats: 'daily' | 'weekly', count: number): string[] {
  const local_time = localTimeOf(remind_at, time_zone)
  const times: string[] = []
  for (let at: string | null = remind_at; at !== null && times.length < count;) {
    at = nextRemindAt({ remind_at: at, repeats, time_zone, weekdays: null, local_time }, at)
    if (at !== null) times.push(at.slice(0, 'yyyy-mm-ddThh:mm'.length))
  }
  return times
}

it.each([
  ['spring', 'Europe/Berlin', 'daily', '2027-03-27T18:00', ['2027-03-28T17:00', '2027-03-29T17:00']],
  ['autumn', 'Europe/Berlin', 'daily', '2027-10-30T17:00', ['2027-10-31T18:00', '2027-11-01T18:00']],
  ['spring', 'America/New_York', 'daily', '2027-03-13T12:00', ['2027-03-14T11:00', '2027-03-15T11:00']],
  ['autumn', 'America/New_York', 'daily', '2027-11-06T11:00', ['2027-11-07T12:00', '2027-11-08T12:00']],
  ['spring', 'Europe/Berlin', 'weekly', '2027-03-24T18:00', ['2027-03-31T17:00', '2027-04-07T17:00']],
  ['autumn', 'America/New_York', 'weekly', '2027-11-03T11:00', ['2027-11-10T12:00', '2027-11-17T12:00']],
  ['no change', 'Asia/Kolkata', 'daily', '2027-03-27T13:30', ['2027-03-28T13:30', '2027-03-29T13:30']],
  ['the hour left out', 'Europe/Berlin', 'daily', '2027-03-27T01:30', ['2027-03-28T01:30', '2027-03-29T00:30']],
  ['the hour left out', 'America/New_York', 'daily', '2027-03-13T07:30', ['2027-03-14T07:30', '2027-03-15T06:30']],
  ['the hour shown twice', 'Europe/Berlin', 'daily', '2027-10-30T00:30', ['2027-10-31T00:30', '2027-11-01T01:30']],
  ['the hour shown twice', 'America/New_York', 'daily', '2027-11-06T05:30', ['2027-11-07T05:30', '2027-11-08T06:30']],
] as const)('%s in %s, %s: after %s come %j', (_, time_zone, repeats, remind_at, times) =>
  expect(followingTimes(`${remind_at}:00.000Z`, time_zone, repeats, times.length)).toEqual(times),
)

/** A Tuesday in winter. */
const atSeven = {
  remind_at: '2027-01-05T18:00:00.000Z',
  time_zone: 'Europe/Berlin',
  weekdays: null,
  local_time: '19:00:00',
} as const

it.each([
  ['12345', '2027-01-05T18:00:00.000Z', '2027-01-06T18:00:00.000Z'],
  ['12345', '2027-01-08T18:00:00.000Z', '2027-01-11T18:00:00.000Z'],
  ['12345', '2027-01-09T10:00:00.000Z', '2027-01-11T18:00:00.000Z'],
  ['2', '2027-01-05T18:00:00.000Z', '2027-01-12T18:00:00.000Z'],
  ['67', '2027-01-05T18:00:00.000Z', '2027-01-09T18:00:00.000Z'],
  ['7', '2027-03-27T12:00:00.000Z', '2027-03-28T17:00:00.000Z'],
  ['67', '2027-10-30T17:00:00.000Z', '2027-10-31T18:00:00.000Z'],
] as const)('on the days %s of the week, after %s comes %s', (weekdays, now, next) =>
  expect(nextRemindAt({ ...atSeven, repeats: 'weekly', weekdays }, now)).toBe(next),
)

it.each([
  ['before its time', 'daily', '2027-01-05T17:59:59.999Z', '2027-01-05T18:00:00.000Z'],
  ['at its time', 'daily', '2027-01-05T18:00:00.000Z', '2027-01-06T18:00:00.000Z'],
  ['in winter', 'daily', '2027-02-01T12:00:00.000Z', '2027-02-01T18:00:00.000Z'],
  ['on the day on which the clocks go forward', 'daily', '2027-03-28T00:59:00.000Z', '2027-03-28T17:00:00.000Z'],
  ['in summer', 'daily', '2027-07-01T16:59:00.000Z', '2027-07-01T17:00:00.000Z'],
  ['in summer, after its hour', 'daily', '2027-07-01T17:00:00.000Z', '2027-07-02T17:00:00.000Z'],
  ['in summer', 'weekly', '2027-07-01T17:00:00.000Z', '2027-07-06T17:00:00.000Z'],
  ['on the eve of the clocks going back', 'daily', '2027-10-30T17:00:00.000Z', '2027-10-31T18:00:00.000Z'],
  ['before its time', 'once', '2027-01-05T17:00:00.000Z', '2027-01-05T18:00:00.000Z'],
  ['after its time', 'once', '2027-01-05T18:00:00.000Z', null],
] as const)('resumed %s, %s: at %s its next time is %s', (_, repeats, now, next) =>
  expect(resumedAt({ ...atSeven, repeats }, now)).toBe(next),
)

it.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', null],
  ['', null],
  [undefined, null],
])('of the time zone %s it knows %s', (name, known) => expect(knownTimeZone(name)).toBe(known))
