import { expect, it } from 'vitest'
import { hasRole, isModerator, isStaff } from './roles.ts'
import type { Role } from './users.ts'
import { roles } from './users.values.ts'

it.each<[Role, staff: boolean, moderator: boolean]>([
  ['limited', false, false],
  ['member', false, false],
  ['care', true, false],
  ['moderator', true, true],
  ['admin', true, true],
])('%s: staff %s, moderator %s', (role, staff, moderator) => {
  expect(isStaff(role)).toBe(staff)
  expect(isModerator(role)).toBe(moderator)
})

it.each<[Role, may: Role[]]>([
  ['limited', ['limited', 'member']],
  ['member', ['limited', 'member']],
  ['care', ['limited', 'member', 'care']],
  ['moderator', ['limited', 'member', 'care', 'moderator']],
  ['admin', ['limited', 'member', 'care', 'moderator', 'admin']],
])('%s has the role of %j', (role, may) => {
  expect(roles.filter((atLeast) => hasRole(role, atLeast))).toEqual(may)
})
