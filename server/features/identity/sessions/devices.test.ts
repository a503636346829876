import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

const MISSING = '00000000-0000-7000-8000-000000000000'
const password = 'a quiet evening prayer'
const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-site': 'same-origin',
}

describe('devices', () => {
  const app = sharedTestApp()

  let made = 0
  const signUp = async () => {
    const email = `devices-${(made += 1)}@example.org`
    const { data } = await app.ask('sessions.sign_up', { email, password }, { headers: firefox })
    const again = async () => (await app.ask('sessions.sign_in', { email, password })).data.token
    return { token: data.token, id: data.user.id, again }
  }
  const list = async (as: string) => (await app.ask('devices.list', {}, { as })).data
  const status = async (as: string) => (await app.ask('sessions.current', {}, { as })).status

  it('are one’s own living sessions, without addresses', async () => {
    const { token, again } = await signUp()
    const other = await again()
    const { data, text } = await app.ask('devices.list', {}, { as: token })
    expect(data.map(({ device, is_current }) => [device, is_current])).toEqual(
      expect.arrayContaining([
        ['Firefox, Linux', true],
        ['', false],
      ]),
    )
    expect(Object.keys(data[0] ?? {}).toSorted()).toEqual([
      'created_at',
      'device',
      'id',
      'is_current',
      'last_seen_at',
      'origin',
    ])
    expect(text).not.toContain('127.0.0.1')
    await app.ask('sessions.sign_out', {}, { as: other })
    expect(await list(token)).toHaveLength(1)
  })

  it('end one by one, on their next request', async () => {
    const { token, again } = await signUp()
    const other = await again()
    const id = (await list(token)).find(({ is_current }) => !is_current)?.id ?? ''
    expect((await app.ask('devices.end', { id }, { as: token })).data).toEqual({ id })
    expect([await status(other), await status(token)]).toEqual([401, 200])
    expect((await app.ask('sessions.refresh', {}, { as: other })).status).toBe(401)
    const twice = await app.ask('devices.end', { id }, { as: token })
    expect([twice.status, twice.problem.code]).toEqual([404, 'sessions.not_found'])
    const own = (await list(token))[0]?.id ?? ''
    const answer = await app.ask('devices.end', { id: own }, { as: token })
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(await status(token)).toBe(401)
  })

  it('end all at once, with the link of the calendar, without or with the one in the hand', async () => {
    const { token, again } = await signUp()
    const others = [await again(), await again()]
    const bystander = await signUp()
    const calendar = (await app.ask('calendar_feeds.make', {}, { as: token })).data.path
    expect((await app.ask('devices.end_all', {}, { as: token })).data).toEqual({ ended: 2 })
    expect(await Promise.all([token, ...others].map(status))).toEqual([200, 401, 401])
    expect((await app.fetch(calendar)).status).toBe(404)
    const last = await app.ask('devices.end_all', { including_this: true }, { as: token })
    expect(last.data).toEqual({ ended: 1 })
    expect(last.headers.get('clear-site-data')).toBe('"cache"')
    expect(await status(token)).toBe(401)
    expect(await status(bystander.token)).toBe(200)
    expect((await app.ask('devices.end_all', { user_id: MISSING }, { as: bystander.token })).status).toBe(400)
  })

  it('are not listed once their time is over', async () => {
    const { token, again } = await signUp()
    let live = token
    for (let day = 0; day < 2; day += 1) {
      app.advance(8 * DAY_MS)
      live = (await app.ask('sessions.refresh', {}, { as: live, headers: {} })).data.token ?? live
    }
    // The first session is bound to a browser and cannot be refreshed without its cookie: sixteen days idle.
    const fresh = await again()
    expect((await list(fresh)).map(({ is_current }) => is_current)).toEqual([true])
  })

  it('leave nothing behind three months after their time, whether they were ended or not', async () => {
    const { id, token, again } = await signUp()
    const stored = async () =>
      (await app.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length
    await app.ask('sessions.sign_out', {}, { as: token })
    await again()
    app.advance(179 * DAY_MS)
    await again()
    await app.runJobs()
    expect(await stored()).toBe(3)
    app.advance(2 * DAY_MS)
    await app.runJobs()
    expect(await stored()).toBe(1)
  })

  it('that pile up for years are forgotten a page at a time', async () => {
    const { id } = await signUp()
    const row = await app.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    const old = { created_at: '2016-01-01T00:00:00.000Z', expires_at: '2016-03-31T00:00:00.000Z' }
    await app.ctx.db
      .insertInto('sessions')
      .values(Array.from({ length: 1200 }, () => ({ ...row, ...old, id: randomUUID() })))
      .execute()
    app.advance(HOUR_MS)
    await app.runJobs()
    const left = await app.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(left.map((session) => session.id)).toEqual([row.id])
  })
})
