import { describe, expect, it } from 'vitest'
import type { Prayer } from '../../../contract/prayers.ts'
import { makePrayer } from '../../test.tsx'
import {
  beginDeck,
  changeDeck,
  countPeople,
  endingOf,
  isForMembers,
  isPrayable,
  lit,
  pathOf,
  portionQuery,
  readRound,
  reasonOf,
  toPrayFor,
} from './round.ts'

const ID = 'b4a3c9de-5a66-4c1f-9e3e-0d6a35a5f001'
const read = (search: string) => readRound(new URLSearchParams(search))

describe('a round', () => {
  it.each([
    ['', '/', false],
    ['view=waiting', '/?view=waiting', false],
    [`category=${ID}`, `/?category=${ID}`, false],
    [`category=${ID}&view=waiting`, `/?category=${ID}&view=waiting`, false],
    ['from=groups', '/?from=groups', true],
    ['from=following', '/?from=following', true],
    ['mine=1', '/?mine=1', true],
    [`group=${ID}`, `/groups/${ID}`, true],
    [`list=${ID}`, `/prayer-lists?list=${ID}`, true],
    // Answered requests, a page of the wall and words that are no id start what there is.
    ['view=answered', '/', false],
    ['page=3', '/', false],
    ['group=mine', '/', false],
  ])('of ?%s belongs to %s; for members only: %s', (search, path, forMembers) => {
    const round = read(search)
    expect(pathOf(round)).toBe(path)
    expect(isForMembers(round)).toBe(forMembers)
  })

  it.each([
    ['', ['prayers.list', { pageSize: 20 }]],
    ['view=waiting', ['prayers.list', { pageSize: 20, page: 0, view: 'waiting', exclude_group_prayers: true }]],
    [`category=${ID}`, ['prayers.in_category', { pageSize: 20, page: 0, id: ID }]],
    ['from=groups', ['prayers.of_groups', { pageSize: 20 }]],
    ['from=following', ['prayers.list', { pageSize: 20, page: 0, following: true }]],
    [`group=${ID}`, ['prayers.in_group', { pageSize: 20, id: ID }]],
  ])('of ?%s is asked for', (search, key) => {
    const round = read(search)
    expect(round.kind !== 'list' && round.kind !== 'today' && portionQuery(round).queryKey).toEqual(key)
  })
})

it.each([
  ['open', true],
  ['ongoing', true],
  ['answered', false],
  ['answered_differently', false],
  ['passed_away', false],
  ['withdrawn', false],
  ['archived', false],
] as const)('a request that is %s is prayed through: %s', (status, is) => expect(isPrayable({ status })).toBe(is))

describe('the reason why a request is here', () => {
  const work = { id: 'c1', name: 'Work', is_machine_generated: false, confidence: null }
  const grouped = { group_id: ID, group_name: 'Evening circle' }
  it.each<[string, Partial<Prayer>, string, object | null]>([
    ['it is mine', { is_mine: true, is_following: true }, '', { sentence: 'mine' }],
    ['I follow it', { is_following: true, ...grouped }, '', { sentence: 'following' }],
    ['my group', { ...grouped, pray_count: 0 }, '', { group: 'Evening circle' }],
    ['nobody has prayed', { pray_count: 0, categories: [work] }, '', { sentence: 'first' }],
    ['its category', { categories: [work] }, '', { category: work }],
    ['nothing in particular', {}, '', null],
    ['not the group of the round', { ...grouped }, `group=${ID}`, null],
    ['not a number that is hidden', { pray_count: null }, '', null],
  ])('%s', (_, part, search, reason) => expect(reasonOf(makePrayer(part), read(search))).toEqual(reason))

  it('is not the category of the round', () => {
    const [one, other] = [{ ...work, id: ID }, work]
    expect(reasonOf(makePrayer({ categories: [one, other] }), read(`category=${ID}`))).toEqual({ category: other })
  })
})

