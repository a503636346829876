import { describe, expect, it } from 'vitest'
import type { Role } from '../../../../contract/users.ts'
import type { HeldReason, Visibility } from '../../../../contract/prayers.ts'
import { isInSummary } from './in-summary.rules.ts'
import { initialFields } from '../../../../contract/prayers.values.ts'
import { tables } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import {
  type PrayerRow,
  type AuthorHistory,
  MAX_ASKED_EARLY_MS,
  askedAt,
  hasPassed,
  truncateToHour,
  decideHeldReason,
  decideHeldReasonOfChange,
  hasLink,
  listedAt,
  mayDeletePrayer,
  nextPrayAt,
  noParts,
  sharedColumns,
  toPrayer,
} from './prayers.rules.ts'

const viewer = (id: string, role: Role = 'member'): Viewer => ({ id, role, session_id: 's', confirmed_at: '' })

const row: PrayerRow = {
  id: 'p',
  author_id: 'hannah',
  author_name: 'Hannah W.',
  group_name: null,
  group_id: null,
  is_in_audience: true,
  ...initialFields,
  in_summary: false,
  content: 'Please pray.',
  language: 'en',
  is_anonymous: false,
  visibility: 'public',
  status: 'open',
  publication: 'published',
  held_reason: null,
  alert: null,
  pray_count: 0,
  waiting_order: 0,
  update_count: 0,
  created_at: '2026-05-09T10:42:17.123Z',
  listed_at: '2026-05-09T10:42:17.123Z',
  updated_at: '2026-05-09T11:02:00.000Z',
  answered_at: '2026-05-20T08:59:59.999Z',
  expires_at: null,
  has_prayed: 0,
  is_following: 0,
  author_takes_lines: null,
}
const parts = noParts()

describe('toPrayer', () => {
  it('names the author of a request that is not anonymous', () => {
    expect(toPrayer(row, null, parts).author).toEqual({ id: 'hannah', display_name: 'Hannah W.' })
  })

  it('shows its author the true times of an anonymous request, and that it is theirs', () => {
    const prayer = toPrayer({ ...row, is_anonymous: true }, viewer('hannah'), parts)
    expect(prayer).toMatchObject({ is_mine: true, created_at: row.created_at, author: null })
  })

  it('gives yes and no alike for both engines', () => {
    expect(
      [0, 1, true, false, null].map((has_prayed) => toPrayer({ ...row, has_prayed }, viewer('x'), parts).has_prayed),
    ).toEqual([false, true, true, false, false])
  })

  it('treats a request whose author is gone as nobody’s', () => {
    expect(toPrayer({ ...row, author_id: null }, null, parts)).toMatchObject({
      author: null,
      is_mine: false,
      may: { edit: false, delete: false },
    })
  })
})

describe('the columns of a request', () => {
  /** Columns of which readers get what a rule makes of them: the author of a named request, hours, counts that are shown. */
  const ruled = [
    'author_id',
    'publication',
    'held_reason',
    'alert',
    'pray_count',
    'created_at',
    'updated_at',
    'answered_at',
  ] as const
  /** Columns of which nobody gets anything. */
  const denied = [
    'held_at',
    'kept_at',
    'acknowledged_by',
    'acknowledged_at',
    'alert_model',
    'alert_cleared_at',
    'waiting_order',
    'listed_at',
    'last_activity_at',
    'asked_at',
    'expected_told_at',
    'deleted_at',
    'line_of',
    'phrase',
    'in_summary',
  ] as const
  const secret = (name: string) => `secret-${name}`
  const full = Object.fromEntries(
    Object.keys(tables.prayers).map((name) => [name, name.endsWith('_at') ? '2026-05-09T10:42:17.123Z' : secret(name)]),
  ) as unknown as PrayerRow

  it('are each shared, ruled or denied: a new one needs a decision', () => {
    expect(Object.keys(tables.prayers).toSorted()).toEqual([...sharedColumns, ...ruled, ...denied].toSorted())
  })

  it('make up what a reader gets, with what is read beside them', () => {
    const beside = ['author', 'categories', 'group_name', 'has_prayed', 'is_following', 'is_mine', 'may']
    const given = [
      ...sharedColumns,
      ...ruled.filter((name) => name !== 'author_id'),
      ...beside,
      'reactions',
      'my_reactions',
      'latest_update',
    ]
    expect(Object.keys(toPrayer(row, null, parts)).toSorted()).toEqual(given.toSorted())
  })

  it.each([
    ['a visitor', null],
    ['a member', viewer('tomas')],
    ['a moderator', viewer('ruth', 'moderator')],
    ['an admin', viewer('peter', 'admin')],
  ])('give %s of an anonymous request no author, no minutes and nothing of its review', (_, reader) => {
    const anonymous = { ...full, author_name: secret('author_name'), is_anonymous: true, shows_pray_count: false }
    const given = JSON.stringify(toPrayer(anonymous, reader, parts))
    expect(given).not.toContain(anonymous.author_name)
    for (const name of [...ruled, ...denied]) expect(given).not.toContain(secret(name))
    expect(given.match(/T10:42/g)).toBeNull()
    expect(given).toContain('"expires_at":"2026-05-09T10:00:00.000Z"')
  })

  it('give the day that an anonymous author hopes for as a day', () => {
    const anonymous = { ...full, is_anonymous: true, expires_at: '2026-05-20T23:59:59.999Z' }
    expect(toPrayer(anonymous, viewer('tomas'), parts).expires_at).toBe(anonymous.expires_at)
  })

  it('give the author of a request nothing that is denied', () => {
    const given = JSON.stringify(toPrayer(full, viewer(secret('author_id')), parts))
    for (const name of denied) expect(given).not.toContain(secret(name))
    expect(given).toContain(secret('alert'))
  })
})

