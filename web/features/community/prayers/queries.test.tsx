import { expect, it, vi } from 'vitest'
import { makePrayer } from '../../../test.tsx'
import {
  feedPath,
  feedQuery,
  groupPrayersQuery,
  othersFirst,
  prayerQuery,
  readFilter,
  recentlyAnsweredQuery,
} from './queries.ts'

const wall = { mine: false, view: 'newest' } as const

it.each([
  ['one’s own', [true, true, false, false], wall, [2, 0, 1, 3]],
  ['one’s own, among those that wait', [true, false], { ...wall, view: 'waiting' }, [1, 0]],
  ['another’s', [false, true, false], wall, [0, 1, 2]],
  ['nothing but one’s own', [true, true], wall, [0, 1]],
  ['one’s own, which one asked for', [true, false], { ...wall, mine: true }, [0, 1]],
  ['one’s own answer', [true, false], { ...wall, view: 'answered' }, [0, 1]],
] as const)('begins the wall with another’s request: first came %s', (_, own, filter, order) => {
  const items = own.map((is_mine, index) => makePrayer({ id: `${index}`, is_mine }))
  expect(othersFirst(items, filter).map(({ id }) => Number(id))).toEqual(order)
})

it('leads to a category in Safari before 17, whose addresses know no size', () => {
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never)
  expect(feedPath({ category: 'c1' })).toBe('/?category=c1')
})

it.each([
  ['a page of the wall', feedQuery(readFilter(new URLSearchParams())).meta],
  ['the requests of a group', groupPrayersQuery('g1').meta],
  ['one request', prayerQuery('p1').meta],
  ['what was answered lately', recentlyAnsweredQuery.meta],
])('says of %s whose request it is, and so forgets it with the session', (_, meta) =>
  expect(meta).toMatchObject({ personal: true }),
)