describe('the requests of a round', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => makePrayer({ id })) as [Prayer, Prayer, Prayer]
  const deck = { prayers: [a, b, c], position: 1 }

  it('are gone through one by one, and no further than the end', () => {
    expect(changeDeck(deck, { step: 1 }).position).toBe(2)
    expect(changeDeck({ ...deck, position: 3 }, { step: 1 }).position).toBe(3)
    expect(changeDeck({ ...deck, position: 0 }, { step: -1 }).position).toBe(0)
  })

  it.each([
    ['was deleted', null],
    ['was answered', { ...c, status: 'answered' }],
    ['was withdrawn', { ...c, status: 'withdrawn' }],
  ] as [string, Prayer | null][])('leave out the next one when it %s', (_, fresh) =>
    expect(changeDeck(deck, { id: 'c', fresh })).toEqual({ prayers: [a, b], position: 1 }),
  )

  it('show the next one as it is now', () => {
    const fresh = { ...c, content: 'He is at home again.' }
    expect(changeDeck(deck, { id: 'c', fresh }).prayers[2]).toBe(fresh)
  })

  it.each(['a', 'b', 'unknown'])('keep the one on the screen and those before: %s', (id) =>
    expect(changeDeck(deck, { id, fresh: null })).toBe(deck),
  )

  it.each([
    ['a', [b, c], 0],
    ['b', [a, c], 1],
    ['c', [a, b], 1],
  ])('lose one that was not found at a press, and the reader keeps their place: %s', (gone, prayers, position) =>
    expect(changeDeck(deck, { gone })).toEqual({ prayers, position }),
  )
})

it.each([
  ['', ['a', 'c']],
  ['view=waiting', ['a', 'c']],
  ['from=groups', ['a', 'c']],
  ['mine=1', ['a', 'c', 'mine']],
  [`group=${ID}`, ['a', 'c', 'mine']],
  [`list=${ID}`, ['a', 'c', 'mine']],
])('puts others before one’s own, which the wall leaves out: ?%s', (search, ids) => {
  const prayers = [
    makePrayer({ id: 'mine', is_mine: true }),
    makePrayer({ id: 'a' }),
    makePrayer({ id: 'b', status: 'answered' }),
    makePrayer({ id: 'c' }),
  ]
  expect(toPrayFor(prayers, read(search)).map(({ id }) => id)).toEqual(ids)
})

it.each([
  [true, false, 'end'],
  [true, true, 'end_some'],
  [false, false, 'end_now'],
  [false, true, 'end_more'],
] as const)('ends truly: all prayed for %s, more to come %s', (isAll, hasMore, key) =>
  expect(endingOf(isAll, hasMore)).toBe(key),
)

it.each([
  [null, 0],
  [{ ids: ['a', 'b', 'c'], at: 'b' }, 1],
  [{ ids: ['a', 'gone', 'c'], at: 'gone' }, 2],
  [{ ids: ['a', 'b', 'c', 'gone'], at: 'gone' }, 3],
  [{ ids: ['a', 'b', 'c'], at: null }, 3],
])('begins again where one was: %o', (kept, position) => {
  const prayers = ['a', 'b', 'c'].map((id) => makePrayer({ id }))
  expect(beginDeck(prayers, kept)).toEqual({ prayers, position })
})

it('counts each person once, without the reader, and of a day each request', () => {
  const grace = { id: 'grace', display_name: 'Grace O.' }
  const anonymous = { author: null, is_anonymous: true }
  const prayed = [
    makePrayer({ id: '1', author: grace }),
    makePrayer({ id: '2', author: grace }),
    makePrayer({ id: '3', ...anonymous }),
    makePrayer({ id: '4', ...anonymous }),
    makePrayer({ id: '5', is_mine: true }),
  ].map(lit)
  expect(countPeople(prayed, { kind: 'list' })).toBe(3)
  expect(countPeople([...prayed, ...prayed.slice(0, 2)], { kind: 'today' })).toBe(5)
})
