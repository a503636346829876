import { expect, it } from 'vitest'
import { cannotWait, isInDanger } from './desk.rules.ts'

type Case = Parameters<typeof cannotWait>[0]
const spam: Case = {
  types: ['spam_or_money'],
  publication: 'published',
  has_open_case: false,
  is_overdue: false,
}

it.each<[string, Partial<Case>, waits: boolean]>([
  ['spam', {}, true],
  ['spam that waited too long', { is_overdue: true }, false],
  ['a crime', { types: ['illegal'] }, false],
  ['a crime that is hidden', { types: ['illegal'], publication: 'hidden' }, false],
  ['an address that others read', { types: ['private_information'] }, false],
  ['an address among other reasons', { types: ['other', 'private_information'] }, false],
  ['an address that is hidden', { types: ['private_information'], publication: 'hidden' }, true],
])('waits for a quiet moment, or not: %s', (_, part, waits) => expect(cannotWait({ ...spam, ...part })).toBe(!waits))

it.each<[string, Partial<Case>, expected: boolean]>([
  ['another reason', {}, false],
  ['danger with an open case', { types: ['spam_or_money', 'danger_to_self'], has_open_case: true }, true],
  ['danger whose case is closed', { types: ['danger_to_self'] }, false],
  ['another reason beside an open case', { has_open_case: true }, false],
])('is counted among people in danger: %s', (_, part, expected) =>
  expect(isInDanger({ ...spam, ...part })).toBe(expected),
)
