import { expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const app = sharedTestApp()

it('keeps the last authenticator app, and the last recovery codes, of several that are asked for at once', async () => {
  const as = await app.signIn('hannah')
  const askAtOnce = async (name: 'second_factors.begin_totp' | 'second_factors.renew_recovery_codes') => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.ask(name, {}, { as })))
    return answers.map(({ status }) => status)
  }
  expect(await askAtOnce('second_factors.begin_totp')).toEqual([200, 200, 200, 200])
  await app.ctx.db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now(app.ctx) })
    .execute()
  expect(await askAtOnce('second_factors.renew_recovery_codes')).toEqual([200, 200, 200, 200])
  expect(await app.ctx.db.selectFrom('recovery_codes').select('code_hash').execute()).toHaveLength(10)
})
