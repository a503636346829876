import { describe, expect, it } from 'vitest'
import type { ReportType } from '../../../contract/reports.ts'
import { hides, statusAfter, storedDecision } from './reports.rules.ts'

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
    expect(hides(types)).toBe(expected)
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

  it('about an account is referred to those who may change accounts', () => {
    expect([storedDecision('limited'), storedDecision('banned'), storedDecision('hidden')]).toEqual([
      'referred',
      'referred',
      'hidden',
    ])
  })
})
