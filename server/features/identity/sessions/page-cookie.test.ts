import { describe, expect, it } from 'vitest'
import { fetchSession, readPageViewer, signPageSession, verifyToken } from '../../../http/session.ts'
import type { TestApp } from '../../../test/app.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { openSession } from './sessions.commands.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'a quiet evening prayer'
const browser = { 'sec-fetch-site': 'same-origin' }

const app = sharedTestApp()

/** Cookies that an answer sets, by name. */
const cookiesOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=') ?? []))

let made = 0
async function signUp() {
  const email = `page-${(made += 1)}@example.org`
  const answer = await app.ask('sessions.sign_up', { email, password }, { headers: browser })
  const cookies = cookiesOf(answer.headers)
  return { ...answer.data, page: cookies['page'], binding: cookies['rb'] }
}
type Session = Awaited<ReturnType<typeof signUp>>
const sessionOf = async (token: string) => (await verifyToken(app.ctx, token)).session_id

/** Signs in as the administrator in a browser. Returns the headers with which it asks for a page. */
async function enterAsAdmin(at: TestApp): Promise<{ token: string; headers: Record<string, string> }> {
  const { token, session_id } = await openSession(at.ctx, {
    user_id: await at.person('peter'),
    device: '',
    address: '',
    binding: undefined,
  })
  return { token, headers: { cookie: `page=${signPageSession(at.ctx, session_id)}; member=1` } }
}

