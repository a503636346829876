import { expect, it } from 'vitest'
import { escapeText, foldLine, writeCalendar } from './calendar-text.rules.ts'

it.each([
  ['a, b; c\\d', String.raw`a\, b\; c\\d`],
  ['one\r\ntwo\rthree\nfour', String.raw`one\ntwo\nthree\nfour`],
  ['bell\u0007\u0000', 'bell'],
])('writes %j as %j', (text, written) => expect(escapeText(text)).toBe(written))

it.each([['a'.repeat(300)], ['祷'.repeat(120)], ['🕯️ prière '.repeat(30)], ['a'.repeat(75)], ['']])(
  'folds %s at 75 bytes, never within a character',
  (line) => {
    const folded = foldLine(line)
    const lines = folded.split('\r\n')
    expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true)
    expect(folded.replaceAll('\r\n ', '')).toBe(line)
    expect(lines.length > 1).toBe(Buffer.byteLength(line) > 75)
  },
)

it('writes days, moments and times of a wall clock with the changes of its zone', () => {
  const text = writeCalendar(
    [
      { id: '1', title: 'Pray: Family', url: 'https://pray.example.org/a', ...daily('Europe/London') },
      { id: '2', title: 'A prayer request', url: 'https://pray.example.org/b', rule: null, starts: day },
      { id: '3', title: 'Once', url: 'https://pray.example.org/c', rule: null, starts: moment },
    ],
    { name: 'Oremus', host: 'pray.example.org', at: moment },
  )
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = text.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'TZID:Europe/London',
      // The clock goes forward on 28 March 2027 at one.
      'DTSTART:20270328T010000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0100',
      'DTSTART;TZID=Europe/London:20261127T070000',
      'RRULE:FREQ=DAILY',
      'UID:1@pray.example.org',
      'DTSTART;VALUE=DATE:20261224',
      'DTSTART:20261126T120000Z',
    ]),
  )
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(3)
  expect(lines.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(1)
})

it('keeps the sign of a zone west of Greenwich', () => {
  const event = { id: '1', title: 'Pray', url: 'https://pray.example.org/a', ...daily('America/New_York') }
  const text = writeCalendar([event], { name: 'Oremus', host: 'pray.example.org', at: moment })
  expect(text).toContain('TZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\n')
})

const moment = Temporal.Instant.from('2026-11-26T12:00:00.250Z')
const day = Temporal.PlainDate.from('2026-12-24')
const daily = (zone: string) => ({
  rule: 'FREQ=DAILY',
  starts: Temporal.Instant.from('2026-11-27T07:00:00Z').toZonedDateTimeISO(zone),
})
