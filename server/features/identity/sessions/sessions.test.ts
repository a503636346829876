import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { REFRESH_GRACE_MS, TOKEN_TTL_MS } from '../../../http/session.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { readEvents } from '../../../test/audit-log.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'correct horse battery'
let made = 0
const newEmail = (): string => `person-${(made += 1)}@example.org`
const browser = { 'sec-fetch-site': 'same-origin' }

describe('sessions', () => {
  const app = sharedTestApp()

  const signUp = async (headers: Record<string, string> = {}, input: Record<string, unknown> = {}) => {
    const answer = await app.ask('sessions.sign_up', { email: newEmail(), password, ...input }, { headers })
    expect(answer.status, answer.text).toBe(200)
    return { ...answer.data, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const status = async (as: string): Promise<number> => (await app.ask('sessions.current', {}, { as })).status
  const refresh = (as: string, headers: Record<string, string> = {}) => app.ask('sessions.refresh', {}, { as, headers })
  const rows = (user_id: string) =>
    app.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', user_id).execute()

  describe('signing up and in', () => {
    it('opens a session whose token tells ten minutes and no role', async () => {
      const { user, token } = await signUp({}, { displayName: '  Hannah W. ' })
      expect(user).toMatchObject({ display_name: 'Hannah W.', role: 'member' })
      const claims = decodeJwt(token)
      expect(Number(claims.exp) - Number(claims.iat)).toBe(TOKEN_TTL_MS / 1000)
      expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
      expect((await app.ask('sessions.current', {}, { as: token })).data).toEqual({ user, token })
    })

    it('calls a person who gives no name by what is before the @', async () => {
      for (const input of [{}, { displayName: '' }]) {
        const { user } = await signUp({}, { email: `Judith.${made}@Example.org`, ...input })
        expect(user.display_name).toBe(user.email.split('@')[0])
        expect(user.email).toBe(user.email.toLowerCase())
        made += 1
      }
    })

    it('takes no role, and nothing else that is not asked for', async () => {
      for (const extra of [{ role: 'admin' }, { id: 'x' }, { email_verified_at: 'now' }, { status: 'active' }]) {
        const answer = await app.ask('sessions.sign_up', { email: newEmail(), password, ...extra })
        expect(answer.problem).toMatchObject({ status: 400, errors: [{ code: 'unknown_member' }] })
      }
    })

    it.each([
      [{ email: 'not an address' }, 'email', 'not_an_address'],
      [{ email: ['a@example.org', 'b@example.org'] }, 'email', 'repeated'],
      [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'not_an_address'],
      [{ password: 'short' }, 'password', 'too_short'],
      [{ password: 'x'.repeat(257) }, 'password', 'too_long'],
      [{ displayName: '\u200b\u200b' }, 'displayName', 'too_short'],
      [{ displayName: 'x'.repeat(61) }, 'displayName', 'too_long'],
    ])('refuses %o', async (wrong, path, code) => {
      const answer = await app.ask('sessions.sign_up', { email: newEmail(), password, ...wrong })
      expect(answer.status).toBe(400)
      expect(answer.problem.errors?.[0]).toMatchObject({ path, code })
    })

    it.each(['password', 'qwerty123', 'Oremus2026', 'PRAYER 123'])(
      'refuses the password %s, which others would guess',
      async (guessable) => {
        const answer = await app.ask('sessions.sign_up', { email: newEmail(), password: guessable })
        expect(answer.problem.code).toBe('sessions.common_password')
      },
    )

    it('takes a password exactly as it is', async () => {
      const email = newEmail()
      const spaced = '  pässwörd with 😀 spaces  '
      await signUp({}, { email, password: spaced })
      expect((await app.ask('sessions.sign_in', { email: ` ${email.toUpperCase()} `, password: spaced })).status).toBe(
        200,
      )
      expect((await app.ask('sessions.sign_in', { email, password: spaced.trim() })).problem.code).toBe(
        'sessions.wrong_credentials',
      )
    })

    it('does nothing twice when a sign-up is repeated, and lets no one else in', async () => {
      const email = newEmail()
      await signUp({}, { email })
      expect((await app.ask('sessions.sign_up', { email, password })).status).toBe(200)
      expect((await app.ask('sessions.sign_up', { email, password: 'another password' })).problem.code).toBe(
        'sessions.email_taken',
      )
      const both = await Promise.all(
        [0, 1, 2].map(() => app.ask('sessions.sign_up', { email: 'race@example.org', password })),
      )
      expect(both.filter(({ status: code }) => code === 200).length).toBeGreaterThan(0)
      expect(both.every(({ status: code }) => code === 200 || code === 409)).toBe(true)
      expect(
        await app.ctx.db.selectFrom('users').select('id').where('email', '=', 'race@example.org').execute(),
      ).toHaveLength(1)
    })

    it('keeps no password and no secret readable', async () => {
      const { user, token } = await signUp(browser)
      const stored = JSON.stringify([
        await app.ctx.db.selectFrom('users').selectAll().where('id', '=', user.id).execute(),
        await rows(user.id),
      ])
      expect(stored).not.toContain(password)
      expect(stored).not.toContain(token)
      expect(stored).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })
  })

  describe('tokens', () => {
    it('refuses every token that is not ours, always with the same words', async () => {
      const { token } = await signUp()
      const claims = decodeJwt(token)
      const [head = '', body = '', signature = ''] = token.split('.')
      const signed = (key: string, header: object = {}) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
          .sign(new TextEncoder().encode(key.padEnd(32)))
      const forged = [
        new UnsecuredJWT(claims).encode(),
        await signed(''),
        await signed('secret'),
        await signed('oremus', { kid: '../../../dev/null', jku: 'https://example.org' }),
        `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString('base64url')}.${signature}`,
        `${head}.${body}.`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
        'nonsense',
        'null',
        '',
      ]
      const texts = new Set<string>()
      for (const as of forged) {
        const answer = await app.ask('sessions.current', {}, { as })
        expect(answer.status, as).toBe(401)
        expect(answer.text).not.toMatch(/stack|jwt|signature/i)
        texts.add(answer.text)
      }
      texts.add((await app.ask('sessions.current')).text)
      expect(texts.size).toBe(1)
    })

    it('looks at no token in the address', async () => {
      const { token } = await signUp()
      for (const name of ['token', 'auth_token', 'access_token']) {
        expect((await app.fetch(`/api/auth/session?${name}=${token}`)).status).toBe(401)
      }
    })

    it('is dead after ten minutes, and refreshed by its successor', async () => {
      const { token, user } = await signUp()
      app.advance(TOKEN_TTL_MS + 1000)
      expect(await status(token)).toBe(401)
      const next = await refresh(token)
      expect(next.data.user).toEqual(user)
      expect(await status(next.data.token)).toBe(200)
    })

    it('gives two tabs that refresh at once the same token, and both live', async () => {
      const { token, user } = await signUp()
      app.advance(TOKEN_TTL_MS + 1000)
      const tokens = (await Promise.all(Array.from({ length: 8 }, () => refresh(token)))).map(
        (answer) => answer.data.token,
      )
      expect(new Set(tokens).size).toBe(1)
      expect(await status(tokens[0] ?? '')).toBe(200)
      // The answer was lost and the client repeats the request.
      app.advance(20_000)
      expect((await refresh(token)).data.token).toBe(tokens[0])
      expect((await rows(user.id))[0]?.revoked_at).toBeNull()
    })

    it('ends the whole session when a rotated token comes back later', async () => {
      const { token, user } = await signUp()
      await app.ctx.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
      await takeDueMails(app)
      const next = (await refresh(token)).data.token
      app.advance(REFRESH_GRACE_MS + 5000)
      expect(await status(token)).toBe(401)
      expect((await refresh(token)).status).toBe(401)
      expect(await status(next)).toBe(401)
      expect((await refresh(next)).status).toBe(401)
      expect(await takeDueMails(app)).toMatchObject([{ to: [user.email], subject: 'You were signed out of Oremus' }])
      expect(await readEvents(app.ctx, user.id)).toEqual(['token_reused'])
    })

    it.each([
      ['idle for fourteen days', 14 * DAY_MS + 1000, 200],
      ['idle for twelve hours as an admin', DAY_MS / 2 + 1000, 401],
    ])('%s', async (what, ms) => {
      const { token, user } = await signUp()
      if (what.includes('admin'))
        await app.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
      app.advance(ms - 2000)
      const next = await refresh(token)
      expect(next.status).toBe(200)
      app.advance(ms)
      expect((await refresh(next.data.token)).status).toBe(401)
    })

    it('ends after ninety days however often it is used', async () => {
      let { token } = await signUp()
      for (let day = 0; day < 90; day += 10) {
        const answer = await refresh(token)
        expect(answer.status).toBe(200)
        ;({ token } = answer.data)
        app.advance(10 * DAY_MS)
      }
      expect((await refresh(token)).status).toBe(401)
    })
  })

  it('A-06: nothing refreshes a session that was signed out, or whose person is gone', async () => {
    const left = await signUp()
    await app.ask('sessions.sign_out', {}, { as: left.token })
    const gone = await signUp()
    await app.ctx.db.deleteFrom('users').where('id', '=', gone.user.id).execute()
    for (const { token } of [left, gone]) {
      expect((await refresh(token)).status).toBe(401)
      expect(await status(token)).toBe(401)
    }
  })

  describe('binding to the browser', () => {
    it('sets a cookie that scripts cannot read, and needs it to refresh', async () => {
      const answer = await app.ask('sessions.sign_up', { email: newEmail(), password }, { headers: browser })
      const cookie = answer.headers.getSetCookie()[0] ?? ''
      expect(cookie).toMatch(/^rb=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/)
      const { token } = answer.data
      const wrong = { cookie: `rb=${'A'.repeat(43)}` }
      expect((await refresh(token)).status).toBe(401)
      expect((await refresh(token, wrong)).status).toBe(401)
      // The stolen token fails, and the owner's session is not affected.
      expect(await status(token)).toBe(200)
      expect((await refresh(token, { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
    })

    it('A-08: a theft is kept as an event, and a request from elsewhere is refused before it', async () => {
      const answer = await app.ask('sessions.sign_up', { email: newEmail(), password }, { headers: browser })
      const { token, user } = answer.data
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect((await refresh(token, { cookie: 'rb=stolen' })).status).toBe(401)
      expect(await readEvents(app.ctx, user.id)).toEqual(['refresh_without_binding'])
      for (const headers of [
        { cookie, 'sec-fetch-site': 'cross-site' },
        { cookie, 'sec-fetch-site': 'same-site' },
        { cookie, origin: 'https://evil.example' },
      ]) {
        expect((await refresh(token, headers)).status).toBe(403)
      }
      expect((await rows(user.id))[0]?.revoked_at).toBeNull()
      expect((await refresh(token, { cookie })).status).toBe(200)
    })

    it('is secure and host-only on https', async () => {
      const secure = await newTestApp({ environment: { PUBLIC_URL: 'https://pray.example.org' } })
      const answer = await secure.ask('sessions.sign_up', { email: newEmail(), password }, { headers: browser })
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-rb=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
        expect.stringMatching(/^__Host-known=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
        // Lax: somebody who follows a link from a mail is a member too.
        expect.stringMatching(/^__Host-page=[\w.-]{80}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ])
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000')
    })

    it('needs no cookie for a session that no browser opened', async () => {
      const { token, cookie } = await signUp()
      expect(cookie).toBe('')
      expect((await refresh(token)).status).toBe(200)
    })
  })

  describe('signing out, suspension and roles', () => {
    it('ends the session on the next request, and answers 200 even to a dead token', async () => {
      const { token } = await signUp(browser)
      const answer = await app.ask('sessions.sign_out', {}, { as: token, headers: browser })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('clear-site-data')).toBe('"cache"')
      expect(await status(token)).toBe(401)
      for (const as of [token, 'nonsense', undefined])
        expect((await app.ask('sessions.sign_out', {}, { as })).status).toBe(200)
    })

    it('acts on suspension and on a new role with the next request', async () => {
      const { token, user } = await signUp()
      const set = (change: object) => app.ctx.db.updateTable('users').set(change).where('id', '=', user.id).execute()
      await set({ role: 'moderator' })
      expect((await app.ask('sessions.current', {}, { as: token })).data.user.role).toBe('moderator')
      await set({ status: 'suspended' })
      expect(await status(token)).toBe(401)
      expect((await refresh(token)).status).toBe(401)
      expect((await app.ask('sessions.sign_in', { email: user.email, password })).problem.code).toBe(
        'sessions.suspended',
      )
    })
  })
})
