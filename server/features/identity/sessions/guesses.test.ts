import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import type { LimitKey } from '../../../http/limits/rate-limit.ts'
import { hashPassword } from '../../../passwords/passwords.ts'
import type { TestApp } from '../../../test/app.ts'
import { addTotp, codeOf } from '../../../test/authenticator.ts'
import { newTestApp } from '../../../test/shared-app.ts'
import { makeUser } from '../../../test/make.ts'
import { secondFactorFailures } from '../users/limits.ts'
import { openSession } from './sessions.commands.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'a quiet evening prayer'
const email = 'hannah@example.org'
const proxied = { limit_scale: 1, environment: { TRUSTED_PROXIES: '127.0.0.1' } }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const count = (statuses: number[], wanted: number): number => statuses.filter((status) => status === wanted).length

const guess = async (app: TestApp, index: number, options = {}, whom = email): Promise<number> =>
  (await app.ask('sessions.sign_in', { email: whom, password: `guess ${index}` }, options)).status

it('lets no more of a hundred parallel guesses at a password through than of a hundred in a row', async () => {
  const app = await newTestApp(proxied)
  await app.ask('sessions.sign_up', { email, password }, from('203.0.113.1'))
  const statuses = await Promise.all(times(100).map((index) => guess(app, index, from('203.0.113.2'))))
  expect([count(statuses, 400), count(statuses, 429)]).toEqual([10, 90])
  // From many addresses at once it is the account's limit.
  const spread = await Promise.all(times(60).map((index) => guess(app, index, from(`198.51.100.${index}`))))
  expect([count(spread, 400), count(spread, 429)]).toEqual([15, 45])
  // Even the right password then, from an address that is new to the account; from its own it lets the owner in.
  const signIn = async (address: string) =>
    (await app.ask('sessions.sign_in', { email, password }, from(address))).status
  expect([await signIn('192.0.2.1'), await signIn('203.0.113.1')]).toEqual([429, 200])
})

it('lets no more parallel guesses through at a code, a confirmation or a change of password', async () => {
  const app = await newTestApp({ limit_scale: 1 })
  const { token: as } = (await app.ask('sessions.sign_up', { email, password })).data
  const confirmed = await Promise.all(
    times(30).map(async (index) => (await app.ask('sessions.confirm', { password: `guess ${index}` }, { as })).status),
  )
  expect([count(confirmed, 400), count(confirmed, 429)]).toEqual([10, 20])
  // Nor is the right one taken then.
  expect((await app.ask('sessions.confirm', { password }, { as })).status).toBe(429)
  const { token: other } = (await app.ask('sessions.sign_up', { email: 'tomas@example.org', password })).data
  const changed = await Promise.all(
    times(30).map(async (index) => {
      const input = { currentPassword: `guess ${index}`, newPassword: 'an evening by the lake' }
      return (await app.ask('passwords.change', input, { as: other })).status
    }),
  )
  expect([count(changed, 400), count(changed, 429)]).toEqual([10, 20])
  const { secret } = await addTotp(app, as)
  const wrong = codeOf(app, secret) === '000000' ? '111111' : '000000'
  const codes = await Promise.all(
    times(30).map(async () => (await app.ask('sessions.sign_in', { email, password, code: wrong })).status),
  )
  expect([count(codes, 400), count(codes, 429)]).toEqual([10, 20])
})

it('refuses nobody with the right password because many sign in from one address at the same moment', async () => {
  const app = await newTestApp(proxied)
  const password_hash = await hashPassword(password)
  const emails = times(40).map((index) => `member${index}@example.org`)
  for (const one of emails) await makeUser(app.ctx, { email: one }, password_hash)
  const statuses = await Promise.all(
    emails.map(
      async (one) => (await app.ask('sessions.sign_in', { email: one, password }, from('203.0.113.3'))).status,
    ),
  )
  expect(count(statuses, 200)).toBe(40)
})

