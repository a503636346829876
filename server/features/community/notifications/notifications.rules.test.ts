import { describe, expect, it } from 'vitest'
import { CROWD, tellsFirstPrayerAtOnce } from './notifications.rules.ts'

describe('the first prayer for a request is told at once', () => {
  it.each([
    ['among many', {}, CROWD, true],
    ['among many of a group', { visibility: 'group' }, CROWD, true],
    ['among many members', { visibility: 'members' }, CROWD, true],
    ['among too few', {}, CROWD - 1, false],
    ['where nobody was here', {}, 0, false],
    ['with extra privacy', { is_guarded: true }, CROWD, false],
    ['while it is held', { publication: 'held' }, CROWD, false],
    ['when it is hidden', { publication: 'hidden' }, CROWD, false],
    ['for the team alone', { visibility: 'team' }, CROWD, false],
    ['for nobody else', { visibility: 'private' }, CROWD, false],
  ] as const)('%s', (_, part, readers, expected) => {
    const row = { publication: 'published', visibility: 'public', is_guarded: false, ...part } as const
    expect(tellsFirstPrayerAtOnce(row, readers)).toBe(expected)
  })
})
