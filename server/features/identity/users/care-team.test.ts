import { expect, it } from 'vitest'
import { weekdayIn } from './care-team.ts'

const [FRIDAY, SATURDAY, SUNDAY, MONDAY] = [5, 6, 7, 1] as const

// The day of on-call plans begins at midnight of the site, whatever the clocks do there.
it.each([
  ['UTC', '2026-03-29T23:59:59.999Z', SUNDAY],
  ['UTC', '2026-03-30T00:00:00.000Z', MONDAY],
  // Summer time begins on 29 March at 2:00: midnight before it is at 23:00 UTC, midnight after it at 22:00.
  ['Europe/Berlin', '2026-03-28T22:59:59.999Z', SATURDAY],
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', SUNDAY],
  ['Europe/Berlin', '2026-03-29T21:59:59.999Z', SUNDAY],
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', MONDAY],
  // It ends on 25 October: the Sunday has 25 hours.
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', SUNDAY],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', SUNDAY],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', MONDAY],
  // Clocks leap over midnight itself: the Sunday begins at 1:00.
  ['America/Santiago', '2026-09-06T03:59:59.999Z', SATURDAY],
  ['America/Santiago', '2026-09-06T04:00:00.000Z', SUNDAY],
  ['Asia/Kolkata', '2026-03-29T18:29:59.999Z', SUNDAY],
  ['Asia/Kolkata', '2026-03-29T18:30:00.000Z', MONDAY],
  ['Pacific/Kiritimati', '2026-03-29T10:00:00.000Z', MONDAY],
  ['Pacific/Pago_Pago', '2026-03-28T10:00:00.000Z', FRIDAY],
])('in %s, %s is weekday %i', (zone, at, weekday) => {
  expect(weekdayIn(zone, new Date(at))).toBe(weekday)
})
