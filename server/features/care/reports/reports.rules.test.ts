import { describe, expect, it } from 'vitest'
import type { ReportType } from '../../../../contract/reports.ts'
import { shouldHide, isOverdue, mayDecideReport, statusAfter, decisionToStore } from './reports.rules.ts'

describe('whether reports hide what they are about', () => {
  it.each<[ReportType[], boolean]>([
    [[], false],
    [['spam_or_money'], false],
    [['spam_or_money', 'hate'], false],
    [['spam_or_money', 'hate', 'other'], true],
    [['private_information'], true],
    [['danger_to_self', 'danger_to_self', 'danger_to_self'], false],
    [['miscategorized', 'miscategorized', 'miscategorized'], false],
    [['danger_to_self', 'hate', 'other'], false],
  ])('%j: %s', (types, expected) => {
    expect(shouldHide(types)).toBe(expected)
  })
})

describe('a decision', () => {
  it.each([
    ['open', {}, 'open'],
    ['open', { decision: 'none' }, 'open'],
    ['open', { decision: 'hidden' }, 'actioned'],
    ['open', { status: 'dismissed' }, 'dismissed'],
    ['actioned', { status: 'in_review' }, 'in_review'],
    ['in_review', { decision: 'warned', status: 'in_review' }, 'in_review'],
  ] as const)('%s, %j: %s', (before, change, after) => {
    expect(statusAfter(before, change)).toBe(after)
  })

  it.each([
    ['limited', false, 'a', 'limited'],
    ['banned', false, 'a', 'banned'],
    ['banned', true, 'a', 'referred'],
    ['limited', 1, 'a', 'referred'],
    ['banned', false, null, 'referred'],
    ['hidden', true, null, 'hidden'],
  ] as const)('%s about an author who hides their name (%s) and is %s: %s', (asked, is_anonymous, author_id, kept) => {
    expect(decisionToStore(asked, { is_anonymous, author_id })).toBe(kept)
  })
})

describe('who decides', () => {
  it.each([
    ['moderator', null, true],
    ['moderator', 'me', true],
    ['moderator', 'somebody else', false],
    ['admin', 'somebody else', true],
  ] as const)('a %s, when %s looks after it: %s', (role, assigned_to, expected) => {
    expect(mayDecideReport({ id: 'me', role }, { assigned_to })).toBe(expected)
  })
})

describe('waiting too long', () => {
  const created_at = '2026-05-20T00:00:00.000Z'
  it.each([
    ['danger_to_self', 'open', 1, false],
    ['danger_to_self', 'open', 1.1, true],
    ['danger_to_self', 'in_review', 24, false],
    ['danger_to_self', 'in_review', 25, true],
    ['other', 'open', 24, false],
    ['other', 'open', 25, true],
    ['other', 'in_review', 72, false],
    ['other', 'in_review', 73, true],
    ['other', 'dismissed', 1000, false],
    ['danger_to_self', 'actioned', 1000, false],
  ] as const)('%s, %s, after %d h: %s', (report_type, status, hours, expected) => {
    const at = new Date(Date.parse(created_at) + hours * 3_600_000)
    expect(isOverdue({ report_type, status, created_at }, at)).toBe(expected)
  })
})
