import { dayIn } from '../../identity/accounts/notice-times.rules.ts'
import { describe, expect, it } from 'vitest'
import { type Candidate, type Candidates, choosePortion, isOfDay, toTodayChoices } from './today.rules.ts'

const one = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  prayer_list_id: null,
  prayed_at: null,
  waiting_order: 0,
  is_thankful: false,
  is_own: false,
  ...more,
})
const many = (name: string, count: number, more: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, index) => one(`${name}${index}`, more))
const none: Candidates = { day: [], list: [], following: [], group: [], waiting: [] }
const choose = (candidates: Partial<Candidates>, more: Partial<Parameters<typeof choosePortion>[0]> = {}) =>
  choosePortion({
    candidates: { ...none, ...candidates },
    choices: toTodayChoices({}),
    has_chosen: true,
    seed: 'hannah 2026-05-22',
    kept: [],
    ...more,
  })
const reasons = (chosen: { reason: string }[]) => chosen.map(({ reason }) => reason).join(' ')

describe('the requests of a day', () => {
  it.each([
    [
      'from everywhere',
      { day: 1, list: 9, following: 9, group: 9, waiting: 9 },
      'day list list following group waiting waiting',
    ],
    ['a day of many surgeries', { day: 9, list: 9, waiting: 9 }, 'day day day list list waiting waiting'],
    ['nothing but surgeries', { day: 9 }, 'day day day day day day day'],
    ['few lists', { list: 2, waiting: 9 }, 'list list waiting waiting waiting waiting waiting'],
    ['a small site', { group: 1, waiting: 2 }, 'group waiting waiting'],
    ['an empty site', {}, ''],
  ] as const)('%s', (_, counts, expected) => {
    const candidates = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, many(name, count)]))
    expect(reasons(choose(candidates))).toBe(expected)
  })

  it('are as many as one chose, from where one chose, and the same each time', () => {
    const everything = Object.fromEntries(Object.keys(none).map((name) => [name, many(name, 40)]))
    for (const count of [3, 7, 15]) {
      const choices = { ...toTodayChoices({ count }), list: false, waiting: false }
      const chosen = choose(everything, { choices })
      expect(chosen).toHaveLength(count)
      expect(new Set(chosen.map(({ reason }) => reason))).toEqual(new Set(['day', 'following', 'group']))
      expect(choose(everything, { choices })).toEqual(chosen)
      expect(choose(everything, { choices, seed: 'hannah 2026-05-23' })).not.toEqual(chosen)
    }
  })

  it('are two for somebody who has nothing of their own yet', () => {
    expect(choose({ waiting: many('w', 9) }, { has_chosen: false })).toHaveLength(2)
    expect(choose({ waiting: many('w', 9), group: many('g', 1) }, { has_chosen: false })).toHaveLength(7)
  })

  it('come once each, though one is in several places', () => {
    const same = many('a', 3)
    const chosen = choose({ day: same, list: same, following: same, group: same, waiting: same })
    expect(chosen.map(({ id }) => id).toSorted()).toEqual(['a0', 'a1', 'a2'])
  })

  it('are one of each list before the second of any, the longest not prayed for first', () => {
    const list = [
      ...['f1', 'f2'].map((id, index) =>
        one(id, { prayer_list_id: 'family', prayed_at: `2026-05-0${index + 1}T00:00:00.000Z` }),
      ),
      one('w1', { prayer_list_id: 'work', prayed_at: '2026-05-09T00:00:00.000Z' }),
    ]
    const chosen = choose({ list }).map(({ id }) => id)
    expect(new Set(chosen.slice(0, 2))).toEqual(new Set(['f1', 'w1']))
    expect(chosen[2]).toBe('f2')
  })

  it('are those that wait most, and of these not the ones that one prayed for before', () => {
    const waiting = [
      ...many('often', 9, { waiting_order: 30 }),
      ...many('mine', 2, { prayed_at: '2026-05-01T00:00:00.000Z' }),
      ...many('never', 3),
    ]
    const ids = choose({ waiting }).map(({ id }) => id)
    expect(new Set(ids.slice(0, 3))).toEqual(new Set(['never0', 'never1', 'never2']))
    expect(ids.filter((id) => id.startsWith('mine'))).toEqual([])
  })

  it('hold one that gives thanks, where there is one', () => {
    const waiting = [...many('w', 9), one('thanks', { is_thankful: true, waiting_order: 9 })]
    expect(choose({ waiting }).map(({ id }) => id)).toContain('thanks')
  })

  it('begin with somebody else', () => {
    const list = [one('own', { is_own: true, prayer_list_id: 'a' })]
    expect(choose({ list, waiting: many('w', 9) })[0]?.reason).toBe('waiting')
    expect(choose({ list })[0]?.id).toBe('own')
  })

  it('keep what one prayed for when they are chosen anew', () => {
    const kept = [{ id: 'w3', reason: 'waiting' as const, prayer_list_id: null }]
    const chosen = choose({ waiting: many('w', 9) }, { kept, choices: toTodayChoices({ count: 3 }) })
    expect(chosen).toHaveLength(3)
    expect(chosen[0]).toEqual(kept[0])
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(3)
  })
})

it.each([
  ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  // A midnight that the clock skips: the day begins at one.
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-05-22T10:00:00Z', '2026-05-23', '2026-05-22T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-05-22T06:59:00Z', '2026-05-21', '2026-05-21T07:00:00.000Z'],
])('in %s at %s it is %s since %s', (zone, at, day, since) => {
  expect(dayIn(zone, new Date(at))).toEqual({ day, since })
})

it.each([
  ['2026-05-22T23:59:59.999Z', 'Pacific/Auckland', true],
  ['2026-05-22T23:59:59.999Z', 'America/Los_Angeles', true],
  ['2026-05-22T20:00:00.000Z', 'Pacific/Auckland', false],
  ['2026-05-22T20:00:00.000Z', 'America/Los_Angeles', true],
])('%s is of 22 May in %s: %s', (expires_at, zone, expected) => {
  expect(isOfDay(expires_at, '2026-05-22', zone)).toBe(expected)
})

it.each([
  [undefined, 7],
  [{ count: 1 }, 3],
  [{ count: 99 }, 15],
  [{ count: 5, list: false, gone: true }, 5],
])('%j means so many a day: %i', (stored, count) => {
  expect(toTodayChoices(stored)).toMatchObject({ count, day: true })
})