it('bears more mistakes of many people who share an address, and no more at one account', async () => {
  const app = await newTestApp(proxied)
  const hall = '203.0.113.4'
  for (let index = 0; index < 5; index += 1) {
    const user_id = await makeUser(app.ctx)
    const session = { user_id, device: '', address: hall, binding: undefined }
    await app.ctx.transaction((transaction) => openSession(transaction, session))
  }
  const mistakes = async (address: string) => {
    const statuses = []
    for (const index of times(15))
      statuses.push(await guess(app, index, from(address), `${address}-${index}@example.org`))
    return count(statuses, 400)
  }
  // Five who came today may be one who wants to guess.
  expect(await mistakes(hall)).toBe(10)
  app.advance(DAY_MS + 1000)
  expect(await mistakes(hall)).toBe(15)
  expect(await mistakes('203.0.113.5')).toBe(10)
  const atOne = []
  for (const index of times(12)) atOne.push(await guess(app, index, from(hall)))
  expect(count(atOne, 400)).toBe(10)
})

it('lets many sign up from one address during an event, which ends by itself', async () => {
  const app = await newTestApp(proxied)
  let made = 0
  const signUps = async (address: string) => {
    const statuses = []
    for (const _ of times(22)) {
      const input = { email: `new-${(made += 1)}@example.org`, password }
      statuses.push((await app.ask('sessions.sign_up', input, from(address))).status)
    }
    return count(statuses, 200)
  }
  expect(await signUps('203.0.113.6')).toBe(20)
  const as = await app.signIn('peter')
  const start = () => app.ask('settings.write', { name: 'event_hours', value: 4 }, { as })
  app.advance(5 * 60_000 + 1000)
  expect((await start()).problem.code).toBe('sessions.confirmation_needed')
  const peter = await app.signIn('peter')
  expect((await app.ask('settings.write', { name: 'event_hours', value: 4 }, { as: peter })).status).toBe(200)
  expect(await signUps('203.0.113.6')).toBe(22)
  const wrong = []
  for (const index of times(12)) wrong.push(await guess(app, index, from('203.0.113.6'), `x${index}@example.org`))
  expect(count(wrong, 400)).toBe(12)
  app.advance(4 * 3_600_000)
  expect(await signUps('203.0.113.7')).toBe(20)
  await app.runJobs()
  const value = async () =>
    (await app.ask('settings.read', { name: 'event_hours' }, { as: await app.signIn('peter') })).data.value
  expect(await value()).toBe(0)
})

it('does not end an event that was set again', async () => {
  const app = await newTestApp()
  await app.writeSetting('event_hours', 2)
  app.advance(3_600_000)
  await app.writeSetting('event_hours', 8)
  app.advance(3_600_000)
  await app.runJobs()
  const as = await app.signIn('peter')
  expect((await app.ask('settings.read', { name: 'event_hours' }, { as })).data.value).toBe(8)
})

it('stores a stronger hash when somebody signs in whose hash is weaker than those made now', async () => {
  const app = await newTestApp()
  const weak = await hash(password, { algorithm: 2, memoryCost: 4096, timeCost: 1, parallelism: 1 })
  const id = await makeUser(app.ctx, { email }, weak)
  const stored = async () =>
    (await app.ctx.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash
  expect(await guess(app, 1)).toBe(400)
  expect(await stored()).toBe(weak)
  expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(200)
  const strong = await stored()
  expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(200)
  expect(await stored()).toBe(strong)
})

it('waits for no try at a code in the transaction of another, for which these would wait', async () => {
  const app = await newTestApp({ limit_scale: 1 })
  const { token: as, user } = (await app.ask('sessions.sign_up', { email, password })).data
  await app.ask('second_factors.begin_totp', {}, { as })
  const keys: LimitKey[] = [[secondFactorFailures, user.id]]
  const answered = Promise.withResolvers<boolean>()
  const others = times(10).map(() => app.app.limits.attempt(keys, () => answered.promise))
  const { problem } = await app.ask('second_factors.finish_totp', { code: '000000' }, { as })
  answered.resolve(false)
  expect(problem.code).toBe('second_factors.wrong_code')
  expect(await Promise.all(others)).toEqual(times(10).map(() => false))
})
