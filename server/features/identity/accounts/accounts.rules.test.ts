import { expect, it } from 'vitest'
import type { Role } from '../../../../contract/users.ts'
import { roles } from '../../../../contract/users.values.ts'
import { maySuspend, toProfile } from '../users/users.rules.ts'
import { mayEditProfile } from './accounts.rules.ts'

const viewer = (role: Role) => ({ id: 'me', role, session_id: '', confirmed_at: '' })

it.each(
  roles.flatMap((role) =>
    roles.map((target) => {
      const may = role === 'admin' || (role === 'moderator' && (target === 'limited' || target === 'member'))
      return [role, target, may] as const
    }),
  ),
)('%s suspends %s: %s', (role, target, may) => {
  expect(maySuspend(viewer(role), target)).toBe(may)
})

it.each(roles.map((role) => [role, role === 'admin'] as const))('%s edits the profile of others: %s', (role, may) => {
  expect(mayEditProfile(viewer(role), 'other')).toBe(may)
  expect(mayEditProfile(viewer(role), 'me')).toBe(true)
})

it('tells the month in which somebody came, and no more', () => {
  const person = { id: 'hannah', display_name: 'Hannah W.', about: 'I sing.' }
  const row = { ...person, email: 'hannah@example.org', created_at: '2026-05-20T10:11:12.345Z' }
  expect(toProfile(row)).toEqual({ ...person, joined: '2026-05' })
})