describe('the emails of a group may hold a request', () => {
  it.each([
    ['nobody asked', undefined, false, true, false],
    ['nobody asked again', undefined, true, false, true],
    ['its author lets it into emails with words', true, false, true, true],
    ['its author lets it into emails with numbers', true, false, false, false],
    ['its author lets it in again', true, true, false, true],
    ['its author leaves it out', false, true, true, false],
  ])('%s', (_, let_in, was, has_words, expected) => {
    expect(isInSummary(let_in, { was, has_words })).toBe(expected)
  })
})

it.each(['moderator', 'admin'] as const)('a %s deletes nothing of a group, though they belong to it', (role) => {
  expect(mayDeletePrayer(viewer('ruth', role), { author_id: 'hannah', visibility: 'group' })).toBe(false)
})

describe('what holds a request', () => {
  const at = '2026-05-20T00:00:00.000Z'
  const old = { role: 'member' as Role, created_at: '2026-01-01T00:00:00.000Z', published: 5 }
  const fresh = { ...old, created_at: '2026-05-19T00:00:00.000Z', published: 0 }
  const plain = { title: null, content: 'Please pray for rain.', visibility: 'public' as Visibility, is_urgent: false }
  const linked = { ...plain, content: 'Give at https://example.org today.' }
  const urgent = { ...plain, is_urgent: true }
  type Case = [string, AuthorHistory, typeof plain, Parameters<typeof decideHeldReason>[2]['mode'], HeldReason | null]
  it.each<Case>([
    ['nothing', old, plain, 'open', null],
    ['a silenced person', { ...old, role: 'limited' }, plain, 'open', 'limited'],
    ['a silenced person among all', { ...old, role: 'limited' }, plain, 'all_held', 'all_held'],
    ['a link of a new account', fresh, linked, 'open', 'links'],
    ['a link in a title', fresh, { ...plain, title: null, content: 'See example.com now' }, 'open', 'links'],
    ['a link of an old account', { ...fresh, created_at: old.created_at }, linked, 'open', null],
    ['a link of a week-old account', { ...fresh, created_at: '2026-05-13T00:00:00.000Z' }, linked, 'open', null],
    ['a link after three requests', { ...fresh, published: 3 }, linked, 'open', null],
    ['urgency of a new account', fresh, urgent, 'open', 'urgent'],
    ['a first request', fresh, plain, 'first_post_held', 'first_post'],
    ['a second request', { ...fresh, published: 1 }, plain, 'first_post_held', null],
    ['every request', old, plain, 'all_held', 'all_held'],
    ['a link of a new account among all', fresh, linked, 'all_held', 'all_held'],
    ['urgency of a new account among all', fresh, urgent, 'all_held', 'all_held'],
    ['a moderator', { ...old, role: 'moderator' }, plain, 'all_held', null],
    ['what nobody else reads', fresh, { ...linked, visibility: 'private' }, 'all_held', null],
    [
      'what a silenced person writes to the team',
      { ...old, role: 'limited' },
      { ...plain, visibility: 'team' },
      'open',
      null,
    ],
    ['what only a group reads', fresh, { ...linked, visibility: 'group' }, 'all_held', null],
  ])('%s', (_, author, posted, mode, reason) => {
    expect(decideHeldReason(author, posted, { mode, alert: null, at })).toBe(reason)
    expect(decideHeldReason(author, posted, { mode, alert: 'self_harm', at })).toBe('crisis')
  })

  it('goes on holding what waits, and holds what is new about a request on the wall', () => {
    const held = { ...plain, publication: 'held' as const, held_reason: 'crisis' as const }
    const published = { ...plain, publication: 'published' as const, held_reason: null }
    expect(decideHeldReasonOfChange(held, { ...plain, content: 'All is well.' }, null)).toBe('crisis')
    expect(decideHeldReasonOfChange({ ...held, held_reason: 'links' }, plain, 'crisis')).toBe('crisis')
    expect(decideHeldReasonOfChange(published, linked, 'links')).toBe('links')
    expect(decideHeldReasonOfChange({ ...published, ...linked }, { ...linked, is_urgent: true }, 'links')).toBe(null)
    expect(decideHeldReasonOfChange(published, plain, 'crisis')).toBe(null)
    expect(decideHeldReasonOfChange(published, { ...plain, content: 'New words.' }, 'crisis')).toBe('crisis')
    expect(decideHeldReasonOfChange(published, { ...plain, content: 'New words.' }, 'limited')).toBe('limited')
    expect(decideHeldReasonOfChange(published, { ...plain, is_urgent: true }, 'limited')).toBe(null)
    expect(decideHeldReasonOfChange(published, { ...plain, is_urgent: true }, 'all_held')).toBe('all_held')
    expect(decideHeldReasonOfChange({ ...published, is_urgent: true }, urgent, 'all_held')).toBe(null)
    expect(decideHeldReasonOfChange({ ...published, visibility: 'private' }, plain, 'first_post')).toBe('first_post')
  })
})

