import { describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const password = 'a quiet evening prayer'
const own = { 'sec-fetch-site': 'same-origin' }
const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' })
const allowed = from('https://app.example.org')
const sibling = { origin: 'https://second.example.org', 'sec-fetch-site': 'same-site' }
const evil = from('https://evil.example')

describe('a page of another origin', () => {
  const app = sharedTestApp({
    environment: { CORS_ORIGINS: 'https://app.example.org, https://second.example.org' },
  })

  let made = 0
  const newEmail = () => `other-origins-${(made += 1)}@example.org`
  const signUp = async (headers: Record<string, string>) => {
    const email = newEmail()
    const answer = await app.ask('sessions.sign_up', { email, password }, { headers })
    return { ...answer.data, email, cookies: answer.headers.getSetCookie() }
  }
  const refresh = (as: string, headers: Record<string, string>) => app.ask('sessions.refresh', {}, { as, headers })
  const status = async (as: string) => (await app.ask('sessions.current', {}, { as, headers: allowed })).status

  it('signs in without a cookie, and stays signed in by its token', async () => {
    const { token, email, cookies } = await signUp(allowed)
    expect(cookies).toEqual([])
    const again = await app.ask('sessions.sign_in', { email, password }, { headers: allowed })
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []])
    expect(again.headers.get('access-control-allow-credentials')).toBeNull()
    app.advance(11 * MINUTE_MS)
    expect(await status(token)).toBe(401)
    const answer = await refresh(token, allowed)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed.origin])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await status(answer.data.token)).toBe(200)
  })

  it('is refreshed by pages of the same origin only', async () => {
    const { token } = await signUp(allowed)
    for (const headers of [sibling, own, {}]) expect((await refresh(token, headers)).status).toBe(401)
    expect((await refresh(token, evil)).status).toBe(403)
    expect((await refresh(token, allowed)).status).toBe(200)
  })

  it('never uses the cookies of the site, nor touches them', async () => {
    const site = await signUp(own)
    const cookie = site.cookies.map((line) => line.split(';')[0]).join('; ')
    expect((await refresh(site.token, { ...allowed, cookie })).status).toBe(401)
    expect((await refresh(site.token, { ...sibling, cookie })).status).toBe(401)
    const other = await signUp(allowed)
    const left = await app.ask('sessions.sign_out', {}, { as: other.token, headers: { ...allowed, cookie } })
    expect([left.status, left.headers.getSetCookie()]).toEqual([200, []])
    expect((await refresh(site.token, { ...own, cookie })).status).toBe(200)
  })

  it('loses the session when an older token is used again, and after seven days in any case', async () => {
    const stolen = await signUp(allowed)
    const { token } = (await refresh(stolen.token, allowed)).data
    app.advance(MINUTE_MS)
    expect((await refresh(stolen.token, allowed)).status).toBe(401)
    expect((await refresh(token, allowed)).status).toBe(401)

    let live = (await signUp(allowed)).token
    for (let day = 0; day < 6; day += 1) {
      app.advance(DAY_MS)
      const answer = await refresh(live, allowed)
      expect(answer.status).toBe(200)
      live = answer.data.token
    }
    app.advance(DAY_MS)
    expect((await refresh(live, allowed)).status).toBe(401)
  })

  it('is named in the list of sessions', async () => {
    const { token, email } = await signUp(own)
    await app.ask('sessions.sign_in', { email, password }, { headers: allowed })
    await app.ask('sessions.sign_in', { email, password })
    const { data } = await app.ask('devices.list', {}, { as: token })
    expect(data.filter(({ origin }) => origin === null)).toHaveLength(2)
    expect(data.map(({ origin }) => origin)).toContain(allowed.origin)
  })

  it('that is not allowed can do nothing', async () => {
    const { token, email } = await signUp(allowed)
    for (const headers of [
      evil,
      from('null'),
      from('https://app.example.org.evil.example'),
      from('http://app.example.org'),
      from('https://app.example.org:444'),
    ]) {
      const answer = await app.ask('sessions.sign_in', { email, password }, { headers })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      const read = await app.ask('sessions.current', {}, { as: token, headers })
      expect(read.headers.get('access-control-allow-origin')).toBeNull()
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const left = await app.fetch('/api/auth/signout', { method: 'POST', headers: form, body: 'x=1' })
      expect(left.status).toBeGreaterThanOrEqual(403)
      const asked = { ...headers, 'access-control-request-method': 'POST' }
      const preflight = await app.fetch('/api/prayers', { method: 'OPTIONS', headers: asked })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('is told by a preflight what it may send, without credentials', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await app.fetch('/api/auth/refresh', {
        method: 'OPTIONS',
        headers: {
          origin: allowed.origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe(allowed.origin)
      expect(answer.headers.get('access-control-allow-methods')).toContain(method)
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/)
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })
})

it('an origin that is taken off the list refreshes its sessions no more', async () => {
  const before = await newTestApp({ environment: { CORS_ORIGINS: allowed.origin } })
  const { data } = await before.ask(
    'sessions.sign_up',
    { email: 'taken-off@example.org', password },
    { headers: allowed },
  )
  before.ctx.config.cors_origins.length = 0
  for (const headers of [allowed, {}])
    expect((await before.ask('sessions.refresh', {}, { as: data.token, headers })).status).not.toBe(200)
})
