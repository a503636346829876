import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, setRedirect } from './api.ts'
import { json, makeToken, problem, mockServer } from './test.tsx'
import { isExpired } from './send.ts'
import { markEnding, readEndingTokens, TOKEN_KEY, writeToken } from './token.ts'

const leave = vi.fn<(address: string) => void>()
const stored = () => localStorage.getItem(TOKEN_KEY)
const bearer = (headers: Headers) => headers.get('authorization')

beforeEach(() => {
  localStorage.clear()
  leave.mockClear()
  setRedirect(leave)
})
afterEach(() => localStorage.clear())

describe('isExpired', () => {
  it.each([
    [makeToken(60), false],
    [makeToken(-60), true],
    ['h.bm90IGpzb24.s', true],
    ['', true],
    ['h.e30.s', true],
  ])('%s → %s', (token, expired) => {
    expect(isExpired(token)).toBe(expired)
  })
})

describe('the token of a request', () => {
  it('is sent as it is while its time lasts', async () => {
    const token = makeToken(60)
    localStorage.setItem(TOKEN_KEY, token)
    const sent: (string | null)[] = []
    const fetched = mockServer({ 'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])) })
    await call('categories.list', {})
    expect(sent).toEqual([`Bearer ${token}`])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('is refreshed when its time is over, and the new one is sent and kept', async () => {
    const stale = makeToken(-60)
    const fresh = makeToken(600)
    localStorage.setItem(TOKEN_KEY, stale)
    const sent: (string | null)[] = []
    mockServer({
      'POST /api/auth/refresh': ({ headers }) => (sent.push(bearer(headers)), json({ user: {}, token: fresh })),
      'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])),
    })
    await call('categories.list', {})
    expect(sent).toEqual([`Bearer ${stale}`, `Bearer ${fresh}`])
    expect(stored()).toBe(fresh)
  })

  it('is removed when the refresh is refused, and the request goes out without one', async () => {
    localStorage.setItem(TOKEN_KEY, makeToken(-60))
    const sent: (string | null)[] = []
    mockServer({
      'POST /api/auth/refresh': () => problem(401, 'sessions.required'),
      'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])),
    })
    const { error } = await call('categories.list', {})
    expect(error).toBeNull()
    expect(sent).toEqual([null])
    expect(stored()).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  })

  it.each([503, 429, 500])('outlives a refresh that a busy server answers with %i', async (status) => {
    const stale = makeToken(-60)
    localStorage.setItem(TOKEN_KEY, stale)
    mockServer({ 'POST /api/auth/refresh': () => problem(status, 'server.unavailable') })
    const { error } = await call('categories.list', {})
    expect(error).toMatchObject({ status, code: 'server.unavailable' })
    expect(stored()).toBe(stale)
    expect(leave).not.toHaveBeenCalled()
  })

  it('outlives a refresh that never reached the server', async () => {
    const stale = makeToken(-60)
    localStorage.setItem(TOKEN_KEY, stale)
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const { error } = await call('categories.list', {})
    expect(error?.code).toBe('client.offline')
    expect(stored()).toBe(stale)
  })

  it('is asked for again at once when the answer is lost: later the session would end', async () => {
    const stale = makeToken(-60)
    const fresh = makeToken(600)
    localStorage.setItem(TOKEN_KEY, stale)
    const sent: (string | null)[] = []
    mockServer({
      'POST /api/auth/refresh': ({ headers }) => {
        sent.push(bearer(headers))
        return sent.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : json({ user: {}, token: fresh })
      },
      'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])),
    })
    expect((await call('categories.list', {})).error).toBeNull()
    expect(sent).toEqual([stale, stale, fresh].map((token) => `Bearer ${token}`))
    expect(stored()).toBe(fresh)
  })

  it('is refreshed once by requests that start together', async () => {
    const fresh = makeToken(600)
    localStorage.setItem(TOKEN_KEY, makeToken(-60))
    const refresh = vi.fn(() => json({ user: {}, token: fresh }))
    mockServer({ 'POST /api/auth/refresh': refresh, 'GET /api/categories': () => json([]) })
    const answers = await Promise.all([1, 2, 3].map(() => call('categories.list', {})))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('is taken from another tab that refreshed it first', async () => {
    const fresh = makeToken(600)
    localStorage.setItem(TOKEN_KEY, makeToken(-60))
    const sent: (string | null)[] = []
    const refresh = vi.fn(() => problem(401, 'sessions.required'))
    mockServer({
      'POST /api/auth/refresh': refresh,
      'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])),
    })
    let answer: Promise<unknown> | undefined
    await navigator.locks.request(TOKEN_KEY, async () => {
      answer = call('categories.list', {})
      // The request now waits for the lock that the other tab holds.
      await vi.waitUntil(async () => (await navigator.locks.query()).pending?.some(({ name }) => name === TOKEN_KEY))
      localStorage.setItem(TOKEN_KEY, fresh)
    })
    await answer
    expect(refresh).not.toHaveBeenCalled()
    expect(sent).toEqual([`Bearer ${fresh}`])
  })
})

describe('where the clock of the device is wrong', () => {
  /** A token of the server, which has just issued it, and whose clock is hours ahead of the device's. */
  const issued = (hours: number, jti: string) => {
    const iat = Math.floor(Date.now() / 1000) + hours * 3600
    return `h.${btoa(JSON.stringify({ iat, exp: iat + 600, sid: 's1', jti })).replaceAll('=', '')}.s`
  }
  const year = 365 * 24
  /** Creates a list with a token that is refused, and returns what was sent. */
  const create = async (next: string, isAccepted: (token: string | null) => boolean) => {
    const stale = issued(year, 'a')
    localStorage.setItem(TOKEN_KEY, stale)
    const sent: unknown[] = []
    mockServer({
      'POST /api/auth/refresh': () => json({ user: {}, token: next }),
      'POST /api/prayer-lists': ({ headers, body }) => {
        sent.push([bearer(headers), headers.get('idempotency-key'), body])
        return isAccepted(bearer(headers)) ? json({ id: 'l1' }) : problem(401, 'sessions.required')
      },
    })
    const { error } = await call('prayer_lists.create', { name: 'Family' }, { idempotency_key: 'k' })
    const twice = [stale, next].map((token) => [`Bearer ${token}`, 'k', { name: 'Family' }])
    return { error, sent, twice }
  }

  // Other tests know nothing of that clock.
  afterEach(async () => {
    mockServer({
      'POST /api/auth/refresh': () => json({ user: {}, token: makeToken(60) }),
      'GET /api/categories': () => json([]),
    })
    localStorage.setItem(TOKEN_KEY, issued(-2 * year, 'z'))
    await call('categories.list', {})
  })

  it('a token that the server finds too old is exchanged, and the call is made again as it was', async () => {
    const fresh = issued(year, 'b')
    const { error, sent, twice } = await create(fresh, (token) => token === `Bearer ${fresh}`)
    expect([error, sent]).toEqual([null, twice])
    expect([stored(), leave.mock.calls]).toEqual([fresh, []])
  })

  it('a call that is refused twice ends the session', async () => {
    const fresh = issued(year, 'b')
    const { error, sent, twice } = await create(fresh, () => false)
    expect([error?.status, sent]).toEqual([401, twice])
    expect(stored()).toBeNull()
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it.each([-1, -year])('a token that has just arrived is not exchanged again (%i hours)', async (hours) => {
    localStorage.setItem(TOKEN_KEY, issued(hours, 'a'))
    const refresh = vi.fn(() => json({ user: {}, token: issued(hours, 'b') }))
    mockServer({ 'POST /api/auth/refresh': refresh, 'GET /api/categories': () => json([]) })
    for (const _ of [1, 2, 3]) await call('categories.list', {})
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})

describe('a token that the browser has cleared', () => {
  const fresh = makeToken(600)
  const ask = (refresh: () => Response) => {
    const sent: (string | null)[] = []
    mockServer({
      'POST /api/auth/refresh': ({ headers }) => (sent.push(bearer(headers)), refresh()),
      'GET /api/categories': ({ headers }) => (sent.push(bearer(headers)), json([])),
    })
    return sent
  }
  beforeEach(() => {
    document.cookie = 'member=1; path=/; max-age=0'
    // The page was rendered for a member.
    document.documentElement.toggleAttribute('data-signed-in', true)
  })
  afterEach(() => {
    document.cookie = 'member=1; path=/; max-age=0'
    document.documentElement.removeAttribute('data-signed-in')
  })

  it('is given back by the cookies, once for all requests that need it', async () => {
    const sent = ask(() => json({ user: {}, token: fresh }))
    await Promise.all([1, 2].map(() => call('categories.list', {})))
    expect(sent).toEqual([null, `Bearer ${fresh}`, `Bearer ${fresh}`])
    expect(stored()).toBe(fresh)
  })

  it('is not asked for by a visitor, nor where somebody has signed out', async () => {
    const sent = ask(() => json({ user: {}, token: fresh }))
    writeToken(null)
    document.documentElement.toggleAttribute('data-signed-in', true)
    await call('categories.list', {})
    document.cookie = 'member=1; path=/; max-age=0'
    document.documentElement.removeAttribute('data-signed-in')
    await call('categories.list', {})
    expect(sent).toEqual([null, null])
    expect(stored()).toBeNull()
  })

  it('signs nobody in who signs out meanwhile', async () => {
    const sent = ask(() => (writeToken(null), json({ user: {}, token: fresh })))
    await call('categories.list', {})
    expect([sent, stored()]).toEqual([[null, null], null])
  })

  it('leaves nobody signed in when the cookies give none', async () => {
    ask(() => problem(401, 'sessions.required'))
    await call('categories.list', {})
    expect([stored(), document.documentElement.hasAttribute('data-signed-in')]).toEqual([null, false])
    expect(document.cookie).toContain('member=0')
  })
})

it('the token of a session that was left is sent as it is, also beside that of a newer one', async () => {
  const [left, newer] = [makeToken(-600), makeToken(600)]
  localStorage.setItem(TOKEN_KEY, newer)
  const sent: (string | null)[] = []
  mockServer({ 'POST /api/auth/signout': ({ headers }) => (sent.push(bearer(headers)), json({})) })
  await call('sessions.sign_out', {}, { token: left })
  expect([sent, stored()]).toEqual([[`Bearer ${left}`], newer])
})

it('tokens of sessions to be ended are kept, each until the server has ended it', () => {
  for (const one of ['a', 'b', 'a']) markEnding(one, true)
  expect(readEndingTokens()).toEqual(['b', 'a'])
  markEnding('b', false)
  expect(readEndingTokens()).toEqual(['a'])
  markEnding('a', false)
  expect(readEndingTokens()).toEqual([])
})

it('a refusal under its former code is known by the new one', async () => {
  const [code, alias] = ['prayers.too_many_today', 'prayers.too_many_this_hour']
  mockServer({ 'POST /api/prayers': () => json({ status: 429, detail: 'Wait.', code, alias }, 429) })
  const { error } = await call('prayers.create', { content: 'Please pray' })
  expect(error).toMatchObject({ status: 429, code: alias })
})

describe('a 401', () => {
  it('removes the token and leads to /signin and back', async () => {
    localStorage.setItem(TOKEN_KEY, makeToken(60))
    mockServer({ 'GET /api/categories': () => problem(401, 'sessions.required') })
    const { error } = await call('categories.list', {})
    expect(error?.code).toBe('sessions.required')
    expect(stored()).toBeNull()
    const here = encodeURIComponent(location.pathname + location.search)
    expect(leave).toHaveBeenCalledExactlyOnceWith(`/signin?return=${here}`)
  })

  it('is told once, however many calls of the session get one, and however late', async () => {
    localStorage.setItem(TOKEN_KEY, makeToken(61))
    const late = Promise.withResolvers<Response>()
    mockServer({
      'GET /api/categories': () => problem(401, 'sessions.required'),
      'GET /api/themes': () => late.promise,
    })
    const slow = call('themes.list', {})
    await Promise.all([1, 2, 3].map(() => call('categories.list', {})))
    expect(leave).toHaveBeenCalledTimes(1)
    late.resolve(problem(401, 'sessions.required'))
    expect((await slow).error?.status).toBe(401)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('of an earlier session neither ends the new one nor leads away from its page', async () => {
    localStorage.setItem(TOKEN_KEY, makeToken(62))
    const newer = makeToken(600, 'ruth')
    const answer = vi.fn(() => {
      localStorage.setItem(TOKEN_KEY, newer)
      return problem(401, 'sessions.required')
    })
    mockServer({ 'GET /api/categories': answer })
    await call('categories.list', {})
    expect([stored(), leave.mock.calls]).toEqual([newer, []])
    expect(answer, 'nor is made by whoever has signed in').toHaveBeenCalledTimes(1)
  })

  it.each(['/signin?return=%2Fprofile', '/signup'])('on %s leads to no other page', async (address) => {
    const before = location.pathname + location.search
    history.replaceState(null, '', address)
    localStorage.setItem(TOKEN_KEY, makeToken(63 + address.length))
    mockServer({ 'GET /api/categories': () => problem(401, 'sessions.required') })
    await call('categories.list', {})
    expect(leave).toHaveBeenCalledExactlyOnceWith(address)
    history.replaceState(null, '', before)
  })

  it('is answered with the token that another tab has stored meanwhile', async () => {
    const newer = makeToken(600)
    localStorage.setItem(TOKEN_KEY, makeToken(60))
    mockServer({
      'GET /api/categories': ({ headers }) => {
        localStorage.setItem(TOKEN_KEY, newer)
        return bearer(headers) === `Bearer ${newer}` ? json([]) : problem(401, 'sessions.required')
      },
    })
    expect(await call('categories.list', {})).toEqual({ data: [], error: null })
    expect(stored()).toBe(newer)
  })

  it('changes nothing for a call that asked to stay', async () => {
    const token = makeToken(60)
    localStorage.setItem(TOKEN_KEY, token)
    mockServer({ 'GET /api/auth/session': () => problem(401, 'sessions.required') })
    await call('sessions.current', {}, { ignoreUnauthorized: true })
    expect(stored()).toBe(token)
    expect(leave).not.toHaveBeenCalled()
  })
})