describe('times', () => {
  it.each([
    ['2026-05-09T10:00:00.000Z', '2026-05-09T10:00:00.000Z'],
    ['2026-05-09T10:59:59.999Z', '2026-05-09T10:00:00.000Z'],
    ['2026-05-10T00:00:00.001Z', '2026-05-10T00:00:00.000Z'],
  ])('%s is shown as %s', (time, hour) => {
    expect(truncateToHour(time)).toBe(hour)
  })

  it('orders an anonymous request by its hour and any other by its time', () => {
    expect([listedAt('2026-05-09T10:42:17.123Z', true), listedAt('2026-05-09T10:42:17.123Z', false)]).toEqual([
      '2026-05-09T10:00:00.000Z',
      '2026-05-09T10:42:17.123Z',
    ])
  })

  it('lets a person pray again after twelve hours', () => {
    expect(nextPrayAt('2026-05-09T22:00:00.000Z')).toBe('2026-05-10T10:00:00.000Z')
  })
})

describe('the day of a request', () => {
  const noon = new Date('2026-11-26T12:00:00.000Z')
  it.each([
    ['a day that is over everywhere', '2026-11-24T23:59:59.999Z', true],
    ['a day that is not over west of Hawaii', '2026-11-25T23:59:59.999Z', false],
    ['today', '2026-11-26T23:59:59.999Z', false],
    ['a minute ago', '2026-11-26T11:59:00.000Z', true],
    ['in a minute', '2026-11-26T12:01:00.000Z', false],
  ])('has passed, or not: %s', (_, expires_at, passed) =>
    expect(hasPassed(expires_at, new Date(noon.getTime() - 1))).toBe(passed),
  )

  it.each([
    ['2026-11-26T23:59:59.999Z', 'UTC', '2026-11-26T19:00:00.000Z'],
    ['2026-11-26T23:59:59.999Z', 'America/Los_Angeles', '2026-11-27T03:00:00.000Z'],
    ['2026-11-26T23:59:59.999Z', 'Pacific/Kiritimati', '2026-11-26T05:00:00.000Z'],
    // The clocks change on this day.
    ['2026-03-29T23:59:59.999Z', 'Europe/Berlin', '2026-03-29T17:00:00.000Z'],
    ['2026-11-26T10:00:00.000Z', 'Pacific/Auckland', '2026-11-26T10:00:00.000Z'],
  ])('%s asks in %s at %s', (expires_at, zone, at) => {
    expect(new Date(askedAt(expires_at, zone)).toISOString()).toBe(at)
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(expires_at) - MAX_ASKED_EARLY_MS)
  })
})

describe('a link', () => {
  it.each([
    ['https://prizes.example', true],
    ['www.prizes.example', true],
    ['See prizes.de today', true],
    ['t.me/prizes', true],
    ['M.de la Cruz', false],
    ['J.R.de Souza', false],
    ['St. Brigid’s Parish', false],
  ])('%s: %s', (content, expected) => expect(hasLink({ title: null, content })).toBe(expected))
})
