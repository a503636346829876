import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, engine } from '../../test/app.ts'
import { newTestApp } from '../../test/shared-app.ts'
import { depth, isFull } from '../../test/depth.ts'
import { newFolder } from '../../test/folder.ts'
import { makeUser } from '../../test/make.ts'
import { Refusal } from '../errors.ts'
import { createRateLimitStore } from './kept-limits.ts'
import { NewKeys } from './new-keys.ts'
import { RateLimits, type StoredCount, addressKey, defineLimit, visitorCalls } from './rate-limit.ts'

const PASSWORD = 'a quiet evening prayer'
const proxied = { limit_scale: 1, environment: { TRUSTED_PROXIES: '127.0.0.1' } }
const from = (address: string, headers = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } })
const guess = (app: TestApp, index: number, options = {}) =>
  app.ask('sessions.sign_in', { email: `nobody${index}@example.org`, password: 'wrong' }, options)

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts %s as %s', (address, key) => expect(addressKey(address)).toBe(key))

it('gives ever new addresses shared counters, and those it knows their own', async () => {
  const limits = new RateLimits({ max_keys: 100 })
  await limits.count(visitorCalls, 'known')
  for (let index = 0; index < 20_000; index += 1) await limits.count(visitorCalls, `2001:db8:0:${index.toString(16)}`)
  expect(limits.keys).toBeLessThanOrEqual(100 + 4096)
  for (let index = 0; index < 300; index += 1)
    await limits.count(visitorCalls, '2001:db8:1:1').catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
  await expect(limits.count(visitorCalls, '2001:db8:1:1')).rejects.toThrow('request.too_many')
  for (let index = 0; index < 299; index += 1) await limits.count(visitorCalls, 'known')
  await expect(limits.count(visitorCalls, 'known')).rejects.toThrow('request.too_many')
})

it('forgets how many keys were new two windows ago', () => {
  const keys = new NewKeys(60)
  const start = 1_000 * 60_000
  for (let index = 0; index < 5; index += 1) keys.add(start)
  expect([start, start + 59_000, start + 60_000, start + 119_000].map((at) => keys.count(at))).toEqual([5, 5, 5, 5])
  keys.add(start + 119_000)
  expect(keys.count(start + 120_000)).toBe(1)
  expect(keys.count(start + 600_000)).toBe(0)
})

it('goes on counting after a restart', async () => {
  const folder = newFolder()
  const before = await newTestApp({ limit_scale: 1, folder })
  const database: NodeJS.ProcessEnv = engine === 'postgres' ? { DATABASE_URL: before.ctx.config.database_url } : {}
  for (let index = 0; index < 10; index += 1) expect((await guess(before, index)).status).toBe(400)
  await before.stop()

  const after = await newTestApp({ limit_scale: 1, folder, environment: database })
  const answer = await guess(after, 11)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const { rows } = { rows: await after.ctx.db.selectFrom('rate_limits').selectAll().execute() }
  expect(rows.map(({ key }) => key).join(' ')).not.toMatch(/127\.0\.0\.1|example\.org/)
})

it('counts together with a second process on the same database', async () => {
  const folder = newFolder()
  const one = await newTestApp({ limit_scale: 1, folder })
  const database: NodeJS.ProcessEnv = engine === 'postgres' ? { DATABASE_URL: one.ctx.config.database_url } : {}
  const two = await newTestApp({ limit_scale: 1, folder, environment: database })
  for (let index = 0; index < 5; index += 1) {
    await guess(one, index)
    await guess(two, index + 100)
  }
  await one.app.limits.flush()
  await two.app.limits.flush()
  // The last count of each process brought it the other's counts; one more makes both complete.
  await guess(one, 11)
  await one.app.limits.flush()
  expect((await guess(one, 12)).status).toBe(429)
})

it('keeps what two processes count of the same people at once', async () => {
  const app = await newTestApp()
  const store = createRateLimitStore(app.ctx)
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  const counts = Array.from({ length: 2000 }, (_, index) => ({ key: `test:${index}`, points: 1, expires_at }))
  for (let round = 0; round < 3; round += 1) await Promise.all([store.add(counts), store.add(counts.toReversed())])
  const { points } = await app.ctx.db
    .selectFrom('rate_limits')
    .where('key', 'like', 'test:%')
    .select(({ fn }) => fn.sum<number>('points').as('points'))
    .executeTakeFirstOrThrow()
  expect(points).toBe(12_000)
})

