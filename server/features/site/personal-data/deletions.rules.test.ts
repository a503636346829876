import { expect, it } from 'vitest'
import { type Member, nextOwner } from './deletions.rules.ts'

const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
const member = (user_id: string, role: Member['role'], day: number): Member => ({ user_id, role, created_at: at(day) })

it.each([
  ['nobody, where there is nobody', [], undefined],
  ['nobody, where another owner stays', [member('a', 'member', 1), member('b', 'owner', 9)], undefined],
  ['the longest-standing leader', [member('a', 'member', 1), member('b', 'leader', 5), member('c', 'leader', 3)], 'c'],
  ['else the longest-standing member', [member('a', 'member', 4), member('b', 'member', 2)], 'b'],
])('hands a group to %s', (_, others, heir) => {
  expect(nextOwner(others)).toBe(heir)
})
