import { describe, expect, it } from 'vitest'
import { isInHands, reachOf, receiversOf, stepDueAt } from './alarms.rules.ts'

const everyone = () => true
const monday = 1

describe('whom a step of an alarm tells', () => {
  const team = {
    on_duty: ['anna'],
    on_call: [
      { id: 'anna', weekdays: [1] },
      { id: 'peter', weekdays: [7] },
      { id: 'maria', weekdays: [3, 5] },
    ],
    care: ['ines', 'anna'],
    weekday: monday,
  }

  it.each([
    [0, ['anna']],
    [1, ['maria']],
    [2, ['ines', 'anna', 'peter', 'maria']],
  ])('step %i: those on duty, whoever is on call next, everybody', (step, told) => {
    expect(receiversOf(step, team, everyone)).toEqual(told)
  })

  it('goes on to the next step where nobody of this one can be reached', () => {
    expect(receiversOf(0, team, (id) => id !== 'anna')).toEqual(['maria'])
    expect(receiversOf(0, team, (id) => id === 'ines')).toEqual(['ines'])
    expect(receiversOf(0, team, () => false)).toEqual([])
  })

  it('tells the rest of the care team after those on duty where nobody else is on call', () => {
    const small = {
      on_duty: ['anna'],
      on_call: [{ id: 'anna', weekdays: [] }],
      care: ['anna', 'ines'],
      weekday: monday,
    }
    expect(receiversOf(1, small, everyone)).toEqual(['ines'])
  })

  it('tells the same people again where there are no others', () => {
    const alone = { on_duty: ['ines'], on_call: [], care: ['ines'], weekday: monday }
    expect([0, 1, 2].map((step) => receiversOf(step, alone, everyone))).toEqual([['ines'], ['ines'], ['ines']])
  })
})

it.each([
  [0, '2026-03-29T00:50:00.000Z'],
  [1, '2026-03-29T01:05:00.000Z'],
  [2, '2026-03-29T01:50:00.000Z'],
])('step %i is due at %s, also across a change of the clocks', (step, due) => {
  expect(stepDueAt('2026-03-29T00:50:00.000Z', step)).toBe(due)
})

it.each([
  [null, false],
  ['2026-01-01T01:00:00.000Z', true],
  ['2025-12-31T23:00:00.000Z', false],
])('a case taken on at %s is in hands: %s', (acknowledged_at, is) => {
  expect(isInHands(acknowledged_at, new Date('2026-01-01T11:30:00.000Z'))).toBe(is)
})

it.each([
  [{ is_set_up: false, receivers: 2, has_failed: false }, 'no_mail'],
  [{ is_set_up: true, receivers: 0, has_failed: false }, 'nobody_on_call'],
  [{ is_set_up: true, receivers: 2, has_failed: true }, 'alarm_failed'],
  [{ is_set_up: true, receivers: 2, has_failed: false }, 'reachable'],
] as const)('with %o an alarm is %s', (given, reach) => {
  expect(reachOf(given)).toBe(reach)
})
