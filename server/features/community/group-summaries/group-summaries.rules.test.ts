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

describe('a summary is due', () => {
  it.each<[what: string, SummaryTimes, zone: string, at: string, due: string | null]>([
    ['never, where it is off', { ...sunday, rhythm: 'off' }, 'UTC', '2026-06-10T10:00:00.000Z', null],
    [
      'this morning, when it is earlier',
      daily,
      'Europe/Berlin',
      '2026-06-10T04:59:00.000Z',
      '2026-06-10T05:00:00.000Z',
    ],
    [
      'tomorrow, when the hour has come',
      daily,
      'Europe/Berlin',
      '2026-06-10T05:00:00.000Z',
      '2026-06-11T05:00:00.000Z',
    ],
    ['on the coming Sunday', sunday, 'Europe/Berlin', '2026-06-10T05:00:00.000Z', '2026-06-14T05:00:00.000Z'],
    [
      'a week later, when the hour has come',
      sunday,
      'Europe/Berlin',
      '2026-06-14T05:00:00.000Z',
      '2026-06-21T05:00:00.000Z',
    ],
    [
      'on the coming Monday from a Sunday',
      { ...sunday, weekday: 1 },
      'UTC',
      '2026-06-14T08:00:00.000Z',
      '2026-06-15T07:00:00.000Z',
    ],
    [
      'on the day that the site has, not Greenwich',
      { ...sunday, hour: 0 },
      'Pacific/Auckland',
      '2026-06-12T00:00:00.000Z',
      '2026-06-13T12:00:00.000Z',
    ],
    ['at the half hour of India', daily, 'Asia/Kolkata', '2026-06-10T00:00:00.000Z', '2026-06-10T01:30:00.000Z'],
    [
      'at the same hour after the clock goes forward',
      sunday,
      'Europe/Berlin',
      '2026-03-22T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'at the same hour after the clock goes back',
      sunday,
      'Europe/Berlin',
      '2026-10-18T05:00:00.000Z',
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'an hour later, when its hour is skipped',
      { ...sunday, hour: 2 },
      'Europe/Berlin',
      '2026-03-28T12:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'the first time, when its hour comes twice',
      { ...sunday, hour: 2 },
      'Europe/Berlin',
      '2026-10-24T12:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
    ],
    [
      'once, on the day whose hour comes twice',
      { ...daily, hour: 2 },
      'Europe/Berlin',
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ],
    [
      'in UTC, where nobody knows the time zone',
      daily,
      'Mars/Olympus',
      '2026-06-10T05:00:00.000Z',
      '2026-06-10T07:00:00.000Z',
    ],
  ])('%s', (_, times, zone, at, due) => {
    expect(nextSummaryAt(times, zone, at)).toBe(due)
  })
})

describe('a summary tells of', () => {
  // Due on Sunday, 14 June, at five.
  it.each<[what: string, 'daily' | 'weekly', at: string, last: string | null, since: string, until: string]>([
    [
      'a week, at first',
      'weekly',
      '2026-06-14T05:00:07.000Z',
      null,
      '2026-06-07T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'a day, at first',
      'daily',
      '2026-06-14T05:00:07.000Z',
      null,
      '2026-06-13T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'the day before it was due, and what came since',
      'daily',
      '2026-06-14T09:30:00.000Z',
      null,
      '2026-06-13T05:00:00.000Z',
      '2026-06-14T09:00:00.000Z',
    ],
    [
      'what came since the last one',
      'weekly',
      '2026-06-14T05:00:00.000Z',
      '2026-06-10T05:00:00.000Z',
      '2026-06-10T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'the hour more after the clock went back',
      'weekly',
      '2026-06-14T05:00:00.000Z',
      '2026-06-07T04:00:00.000Z',
      '2026-06-07T04:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'a week, when the last one is older',
      'weekly',
      '2026-06-14T05:00:00.000Z',
      '2026-05-14T05:00:00.000Z',
      '2026-06-07T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'a week, when the clock was ahead',
      'weekly',
      '2026-06-14T05:00:00.000Z',
      '2026-07-14T05:00:00.000Z',
      '2026-06-07T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
    [
      'two weeks, after the server stood still for long',
      'weekly',
      '2026-07-14T05:00:00.000Z',
      '2026-06-07T05:00:00.000Z',
      '2026-06-30T05:00:00.000Z',
      '2026-07-14T05:00:00.000Z',
    ],
    [
      'whole hours, also where it is due at half past',
      'daily',
      '2026-06-14T05:30:00.000Z',
      '2026-06-13T05:00:00.000Z',
      '2026-06-13T05:00:00.000Z',
      '2026-06-14T05:00:00.000Z',
    ],
  ])('%s', (_, rhythm, at, last_until, since, until) => {
    expect(summaryPeriod(rhythm, { due_at: '2026-06-14T05:00:00.000Z', at, last_until })).toEqual({ since, until })
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
