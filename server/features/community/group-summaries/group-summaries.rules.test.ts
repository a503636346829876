import { describe, expect, it } from 'vitest'
import {
  type SummaryTimes,
  askTime,
  isReachCounted,
  isWorthTelling,
  isYoung,
  nextSummaryAt,
  wordsSince,
  stateOfReader,
  summaryPeriod,
} from './group-summaries.rules.ts'

const sunday: SummaryTimes = { rhythm: 'weekly', weekday: 7, hour: 7 }
const daily: SummaryTimes = { rhythm: 'daily', weekday: 7, hour: 7 }

/** A time of 2026 as the rules have it. */
const utc = (time: string): string => new Date(`2026-${time}Z`).toISOString()

describe('a summary is due', () => {
  it.each<[what: string, SummaryTimes, zone: string, at: string, due: string | null]>([
    ['never, where it is off', { ...sunday, rhythm: 'off' }, 'UTC', '06-10T10:00', null],
    ['this morning, when it is earlier', daily, 'Europe/Berlin', '06-10T04:59', '06-10T05:00'],
    ['tomorrow, when the hour has come', daily, 'Europe/Berlin', '06-10T05:00', '06-11T05:00'],
    ['on the coming Sunday', sunday, 'Europe/Berlin', '06-10T05:00', '06-14T05:00'],
    ['a week later, when the hour has come', sunday, 'Europe/Berlin', '06-14T05:00', '06-21T05:00'],
    ['on the coming Monday from a Sunday', { ...sunday, weekday: 1 }, 'UTC', '06-14T08:00', '06-15T07:00'],
    ['on the day of the site, not Greenwich', { ...sunday, hour: 0 }, 'Pacific/Auckland', '06-12T00:00', '06-13T12:00'],
    ['at the half hour of India', daily, 'Asia/Kolkata', '06-10T00:00', '06-10T01:30'],
    ['at the same hour after the clock goes forward', sunday, 'Europe/Berlin', '03-22T06:00', '03-29T05:00'],
    ['at the same hour after the clock goes back', sunday, 'Europe/Berlin', '10-18T05:00', '10-25T06:00'],
    ['an hour later, when its hour is skipped', { ...sunday, hour: 2 }, 'Europe/Berlin', '03-28T12:00', '03-29T01:00'],
    ['the first time, when its hour is twice', { ...sunday, hour: 2 }, 'Europe/Berlin', '10-24T12:00', '10-25T00:00'],
    ['once, on the day whose hour comes twice', { ...daily, hour: 2 }, 'Europe/Berlin', '10-25T00:00', '10-26T01:00'],
    ['in UTC, where nobody knows the time zone', daily, 'Mars/Olympus', '06-10T05:00', '06-10T07:00'],
  ])('%s', (_, times, zone, at, due) => {
    expect(nextSummaryAt(times, zone, utc(at))).toBe(due && utc(due))
  })
})

describe('a summary tells of', () => {
  // Due on Sunday, 14 June, at five.
  it.each<[what: string, 'daily' | 'weekly', at: string, last: string | null, since: string, until: string]>([
    ['a week, at first', 'weekly', '06-14T05:00:07', null, '06-07T05:00', '06-14T05:00'],
    ['a day, at first', 'daily', '06-14T05:00:07', null, '06-13T05:00', '06-14T05:00'],
    ['the day before it was due, and what came since', 'daily', '06-14T09:30', null, '06-13T05:00', '06-14T09:00'],
    ['what came since the last one', 'weekly', '06-14T05:00', '06-10T05:00', '06-10T05:00', '06-14T05:00'],
    ['the hour more after the clock went back', 'weekly', '06-14T05:00', '06-07T04:00', '06-07T04:00', '06-14T05:00'],
    ['a week, when the last one is older', 'weekly', '06-14T05:00', '05-14T05:00', '06-07T05:00', '06-14T05:00'],
    ['a week, when the clock was ahead', 'weekly', '06-14T05:00', '07-14T05:00', '06-07T05:00', '06-14T05:00'],
    ['two weeks, after the server stood still', 'weekly', '07-14T05:00', '06-07T05:00', '06-30T05:00', '07-14T05:00'],
    ['whole hours, where it is due at half past', 'daily', '06-14T05:30', '06-13T05:00', '06-13T05:00', '06-14T05:00'],
  ])('%s', (_, rhythm, at, last, since, until) => {
    const period = { due_at: utc('06-14T05:00'), at: utc(at), last_until: last && utc(last) }
    expect(summaryPeriod(rhythm, period)).toEqual({ since: utc(since), until: utc(until) })
  })

  it.each([
    [{ requests: 0, answers: 0 }, false],
    [{ requests: 1, answers: 0 }, true],
    [{ requests: 0, answers: 1 }, true],
  ])('something, or does not go out: %o', (news, is) => {
    expect(isWorthTelling(news)).toBe(is)
  })
})

it.each([
  [19, false],
  [20, true],
  [1000, true],
  [1001, false],
])('of %i others, those who have not stopped the emails are counted: %s', (others, is) => {
  expect(isReachCounted(others)).toBe(is)
})

it.each([
  ['the period, for who was there before', '2026-06-09T00:00:00.000Z', '2026-06-10T00:00:00.000Z'],
  ['since they came, for who came within it', '2026-06-10T10:30:00.000Z', '2026-06-10T10:30:00.000Z'],
])('words are those of %s', (_, reached_since, since) => {
  expect(wordsSince('2026-06-10T00:00:00.000Z', reached_since)).toBe(since)
})

describe('an address is asked', () => {
  it.each([
    ['at once', null, '2026-06-10T10:00:00.000Z'],
    ['at once, a day after another group', '2026-06-09T10:00:00.000Z', '2026-06-10T10:00:00.000Z'],
    ['a day after another group', '2026-06-10T09:00:00.000Z', '2026-06-11T09:00:00.000Z'],
  ])('%s', (_, last, due) => {
    expect(askTime('2026-06-10T10:00:00.000Z', last)).toBe(due)
  })

  it.each([
    ['waiting', null, null],
    ['confirmed', 'then', null],
    ['refused', 'then', 'later'],
    ['refused', null, 'later'],
  ])('and is %s', (state, confirmed_at, refused_at) => {
    expect(stateOfReader({ confirmed_at, refused_at })).toBe(state)
  })
})

it.each([
  ['of this week', { role: 'member', created_at: '2026-06-04T10:00:01.000Z', email_verified_at: '' }, true],
  ['of a week ago', { role: 'member', created_at: '2026-06-03T10:00:00.000Z', email_verified_at: '' }, false],
  [
    'old, with an address that nobody has confirmed',
    { role: 'member', created_at: '2020', email_verified_at: null },
    true,
  ],
  ['of this week, of the care team', { role: 'care', created_at: '2026-06-10', email_verified_at: null }, false],
] as const)('an account %s → young: %s', (_, account, young) => {
  expect(isYoung(account, new Date('2026-06-10T10:00:00.000Z'))).toBe(young)
})
