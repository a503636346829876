import { describe, expect, it } from 'vitest'
import type { Rhythm } from '../../../../contract/notifications.values.ts'
import { type NoticeTimes, isPaused, noticeDueAt } from './notice-times.rules.ts'

const usual: NoticeTimes = {
  time_zone: 'Europe/Berlin',
  notice_hour: 7,
  quiet_from: 22,
  quiet_to: 7,
  paused_until: null,
}
const none = { quiet_from: null, quiet_to: null }

it.each([
  [null, false],
  ['2026-06-10T09:59:59.999Z', false],
  ['2026-06-10T10:00:00.000Z', false],
  ['2026-06-10T10:00:00.001Z', true],
])('is paused until %s at ten: %s', (paused_until, expected) => {
  expect(isPaused({ paused_until }, '2026-06-10T10:00:00.000Z')).toBe(expected)
})

describe('an email about a notice is due', () => {
  it.each<[what: string, at: string, Rhythm, Partial<NoticeTimes>, due: string | null]>([
    ['never, where it is off', '2026-06-10T10:00:00.000Z', 'off', {}, null],
    ['at once', '2026-06-10T10:00:00.123Z', 'at_once', {}, '2026-06-10T10:00:00.123Z'],
    [
      'at once in the last quiet hour but at its end',
      '2026-06-10T04:59:00.000Z',
      'at_once',
      {},
      '2026-06-10T05:00:00.000Z',
    ],
    ['at once when the quiet time is over', '2026-06-10T05:00:00.000Z', 'at_once', {}, '2026-06-10T05:00:00.000Z'],
    ['at once before the quiet time', '2026-06-10T19:59:59.999Z', 'at_once', {}, '2026-06-10T19:59:59.999Z'],
    ['the next morning after the evening', '2026-06-10T20:00:00.000Z', 'at_once', {}, '2026-06-11T05:00:00.000Z'],
    ['at once by night without a quiet time', '2026-06-10T01:00:00.000Z', 'at_once', none, '2026-06-10T01:00:00.000Z'],
    [
      'at once where the quiet time is empty',
      '2026-06-10T01:00:00.000Z',
      'at_once',
      { quiet_from: 5, quiet_to: 5 },
      '2026-06-10T01:00:00.000Z',
    ],
    [
      'at once where only one end is set',
      '2026-06-10T01:00:00.000Z',
      'at_once',
      { quiet_to: null },
      '2026-06-10T01:00:00.000Z',
    ],
    [
      'after a quiet time within the day',
      '2026-06-10T11:30:00.000Z',
      'at_once',
      { quiet_from: 13, quiet_to: 15 },
      '2026-06-10T13:00:00.000Z',
    ],

    ['this morning, when it is earlier', '2026-06-10T03:00:00.000Z', 'daily', {}, '2026-06-10T05:00:00.000Z'],
    ['tomorrow, when the hour has come', '2026-06-10T05:00:00.000Z', 'daily', {}, '2026-06-11T05:00:00.000Z'],
    ['tomorrow, when it is later', '2026-06-10T12:00:00.000Z', 'daily', {}, '2026-06-11T05:00:00.000Z'],
    [
      'by the site’s clock where no time zone is known',
      '2026-06-10T12:00:00.000Z',
      'daily',
      { time_zone: null },
      '2026-06-10T17:00:00.000Z',
    ],
    [
      'at a half hour of UTC',
      '2026-06-10T12:00:00.000Z',
      'daily',
      { time_zone: 'Asia/Kolkata' },
      '2026-06-11T01:30:00.000Z',
    ],
    [
      'where the quiet time ends, if the hour lies in it',
      '2026-06-10T12:00:00.000Z',
      'daily',
      { notice_hour: 23 },
      '2026-06-11T05:00:00.000Z',
    ],
    ['at midnight', '2026-06-10T12:00:00.000Z', 'daily', { notice_hour: 0, ...none }, '2026-06-10T22:00:00.000Z'],

    ['on Sunday', '2026-06-10T12:00:00.000Z', 'weekly', {}, '2026-06-14T05:00:00.000Z'],
    ['on this Sunday, before the hour', '2026-06-14T04:00:00.000Z', 'weekly', {}, '2026-06-14T05:00:00.000Z'],
    ['on the next Sunday, after the hour', '2026-06-14T05:00:00.001Z', 'weekly', {}, '2026-06-21T05:00:00.000Z'],
    [
      'on the Sunday of the person, not of UTC',
      '2026-06-13T23:00:00.000Z',
      'weekly',
      { time_zone: 'Pacific/Auckland' },
      '2026-06-20T19:00:00.000Z',
    ],

    // Berlin: 2 o'clock is skipped on 29 March 2026, and shown twice on 25 October.
    [
      'at the same hour of the clock once summer begins',
      '2026-03-28T12:00:00.000Z',
      'daily',
      {},
      '2026-03-29T05:00:00.000Z',
    ],
    ['an hour later by UTC the day before', '2026-03-27T12:00:00.000Z', 'daily', {}, '2026-03-28T06:00:00.000Z'],
    [
      'at the same hour of the clock once summer ends',
      '2026-10-24T12:00:00.000Z',
      'daily',
      {},
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'that much later, where the hour is skipped',
      '2026-03-28T12:00:00.000Z',
      'daily',
      { notice_hour: 2, ...none },
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'the first time, where the hour comes twice',
      '2026-10-24T12:00:00.000Z',
      'daily',
      { notice_hour: 2, ...none },
      '2026-10-25T00:00:00.000Z',
    ],
    [
      'not again when the hour comes twice',
      '2026-10-25T00:30:00.000Z',
      'daily',
      { notice_hour: 2, ...none },
      '2026-10-26T01:00:00.000Z',
    ],
    ['weekly across the change', '2026-03-23T12:00:00.000Z', 'weekly', {}, '2026-03-29T05:00:00.000Z'],
    [
      'after a quiet time whose end is skipped',
      '2026-03-29T00:30:00.000Z',
      'at_once',
      { quiet_to: 2 },
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'after a quiet time over the hour that comes twice',
      '2026-10-25T01:30:00.000Z',
      'at_once',
      { quiet_to: 3 },
      '2026-10-25T02:00:00.000Z',
    ],
    [
      'across a day that a zone skips',
      '2011-12-29T20:00:00.000Z',
      'daily',
      { time_zone: 'Pacific/Apia' },
      '2011-12-30T17:00:00.000Z',
    ],
    [
      'by Lord Howe, whose clock moves by half an hour',
      '2026-10-03T20:00:00.000Z',
      'daily',
      { time_zone: 'Australia/Lord_Howe' },
      '2026-10-04T20:00:00.000Z',
    ],
  ])('%s', (_, at, rhythm, times, due) => {
    expect(noticeDueAt(at, rhythm, { ...usual, ...times }, 'Pacific/Honolulu')).toBe(due)
  })

  it('never before the notice, nor in the quiet time, whatever the hour of the year', () => {
    for (const time_zone of ['Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC']) {
      for (let hour = 0; hour < 365 * 24; hour += 5) {
        const at = new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString()
        for (const rhythm of ['at_once', 'daily', 'weekly'] as const) {
          const due = noticeDueAt(at, rhythm, { ...usual, time_zone, notice_hour: hour % 24 }, 'UTC') ?? ''
          const local = Temporal.Instant.from(due).toZonedDateTimeISO(time_zone)
          expect(due >= at && local.hour >= 7 && local.hour < 22, `${at} ${time_zone} ${rhythm} ${due}`).toBe(true)
          if (rhythm !== 'at_once') expect(local.minute).toBe(0)
        }
      }
    }
  })
})
