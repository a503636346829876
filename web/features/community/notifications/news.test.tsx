import { expect, it } from 'vitest'
import type { Notice } from '../../../../contract/notifications.ts'
import { noticePath, toNewsSections } from './news.ts'

const NOW = Date.parse('2026-05-22T12:00:00.000Z')
const notice = (id: string, part: Partial<Notice> = {}) =>
  ({
    id,
    kind: 'update',
    prayer_request_id: 'p1',
    decision_id: null,
    created_at: '2026-05-22T10:00:00.000Z',
    ...part,
  }) as Notice
const rows = (notices: Notice[], newIds: string[] = []) => {
  const sections = toNewsSections(notices, new Set(newIds), NOW)
  return Object.fromEntries(Object.entries(sections).map(([name, all]) => [name, all.map(({ ids }) => ids.join('+'))]))
}

it.each([
  ['one request and day share a row', [notice('b'), notice('a')], [], { new: [], week: ['b+a'], earlier: [] }],
  ['a row is new when one of it is', [notice('b'), notice('a')], ['a'], { new: ['b+a'], week: [], earlier: [] }],
  [
    'another day, kind or request has a row of its own',
    [
      notice('d'),
      notice('c', { kind: 'answered' }),
      notice('b', { prayer_request_id: 'p2' }),
      notice('a', { created_at: '2026-05-21T10:00:00.000Z' }),
    ],
    [],
    { new: [], week: ['d', 'c', 'b', 'a'], earlier: [] },
  ],
  [
    'so have decisions, and what is about no request',
    [
      notice('d', { kind: 'report', decision_id: 'x' }),
      notice('c', { kind: 'report', decision_id: 'y' }),
      notice('b', { kind: 'overdue', prayer_request_id: null }),
      notice('a', { kind: 'overdue', prayer_request_id: null }),
    ],
    [],
    { new: [], week: ['d', 'c', 'b', 'a'], earlier: [] },
  ],
  [
    'after a week it is earlier, unless it is new',
    [notice('b', { created_at: '2026-05-15T12:00:01.000Z' }), notice('a', { created_at: '2026-05-15T11:59:59.000Z' })],
    [],
    { new: [], week: ['b+a'], earlier: [] },
  ],
  [
    'an older day is earlier',
    [notice('b', { created_at: '2026-05-14T10:00:00.000Z' }), notice('a', { created_at: '2026-05-13T10:00:00.000Z' })],
    ['a'],
    { new: ['a'], week: [], earlier: ['b'] },
  ],
])('%s', (_, notices, newIds, sections) => {
  expect(rows(notices, newIds)).toEqual(sections)
})

it('leads to the group that was handed to the reader', () => {
  expect(noticePath(notice('a', { kind: 'group', prayer_request_id: null, group_id: 'g1' }))).toBe('/groups/g1')
})
