import { describe, expect, it } from 'vitest'
import type { DecisionSnapshot } from '../../community/prayers/decisions.commands.ts'
import {
  APPEAL_WINDOW_MS,
  DECISION_UNDO_WINDOW_MS,
  isUndoable,
  mayAppeal,
  publicationAfterUndo,
  setsPublication,
} from './decisions.rules.ts'

const decided_at = '2026-05-20T10:00:00.000Z'
const after = (ms: number): Date => new Date(Date.parse(decided_at) + ms)

describe('taking a decision back', () => {
  it.each([
    [0, true],
    [DECISION_UNDO_WINDOW_MS, true],
    [DECISION_UNDO_WINDOW_MS + 1, false],
  ])('%d ms later: %s', (ms, expected) => {
    expect(isUndoable({ decided_at }, after(ms))).toBe(expected)
  })

  const restores = (before: string, made: string): DecisionSnapshot => ({
    before: { publication: before as 'hidden', held_reason: null, held_at: null, kept_at: null },
    after: made as 'hidden',
    reports: [],
    account: null,
  })
  it.each([
    // before, after the decision, current, after an undo, after a successful appeal
    ['published', 'hidden', 'hidden', 'published', 'published'],
    ['published', 'deleted', 'deleted', 'published', 'published'],
    ['hidden', 'deleted', 'deleted', 'hidden', 'published'],
    ['hidden', 'published', 'published', 'hidden', null],
    ['published', 'published', 'published', null, null],
    ['held', 'held', 'held', null, 'published'],
    // Somebody has changed it since.
    ['published', 'hidden', 'deleted', null, null],
    ['published', 'hidden', 'published', null, null],
    // Its author deleted it before the decision.
    ['deleted', 'deleted', 'deleted', null, null],
  ] as const)('%s became %s and is %s: %s, or %s', (before, made, current, undone, overturned) => {
    expect(publicationAfterUndo(restores(before, made), current, 'undone')).toBe(undone)
    expect(publicationAfterUndo(restores(before, made), current, 'overturned')).toBe(overturned)
  })

  it.each([
    ['hidden', 'published', 'hidden', true],
    ['removed', 'published', 'deleted', true],
    ['none', 'hidden', 'published', true],
    ['hidden', 'hidden', 'hidden', true],
    ['kept_held', 'held', 'held', true],
    ['warned', 'hidden', 'hidden', false],
    ['none', 'published', 'published', false],
  ] as const)('%s, from %s to %s, says what a request is: %s', (decision, from, to, expected) => {
    expect(setsPublication({ decision, restores: restores(from, to) })).toBe(expected)
  })
})

describe('what an author says against it', () => {
  const standing = { decision: 'hidden' as const, decided_at, undone_at: null, appealed_at: null }
  it.each([
    ['at once', {}, 0, true],
    ['on the last day', {}, APPEAL_WINDOW_MS, true],
    ['later', {}, APPEAL_WINDOW_MS + 1, false],
    ['a second time', { appealed_at: decided_at }, 0, false],
    ['after it was taken back', { undone_at: decided_at }, 0, false],
    ['about a removal', { decision: 'removed' as const }, 0, true],
    ['about a word to them', { decision: 'warned' as const }, 0, true],
    ['about what stays held', { decision: 'kept_held' as const }, 0, true],
    ['about nothing', { decision: 'none' as const }, 0, false],
    ['about what they were never told', { decision: 'referred' as const }, 0, false],
  ])('%s', (_, part, ms, expected) => {
    expect(mayAppeal({ ...standing, ...part }, after(ms))).toBe(expected)
  })
})
