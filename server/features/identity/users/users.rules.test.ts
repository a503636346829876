import { expect, it } from 'vitest'
import { roles } from '../../../../contract/users.values.ts'
import { maySuspend } from './users.rules.ts'

it.each(
  roles.flatMap((role) =>
    roles.map((target) => {
      const may = role === 'admin' || (role === 'moderator' && (target === 'limited' || target === 'member'))
      return [role, target, may] as const
    }),
  ),
)('%s suspends %s: %s', (role, target, may) => {
  expect(maySuspend({ role }, target)).toBe(may)
})
