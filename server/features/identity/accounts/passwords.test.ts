import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { readEvents } from '../../../test/audit-log.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { confirmPeople } from '../../../test/make.ts'
import { readPasswordHash } from '../users/users.queries.ts'

const PUBLIC_URL = 'https://pray.example.org'
const password = 'correct horse battery'
const newPassword = 'a quiet evening prayer'
let made = 0

describe('passwords', () => {
  const app = sharedTestApp({ environment: { PUBLIC_URL } })

  const mails = () => takeDueMails(app)
  beforeEach(async () => {
    await mails()
    await app.ctx.db.deleteFrom('sent_mails').execute()
  })

  const signUp = async () => {
    const email = `password-${(made += 1)}@example.org`
    const { data } = await app.ask('sessions.sign_up', { email, password })
    await mails()
    return { email, ...data }
  }
  const signIn = (email: string, given: string) => app.ask('sessions.sign_in', { email, password: given })
  const status = async (as: string): Promise<number> => (await app.ask('sessions.current', {}, { as })).status
  const forgot = async (email: string) => {
    expect((await app.ask('passwords.forgot', { email })).status).toBe(200)
    return await mails()
  }

  it('are chosen anew by a link in a mail, which ends every session, proves the address and opens none', async () => {
    const { email, token, user } = await signUp()
    expect(user.email_verified).toBe(false)
    const other = (await signIn(email, password)).data.token
    const [mail] = await forgot(email.toUpperCase())
    expect(mail?.to).toEqual([email])
    expect(mail?.link.url).toMatch(/^https:\/\/pray\.example\.org\/reset-password#[\w-]{43}\.[\w-]+$/)
    expect(Buffer.from(mail?.link.url.split('.').at(-1) ?? '', 'base64url').toString()).toBe(email)
    const answer = await app.ask('passwords.reset', { token: mail?.link.secret, newPassword })
    expect([answer.status, answer.text, answer.headers.get('set-cookie')]).toEqual([200, '{}', null])
    for (const as of [token, other]) expect(await status(as)).toBe(401)
    expect((await signIn(email, password)).problem.code).toBe('sessions.wrong_credentials')
    expect((await signIn(email, newPassword)).data.user.email_verified).toBe(true)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your password for Oremus was changed'])
  })

  it('cannot be set by a link that was used, has expired, is unknown, or is for something else: all alike', async () => {
    const { email, token } = await signUp()
    const expired = (await forgot(email))[0]?.link.secret
    // A newer link ends the one before.
    const secret = (await forgot(email))[0]?.link.secret
    expect((await app.ask('passwords.reset', { token: expired, newPassword })).status).toBe(400)
    expect((await app.ask('passwords.reset', { token: secret, newPassword })).status).toBe(200)
    const late = (await forgot(email))[0]?.link.secret
    app.advance(30 * 60_000 + 1)
    await app.ask('emails.resend', {}, { as: (await signIn(email, newPassword)).data.token })
    const verification = (await mails()).find(({ link }) => link.path === '/verify-email')?.link.secret
    const texts = new Set<string>()
    for (const dead of [secret, expired, late, verification ?? 'x', 'unknown', '', token, '__proto__']) {
      const answer = await app.ask('passwords.reset', { token: dead, newPassword: 'another evening prayer' })
      expect(answer.status).toBe(400)
      texts.add(answer.text)
    }
    expect([...texts]).toHaveLength(1)
    expect((await signIn(email, newPassword)).status).toBe(200)
  })

  it('are set once by two who hold the same link', async () => {
    const { email } = await signUp()
    const token = (await forgot(email))[0]?.link.secret
    const answers = await Promise.all(
      ['first evening prayer', 'second evening prayer'].map((one) =>
        app.ask('passwords.reset', { token, newPassword: one }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted((one, two) => one - two)).toEqual([200, 400])
  })

  it('are set already when the answer was lost and the same is sent again, which changes nothing', async () => {
    const { email } = await signUp()
    const token = (await forgot(email))[0]?.link.secret
    const set = (one: string) => app.ask('passwords.reset', { token, newPassword: one })
    expect((await set(newPassword)).status).toBe(200)
    await mails()
    const again = await set(newPassword)
    expect([again.status, again.text]).toEqual([200, '{}'])
    expect((await set('another evening prayer')).problem.code).toBe('passwords.link_expired')
    expect(await mails()).toEqual([])
    expect((await signIn(email, newPassword)).status).toBe(200)
  })

  it('must not be easy to guess, and the link stays good until one is chosen', async () => {
    const { email } = await signUp()
    const token = (await forgot(email))[0]?.link.secret
    for (const [weak, code] of [
      ['qwerty123', 'sessions.common_password'],
      ['short', 'request.invalid'],
    ] as const) {
      expect((await app.ask('passwords.reset', { token, newPassword: weak })).problem.code).toBe(code)
    }
    expect((await app.ask('passwords.reset', { token, newPassword })).status).toBe(200)
  })

  it('A-09: forgetting one answers alike whoever asks about whom, and writes to nobody else', async () => {
    const known = await signUp()
    const suspended = await signUp()
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('email', '=', suspended.email).execute()
    const answers = []
    for (const email of [known.email, suspended.email, 'nobody@example.org']) {
      const { status: code, text, headers } = await app.ask('passwords.forgot', { email })
      answers.push(JSON.stringify([code, text, [...headers.keys()].filter((name) => name !== 'date')]))
    }
    expect(new Set(answers).size).toBe(1)
    expect((await mails()).flatMap(({ to }) => to)).toEqual([known.email])
  })

  it('A-09: the work before the answer does not depend on the account either', async () => {
    const { email } = await signUp()
    await app.ctx.db.deleteFrom('jobs').execute()
    for (const one of [email, 'nobody@example.org']) await app.ask('passwords.forgot', { email: one })
    const jobs = await app.ctx.db.selectFrom('jobs').select(['kind', 'status']).execute()
    expect(jobs).toEqual([
      { kind: 'passwords.forgot', status: 'queued' },
      { kind: 'passwords.forgot', status: 'queued' },
    ])
  })

  describe('A-10', () => {
    it.each([
      { email: ['a@example.org', 'b@example.org'] },
      { email: 'a@example.org\r\nBcc: b@example.org' },
      { email: 'аdmin@example' },
      { email: 'nobody' },
      {},
    ])('refuses %o', async (input) => {
      expect((await app.ask('passwords.forgot', input)).status).toBe(400)
      expect(await mails()).toEqual([])
    })

    it.each([
      ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }],
      ['Forwarded', { forwarded: 'host=evil.example;proto=http' }],
    ])('builds the link on PUBLIC_URL, whatever %s says', async (_, headers) => {
      const { email } = await signUp()
      await app.ask('passwords.forgot', { email }, { headers })
      expect((await mails())[0]?.link.url).toMatch(/^https:\/\/pray\.example\.org\//)
    })

    it.each(['POST /api/auth/forgot-password', 'POST http://evil.example/api/auth/forgot-password'])(
      'builds the link on PUBLIC_URL for "%s" with another Host',
      async (line) => {
        const { email } = await signUp()
        const body = JSON.stringify({ email })
        const request = `${line} HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
        await new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request))
          socket.resume().on('close', () => resolve())
        })
        const urls = (await mails()).map(({ link }) => link.url)
        expect(urls.every((url) => url.startsWith(`${PUBLIC_URL}/`))).toBe(true)
        if (line.startsWith('POST /')) expect(urls).toHaveLength(1)
      },
    )
  })

  it('R-05: no one’s mailbox can be flooded, from however many addresses, by whatever kind of mail', async () => {
    const strict = await newTestApp({ limit_scale: 1, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (index: number) => ({
      headers: { 'x-forwarded-for': `203.0.${Math.floor(index / 250)}.${index % 250}` },
    })
    const email = 'victim@example.org'
    await strict.ask('sessions.sign_up', { email, password }, from(900))
    for (let index = 0; index < 60; index += 1) await strict.ask('passwords.forgot', { email }, from(index))
    expect(await takeDueMails(strict)).toHaveLength(5)
    strict.advance(30 * 60_000 + 1000)
    await strict.ask('passwords.forgot', { email }, from(999))
    expect(await takeDueMails(strict)).toHaveLength(1)
    // An IP address that asks for many accounts is limited, whether or not they exist.
    const codes = []
    for (let index = 0; index < 21; index += 1) {
      codes.push((await strict.ask('passwords.forgot', { email: `someone-${index}@example.org` }, from(500))).status)
    }
    expect(codes.lastIndexOf(200)).toBe(19)
    expect(codes[20]).toBe(429)
  })

  it('A-12: looking at a link, as mail scanners do, uses nothing up', async () => {
    const { email } = await signUp()
    const token = (await forgot(email))[0]?.link.secret
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const answer = await app.fetch(`/api/auth/reset-password?token=${token}`, { method })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      await app.fetch(`/reset-password?token=${token}`, { method })
    }
    expect((await app.ask('passwords.reset', { token, newPassword })).status).toBe(200)
  })

  it('differ from the one before, by a link and by a change', async () => {
    const { email, token } = await signUp()
    const secret = (await forgot(email))[0]?.link.secret
    const same = await app.ask('passwords.reset', { token: secret, newPassword: password })
    expect(same.problem).toMatchObject({ status: 400, code: 'passwords.same_as_before' })
    const changed = await app.ask(
      'passwords.change',
      { currentPassword: password, newPassword: password },
      { as: token },
    )
    expect(changed.problem).toMatchObject({ status: 400, code: 'passwords.same_as_before' })
    // The link is not used up by that.
    expect((await app.ask('passwords.reset', { token: secret, newPassword })).status).toBe(200)
  })

  it('are not kept from their owner by a stranger who asks for more links than mails may leave', async () => {
    const { email } = await signUp()
    const received = []
    for (let times = 0; times < 9; times += 1) received.push(...(await forgot(email)))
    expect(received.length).toBeLessThan(9)
    const newest = received.at(-1)?.link.secret
    expect((await app.ask('passwords.reset', { token: received[0]?.link.secret, newPassword })).status).toBe(400)
    expect((await app.ask('passwords.reset', { token: newest, newPassword })).status).toBe(200)
  })

  describe('changing one', () => {
    it('A-17: needs the current one, ends the other sessions and the link of the calendar, and tells the person', async () => {
      const { email, token, user } = await signUp()
      await confirmPeople(app.ctx, user.id)
      const others = await Promise.all([0, 1, 2].map(async () => (await signIn(email, password)).data.token))
      const pending = (await forgot(email))[0]?.link.secret
      const calendar = (await app.ask('calendar_feeds.make', {}, { as: token })).data.path
      const wrong = await app.ask('passwords.change', { currentPassword: 'not this', newPassword }, { as: token })
      expect(wrong.problem).toMatchObject({ status: 400, code: 'sessions.wrong_password' })
      expect(await status(others[0] ?? '')).toBe(200)
      expect((await app.fetch(calendar)).status).toBe(200)
      const right = await app.ask('passwords.change', { currentPassword: password, newPassword }, { as: token })
      expect(right.status).toBe(200)
      expect(await status(token)).toBe(200)
      for (const other of others) expect(await status(other)).toBe(401)
      expect((await app.fetch(calendar)).status).toBe(404)
      expect((await signIn(email, newPassword)).status).toBe(200)
      // A link that was mailed before could undo the change.
      expect((await app.ask('passwords.reset', { token: pending, newPassword })).status).toBe(400)
      expect((await mails()).map(({ subject }) => subject)).toEqual(['Your password for Oremus was changed'])
      expect(await readEvents(app.ctx, user.id)).toEqual([
        'calendar_link_made',
        'calendar_link_withdrawn',
        'password_changed',
      ])
    })

    it('leaves the browser known where it is done, if it was', async () => {
      const { token, user } = await signUp()
      const proof = async () =>
        `__Host-known=${app.ctx.secrets.signKnownDevice(user.id, (await readPasswordHash(app.ctx.db, user.id)) ?? '')}`
      const change = async (cookie: string, one: string, next: string) => {
        const input = { currentPassword: one, newPassword: next }
        const { status: code, headers } = await app.ask('passwords.change', input, { as: token, headers: { cookie } })
        return [code, headers.get('set-cookie')]
      }
      const known = await proof()
      expect(await change(known, password, newPassword)).toEqual([200, expect.stringContaining(await proof())])
      // That is the proof of a password from before.
      expect(await change(known, newPassword, password)).toEqual([200, null])
    })

    it('leaves it known also where the answer was lost, once the new one is confirmed in the session', async () => {
      const { token, user } = await signUp()
      await app.ask('passwords.change', { currentPassword: password, newPassword }, { as: token })
      const confirm = async (cookie: string) => {
        const input = { password: newPassword }
        const { headers } = await app.ask('sessions.confirm', input, { as: token, headers: { cookie } })
        return headers.get('set-cookie')
      }
      const proof = app.ctx.secrets.signKnownDevice(user.id, (await readPasswordHash(app.ctx.db, user.id)) ?? '')
      expect(await confirm('__Host-rb=of-this-session')).toContain(`__Host-known=${proof}`)
      // No browser.
      expect(await confirm('other=1')).toBeNull()
    })

    it('refuses a weak one', async () => {
      const { token } = await signUp()
      const weak = await app.ask(
        'passwords.change',
        { currentPassword: password, newPassword: 'qwerty123' },
        { as: token },
      )
      expect(weak.problem.code).toBe('sessions.common_password')
    })
  })
})
