import { expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'

const app = sharedTestApp()

const PASSWORD = 'a quiet evening prayer'

it('confirms a session for five minutes with the right password, and says no to another', async () => {
  const { data } = await app.ask('sessions.sign_up', { email: 'confirm@example.org', password: PASSWORD })
  const as = data.token
  const wrong = await app.ask('sessions.confirm', { password: 'something else' }, { as })
  expect([wrong.status, wrong.problem.code]).toEqual([400, 'sessions.wrong_password'])
  const right = await app.ask('sessions.confirm', { password: PASSWORD }, { as })
  const left = Date.parse(right.data.confirmed_until) - app.ctx.clock().getTime()
  expect(left).toBeGreaterThan(4 * 60_000)
  expect(left).toBeLessThanOrEqual(5 * 60_000)
})