describe('the store of counts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const open = () => {
    const writes: StoredCount[][] = []
    const add = (changes: StoredCount[]) => {
      writes.push(changes)
      return Promise.resolve([])
    }
    return {
      writes,
      limits: new RateLimits({
        store: { hash: (key) => key.slice('kept_of_this_test '.length), load: () => Promise.resolve([]), add },
      }),
    }
  }
  const kept = defineLimit('kept_of_this_test', 100, 60)
  const points = (changes: StoredCount[] | undefined) => changes?.map((count) => `${count.key} ${count.points}`)

  it('gets many acts in one write', async () => {
    const { writes, limits } = open()
    for (let act = 0; act < 30; act += 1) await limits.count(kept, `${act % 2}`)
    expect(writes).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(writes.map(points)).toEqual([['kept_of_this_test:0 15', 'kept_of_this_test:1 15']])
    await limits.flush()
    expect(writes).toHaveLength(1)
  })

  it('gets failures at once, also those that come in while it writes', async () => {
    const { writes, limits } = open()
    await limits.count(kept, 'act')
    await limits.countFailure(kept, 'guess')
    expect(writes.map(points)).toEqual([['kept_of_this_test:act 1', 'kept_of_this_test:guess 1']])
    await Promise.all([limits.countFailure(kept, 'guess'), limits.countFailure(kept, 'guess')])
    await limits.flush()
    expect(writes.flat().reduce((sum, count) => sum + count.points, 0)).toBe(4)
  })
})

it('forgets counts whose time is over', async () => {
  const app = await newTestApp()
  await app.ctx.db
    .insertInto('rate_limits')
    .values({ key: 'old', points: 3, expires_at: '2020-01-01T00:00:00.000Z' })
    .execute()
  await app.ctx.addJob('rate_limits.forget', {})
  await app.runJobs()
  expect(await app.ctx.db.selectFrom('rate_limits').selectAll().where('key', '=', 'old').execute()).toEqual([])
})

it('does not believe what somebody who is no trusted proxy says of their address', async () => {
  const app = await newTestApp({ limit_scale: 1 })
  for (let index = 0; index < 10; index += 1) expect((await guess(app, index)).status).toBe(400)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']) {
    const value = header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7, 127.0.0.1'
    expect([header, (await guess(app, 10, { headers: { [header]: value } })).status]).toEqual([header, 429])
  }
})

// The passwords alone take a hash each: once, since the other tests count on both engines.
const ofParish = it.skipIf(engine === 'postgres' && !isFull)
ofParish('lets all people of a parish sign in over one address', { timeout: 120_000 }, async () => {
  const app = await newTestApp(proxied)
  const ask: TestApp['ask'] = (...args) => app.ask(...args)
  // Signing up has a limit of its own, so these accounts are created before.
  const first = await ask('sessions.sign_up', { email: 'first@example.org', password: PASSWORD }, from('192.0.2.1'))
  expect(first.status).toBe(200)
  const { password_hash } = await app.ctx.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  const emails = Array.from({ length: depth.parish }, (_, index) => `member${index}@example.org`)
  for (const email of emails) await makeUser(app.ctx, { email }, password_hash)
  const hall = from('203.0.113.50')
  const comeIn = async (email: string) => {
    const { status, data } = await ask('sessions.sign_in', { email, password: PASSWORD }, hall)
    expect([email, status]).toEqual([email, 200])
    for (const name of ['sessions.current', 'prayers.list', 'notifications.active'] as const) {
      expect((await ask(name, {}, { ...hall, as: data.token })).status).toBe(200)
    }
  }
  while (emails.length > 0) await Promise.all(emails.splice(0, 10).map((email) => comeIn(email)))
  expect((await ask('prayers.list', {}, hall)).status).toBe(200)
})

it('lets somebody whose browser is known mistype while the address has failed too often', async () => {
  const app = await newTestApp(proxied)
  const hall = '203.0.113.50'
  const browser = { 'sec-fetch-site': 'same-origin' }
  const email = 'hannah@example.org'
  const signedUp = await app.ask('sessions.sign_up', { email, password: PASSWORD }, from(hall, browser))
  const known = signedUp.headers.getSetCookie().find((cookie) => cookie.startsWith('known='))
  expect(known).toMatch(/HttpOnly; SameSite=Strict/)
  const cookie = known?.split(';')[0] ?? ''
  for (let index = 0; index < 10; index += 1) await guess(app, index, from(hall))
  expect((await app.ask('sessions.sign_in', { email, password: PASSWORD }, from(hall))).status).toBe(429)
  const wrong = await app.ask('sessions.sign_in', { email, password: 'typo' }, from(hall, { cookie }))
  expect(wrong.status).toBe(400)
  expect((await app.ask('sessions.sign_in', { email, password: PASSWORD }, from(hall, { cookie }))).status).toBe(200)
  // The cookie does not help with another account, and has a limit of its own.
  expect((await guess(app, 1, from(hall, { cookie }))).status).toBe(429)
  for (let index = 0; index < 9; index += 1) {
    await app.ask('sessions.sign_in', { email, password: `guess ${index}` }, from(hall, { cookie }))
  }
  expect((await app.ask('sessions.sign_in', { email, password: PASSWORD }, from(hall, { cookie }))).status).toBe(429)
})