describe('reading that is put on record', () => {
  const site = sharedTestApp({ without_pages: false })
  const readLog = (id: string) =>
    site.ctx.db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute()

  it.each([
    ['a link from elsewhere', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a page that is fetched ahead', 'GET', { 'sec-purpose': 'prefetch' }],
    ['a look at the headers', 'HEAD', {}],
  ])('is left to a call with a token: %s writes nothing', async (_, method, headers) => {
    const as = await site.signIn('hannah')
    const name = `Choir ${crypto.randomUUID()}`
    const { id } = (await site.ask('groups.create', { name, is_listed: false, joining: 'invite' }, { as })).data
    const { token, headers: own } = await enterAsAdmin(site)
    const answer = await site.fetch(`/groups/${id}`, { method, headers: { ...own, ...headers } })
    const page = await answer.text()
    expect([answer.status, await readLog(id)]).toEqual([200, []])
    expect(page).not.toContain(name)
    await site.ask('groups.one', { id }, { as: token })
    expect(await readLog(id)).toEqual([{ action: 'groups.read' }])
  })
})

describe('the cookie that pages are rendered by', () => {
  it('opens nothing of the API', async () => {
    const { page } = await signUp()
    const cookie = `page=${page}; member=1`
    for (const name of ['sessions.current', 'accounts.own', 'prayer_lists.list', 'notifications.list'] as const)
      expect((await app.ask(name, {}, { headers: { ...browser, cookie } })).status, name).toBe(401)
    expect((await app.ask('sessions.refresh', {}, { headers: { ...browser, cookie } })).status).toBe(401)
    const bearer = await app.fetch('/api/auth/session', { headers: { authorization: `Bearer ${page}` } })
    expect(bearer.status).toBe(401)
  })

  it('is renewed with the token, for sessions from before there was one', async () => {
    const { token, binding, page } = await signUp()
    const answer = await app.ask(
      'sessions.refresh',
      {},
      { as: token, headers: { ...browser, cookie: `rb=${binding}` } },
    )
    expect(cookiesOf(answer.headers)['page']).toBe(page)
  })

  it('is worth nothing when it was made up, cut or moved to another session', async () => {
    const [one, other] = [await signUp(), await signUp()]
    const [id = '', signature = ''] = (one.page ?? '').split('.')
    const [other_id = ''] = (other.page ?? '').split('.')
    for (const value of ['', '.', id, `${id}.`, `${id}.${signature.slice(1)}`, `${other_id}.${signature}`, `${id}.é`])
      expect(await readPageViewer(app.ctx, value), value).toBeNull()
  })

  it('ends with the session: unused, suspended, or of a role that was withheld', async () => {
    const { token, page, user } = await signUp()
    await app.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', user.id).execute()
    await app.writeSetting('staff_second_factor', true)
    expect(await readPageViewer(app.ctx, page ?? '')).toMatchObject({ role: 'member', is_role_withheld: true })
    await app.writeSetting('staff_second_factor', false)
    expect(await readPageViewer(app.ctx, page ?? '')).toMatchObject({ role: 'moderator' })
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect(await readPageViewer(app.ctx, page ?? '')).toBeNull()
    await app.ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', user.id).execute()
    app.advance(91 * DAY_MS)
    expect(await readPageViewer(app.ctx, page ?? '')).toBeNull()
    const row = await fetchSession(app.ctx, (page ?? '').split('.')[0] ?? '')
    expect(signPageSession(app.ctx, row?.id ?? '')).toBe(page)
    expect(token).not.toContain(page ?? '')
  })
})

describe('a browser that lost its token, as Safari clears what scripts store', () => {
  const both = ({ page, binding }: { page: string | undefined; binding: string | undefined }) => ({
    ...browser,
    cookie: `page=${page}; rb=${binding}`,
  })
  const restore = (headers: Record<string, string>) => app.ask('sessions.refresh', {}, { headers })
  const status = async (as: string) => (await app.ask('sessions.current', {}, { as })).status

  it('gets one of the same session back by both cookies, and what the old token was worth ends as at every refresh', async () => {
    const one = await signUp()
    const { status: answered, data } = await restore(both(one))
    expect([answered, data.user.id]).toEqual([200, one.user.id])
    expect(await sessionOf(data.token)).toBe(await sessionOf(one.token))
    expect(await status(data.token)).toBe(200)
    // Whoever copied the cookies is found out by the owner's token, or the owner's browser by theirs.
    app.advance(60_000)
    expect(await status(one.token)).toBe(401)
    const answer = await app.ask('sessions.refresh', {}, { as: one.token, headers: both(one) })
    expect(answer.status).toBe(401)
    expect(await status(data.token)).toBe(401)
    expect((await restore(both(one))).status).toBe(401)
  })

  it.each([
    ['the cookie of pages alone', ({ page }) => ({ ...browser, cookie: `page=${page}` })],
    ['the binding cookie alone', ({ binding }) => ({ ...browser, cookie: `rb=${binding}` })],
    ['the cookies of two sessions', ({ page }, { binding }) => both({ page, binding })],
    ['a forged cookie of pages', ({ page, binding }) => both({ page: `${page?.slice(0, -1)}`, binding })],
  ] satisfies [string, (one: Session, other: Session) => Record<string, string>][])(
    'gets none by %s',
    async (_, headersOf) => {
      const [one, other] = [await signUp(), await signUp()]
      expect((await restore(headersOf(one, other))).status).toBe(401)
      expect(await status(one.token)).toBe(200)
    },
  )

  it('gets none for a page of elsewhere, nor beside a token that is not good', async () => {
    const one = await signUp()
    expect((await restore({ ...both(one), 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await app.ask('sessions.refresh', {}, { as: 'nonsense', headers: both(one) })).status).toBe(401)
  })

  it.each([
    ['signing out', (as: string) => app.ask('sessions.sign_out', {}, { as, headers: browser })],
    ['ending this device', async (as: string) => app.ask('devices.end', { id: await sessionOf(as) }, { as })],
    ['signing out everywhere', (as: string) => app.ask('devices.end_all', { including_this: true }, { as })],
    ['fifteen days without use', () => Promise.resolve(app.advance(15 * DAY_MS))],
  ] as const)('gets none after %s, nor a page', async (_, end) => {
    const one = await signUp()
    await end(one.token)
    expect(await readPageViewer(app.ctx, one.page ?? '')).toBeNull()
    expect((await restore(both(one))).status).toBe(401)
  })
})

describe('a sign-out that is told late', () => {
  const signOut = (as: string | undefined, { page, binding }: Session) =>
    app.ask('sessions.sign_out', {}, { as, headers: { ...browser, cookie: `page=${page}; rb=${binding}` } })
  const status = async (as: string) => (await app.ask('sessions.current', {}, { as })).status

  it('ends the session of its token, and leaves a newer one and its cookies', async () => {
    const [older, newer] = [await signUp(), await signUp()]
    const { status: answered, headers } = await signOut(older.token, newer)
    expect([answered, headers.getSetCookie()]).toEqual([200, []])
    expect([await status(older.token), await status(newer.token)]).toEqual([401, 200])
    const cookie = `page=${newer.page}; rb=${newer.binding}`
    expect((await app.ask('sessions.refresh', {}, { headers: { ...browser, cookie } })).status).toBe(200)
  })

  it('ends it days later too, and after another tab has refreshed the token', async () => {
    const one = await signUp()
    const cookie = `page=${one.page}; rb=${one.binding}`
    const { data } = await app.ask('sessions.refresh', {}, { as: one.token, headers: { ...browser, cookie } })
    app.advance(2 * DAY_MS)
    await signOut(one.token, one)
    expect((await app.ask('sessions.refresh', {}, { as: data.token, headers: { ...browser, cookie } })).status).toBe(
      401,
    )
  })

  it('ends nothing without a token: cookies do not say which session was left', async () => {
    const newer = await signUp()
    const { status: answered, headers } = await signOut(undefined, newer)
    expect([answered, headers.getSetCookie(), await status(newer.token)]).toEqual([200, [], 200])
  })
})
