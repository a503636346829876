import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { addTotp, codeOf } from '../../../test/authenticator.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { recordStatements } from '../../../test/plans.ts'
import { readPasswordHash } from '../users/users.queries.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { signInLimits } from './sign-in.ts'

const email = 'hannah@example.org'

describe('signing in by a code in an email', () => {
  const app = sharedTestApp()
  let id: string

  const mails = () => takeDueMails(app)
  const set = (part: object) => app.ctx.db.updateTable('users').set(part).where('id', '=', id).execute()
  beforeAll(async () => {
    id = await app.person('hannah')
  })
  beforeEach(async () => {
    // So that no limit of the test before counts.
    app.advance(HOUR_MS + 1)
    await set({ email_verified_at: app.ctx.clock().toISOString(), status: 'active', email })
    await mails()
  })

  const ask = async () => (await app.ask('sessions.send_code', { email })).data.ticket
  const codeIn = (text: string | undefined) => /(?<!\d)\d{6}(?!\d)/.exec(text ?? '')?.[0] ?? ''
  const askAndRead = async () => {
    const ticket = await ask()
    return { ticket, code: codeIn((await mails()).at(-1)?.text) }
  }
  const use = (ticket: string, mail_code: string, part: object = {}) =>
    app.ask('sessions.sign_in_with_code', { email, ticket, mail_code, ...part })
  const refusal = async (answer: ReturnType<typeof use>) => (await answer).problem.code
  const WRONG = 'sessions.wrong_mail_code'

  it('comes in the language of the pages, also where the browser asks for none that there is', async () => {
    await app.writeSetting('default_language', 'de')
    await app.ask('sessions.send_code', { email }, { headers: { 'accept-language': 'pl' } })
    const [mail] = await mails()
    await app.resetSettings()
    expect(mail?.headers.get('content-language')).toBe('de')
  })

  describe('when a stranger has used up the mails of the address', () => {
    const exhaust = async () => {
      for (let n = 0; n < 9; n += 1) await ask()
      expect(await mails()).toHaveLength(5)
    }

    it('comes at once to a browser that signed in before, and so does a link to a new password', async () => {
      const known = app.ctx.secrets.signKnownDevice(id, (await readPasswordHash(app.ctx.db, id)) ?? '')
      await exhaust()
      const headers = { cookie: `known=${known}` }
      const { ticket } = (await app.ask('sessions.send_code', { email }, { headers })).data
      expect((await use(ticket, codeIn((await mails()).at(-1)?.text))).status).toBe(200)
      await app.ask('passwords.forgot', { email }, { headers })
      expect((await mails()).map(({ link }) => link.path)).toEqual(['/reset-password'])
      // Neither a made-up proof nor that of somebody else is one.
      for (const proof of ['x', app.ctx.secrets.signKnownDevice(await app.person('tomas'), '')]) {
        await app.ask('sessions.send_code', { email }, { headers: { cookie: `known=${proof}` } })
        expect(await mails()).toEqual([])
      }
    })

    it('comes later to any other, with its whole time, and so does the newest link to a new password', async () => {
      await exhaust()
      const ticket = await ask()
      for (let n = 0; n < 3; n += 1) await app.ask('passwords.forgot', { email })
      expect(await mails()).toEqual([])
      app.advance(31 * 60_000)
      const codes = (await mails()).map(({ text }) => codeIn(text))
      expect(codes).toHaveLength(5)
      const tries = []
      for (const code of codes) tries.push((await use(ticket, code)).status)
      expect(tries.filter((status) => status === 200)).toHaveLength(1)
      app.advance(31 * 60_000)
      const [link, ...others] = await mails()
      expect(others).toEqual([])
      const input = { token: link?.link.secret, newPassword: 'one more evening prayer' }
      expect((await app.ask('passwords.reset', input)).status).toBe(200)
    })

    it.each([
      [email, 200],
      ['nobody@example.org', 429],
    ])('is refused aloud after ten requests in an hour, but not to such a browser: %s', async (address, own) => {
      const strict = await newTestApp({ limit_scale: 1 })
      const user = await strict.person('hannah')
      const known = strict.ctx.secrets.signKnownDevice(user, (await readPasswordHash(strict.ctx.db, user)) ?? '')
      const send = async (written: string, headers = {}) =>
        (await strict.ask('sessions.send_code', { email: written }, { headers })).status
      for (let n = 0; n < 10; n += 1) expect(await send(address.toUpperCase())).toBe(200)
      expect(await send(address)).toBe(429)
      expect(await send(address, { cookie: `known=${known}` })).toBe(own)
    })
  })

  it('opens a session once, which does not count as a password just typed', async () => {
    const { ticket, code } = await askAndRead()
    const { status, data } = await use(ticket, ` ${code.slice(0, 3)} ${code.slice(3)}`, {
      email: ` ${email.toUpperCase()}`,
    })
    expect([status, data.user.email]).toEqual([200, email])
    const sensitive = await app.ask('exports.make', { id }, { as: data.token })
    expect(sensitive.problem.code).toBe('sessions.confirmation_needed')
    expect(await refusal(use(ticket, code))).toBe(WRONG)
  })

  it('works for ten minutes from when it leaves, where the mail server let it wait', async () => {
    const ticket = await ask()
    await app.app.worker.runDue()
    app.advance(9 * 60_000)
    const [mail] = await mails()
    app.advance(9 * 60_000)
    expect((await use(ticket, codeIn(mail?.text))).status).toBe(200)
  })

  it('is taken in the digits of other scripts, as their keyboards write them', async () => {
    for (const zero of [0x6_60, 0x6_f0, 0x9_66, 0xff_10]) {
      const { ticket, code } = await askAndRead()
      const typed = Array.from(code, (digit) => String.fromCodePoint(zero + Number(digit))).join('')
      expect((await use(ticket, typed)).status).toBe(200)
    }
  })

  it('is refused with another ticket, another address, too late, and after five tries', async () => {
    const { ticket, code } = await askAndRead()
    const other = await ask()
    expect(await refusal(use(other, code))).toBe(WRONG)
    expect(await refusal(use('A'.repeat(43), code))).toBe(WRONG)
    await app.person('tomas')
    expect(await refusal(use(ticket, code, { email: 'tomas@example.org' }))).toBe(WRONG)
    app.advance(10 * 60_000 + 1)
    expect(await refusal(use(ticket, code))).toBe(WRONG)
    const second = await askAndRead()
    const wrong = second.code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(Array.from({ length: 5 }, () => refusal(use(second.ticket, wrong))))
    expect(new Set(tries)).toEqual(new Set([WRONG]))
    expect(await refusal(use(second.ticket, second.code))).toBe(WRONG)
  })

  it('answers alike whoever has the address, and writes to nobody else', async () => {
    const known = await app.ask('sessions.send_code', { email })
    const unknown = await app.ask('sessions.send_code', { email: 'nobody@example.org' })
    expect([known.status, known.data.ticket.length]).toEqual([unknown.status, unknown.data.ticket.length])
    expect((await mails()).map(({ to }) => to)).toEqual([[email]])
    const wrong = await app.ask('sessions.sign_in_with_code', {
      email: 'nobody@example.org',
      ticket: unknown.data.ticket,
      mail_code: '123456',
    })
    const { code, title } = (await use(known.data.ticket, 'none')).problem
    expect(wrong.problem).toMatchObject({ code, title, status: 400 })
  })

  it('does the same work for an address that nobody has', async () => {
    const ticket = await ask()
    const begun = vi.spyOn(app.ctx, 'transaction')
    const countBegun = async (of: string) => {
      begun.mockClear()
      expect(await refusal(use(ticket, '000000', { email: of }))).toBe(WRONG)
      return begun.mock.calls.length
    }
    expect(await countBegun('nobody@example.org')).toBe(await countBegun(email))
    begun.mockRestore()
    const recordOf = async (user: { id: string; password_hash: string } | undefined) => {
      const sent = await recordStatements(app, (db) => signInLimits({ ...app.ctx, db }, email, user, undefined))
      return sent.map(({ sql }) => sql)
    }
    expect(await recordOf(undefined)).toEqual(await recordOf({ id, password_hash: 'none' }))
  })

  it('keeps nothing from which the code could be told without the key of the site', async () => {
    const ticket = await ask()
    await app.runJobs()
    const rows = await app.ctx.db.selectFrom('sign_in_codes').selectAll().execute()
    const jobs = await app.ctx.db.selectFrom('jobs').select('payload').execute()
    const code = codeIn((await mails()).at(-1)?.text)
    const stored = JSON.stringify([rows, jobs])
    expect(code).toHaveLength(6)
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(ticket)
  })

  it('writes no code to an address that nobody has confirmed: whoever signed up with it chose the password', async () => {
    await set({ email_verified_at: null })
    await ask()
    const [mail, ...more] = await mails()
    expect([mail?.link.path, codeIn(mail?.text), more]).toEqual(['/reset-password', '', []])
  })

  it('tells who waits to be let in that they still wait', async () => {
    await set({ status: 'pending', awaits_approval: true })
    const { ticket, code } = await askAndRead()
    const refused = await refusal(use(ticket, code))
    await set({ awaits_approval: false })
    expect(refused).toBe('sessions.awaiting_approval')
  })

  it('ends with a new password, a suspension and a plan to delete the account', async () => {
    for (const [part, code] of [
      [{ status: 'suspended' }, 'sessions.suspended'],
      [
        {
          status: 'deleting',
          deletion_by: id,
          deletes_at: new Date(app.ctx.clock().getTime() + HOUR_MS).toISOString(),
        },
        'sessions.deleting',
      ],
    ] as const) {
      const made = await askAndRead()
      await set(part)
      expect(await refusal(use(made.ticket, made.code))).toBe(code)
      await set({ status: 'active', deletes_at: null, deletion_by: null })
    }
    const { ticket, code } = await askAndRead()
    await app.ask('passwords.forgot', { email })
    const secret = (await mails())[0]?.link.secret
    expect((await app.ask('passwords.reset', { token: secret, newPassword: 'a quiet evening prayer' })).status).toBe(
      200,
    )
    expect(await refusal(use(ticket, code))).toBe(WRONG)
  })

  it('still asks for the second step of who has one, with the same code', async () => {
    const as = await app.signIn('hannah')
    const { secret } = await addTotp(app, as)
    await mails()
    app.advance(60_000)
    const { ticket, code } = await askAndRead()
    expect(await refusal(use(ticket, code))).toBe('sessions.second_factor_needed')
    expect(await refusal(use(ticket, code, { code: '000000' }))).toBe('second_factors.wrong_code')
    expect((await use(ticket, code, { code: codeOf(app, secret) })).status).toBe(200)
  })
})
