import { expect, it } from 'vitest'
import { type Member, nextOwner } from './deletions.rules.ts'

const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
const member = (user_id: string, role: Member['role'], day: number, is_active = true): Member => ({
  user_id,
  role,
  created_at: at(day),
  is_active,
})

it.each([
  ['nobody, where there is nobody', [], undefined],
  ['nobody, where another owner stays', [member('a', 'member', 1), member('b', 'owner', 9)], undefined],
  ['the longest-standing leader', [member('a', 'member', 1), member('b', 'leader', 5), member('c', 'leader', 3)], 'c'],
  ['else the longest-standing member', [member('a', 'member', 4), member('b', 'member', 2)], 'b'],
  ['nobody who is suspended', [member('a', 'leader', 1, false), member('b', 'member', 3)], 'b'],
  ['another, where the other owner is suspended', [member('a', 'owner', 1, false), member('b', 'leader', 2)], 'b'],
  ['one who is suspended, where all are', [member('a', 'leader', 1, false)], 'a'],
])('hands a group to %s', (_, others, heir) => {
  expect(nextOwner(others)).toBe(heir)
})
