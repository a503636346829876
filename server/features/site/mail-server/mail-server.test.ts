import { beforeEach, describe, expect, it } from 'vitest'
import { readMailRoute, routeOf } from '../../../mail/mail-server.ts'
import type { TestApp } from '../../../test/app.ts'
import { type Smtp, takeNewMails } from '../../../test/mail.ts'
import { newSmtp, newTestApp } from '../../../test/shared-app.ts'
import { makeUser, setPeople } from '../../../test/make.ts'

const FROM = 'prayers@parish.example'
const PASSWORD = 'abcd %41 é/@:x'

describe('the mail server that administrators set', () => {
  let app: TestApp
  let smtp: Smtp
  let as: string
  const logins: string[][] = []

  const serverOf = ({ url }: Smtp) => ({ host: '127.0.0.1', port: Number(new URL(url).port), from: FROM })

  beforeEach(async () => {
    logins.length = 0
    smtp = await newSmtp({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username ?? '', password ?? ''])
        done(password === PASSWORD ? null : new Error('no'), { user: username ?? '' })
      },
    })
    app = await newTestApp()
    as = await app.signIn('peter')
  })

  it('leaves the mail that confirms an address to leave at once, however often it was tried', async () => {
    await setPeople(app.ctx, { email_verified_at: null }, await app.person('peter'))
    for (let tries = 0; tries < 5; tries += 1)
      expect((await app.ask('mail_server.write', { ...serverOf(smtp), password: PASSWORD }, { as })).status).toBe(200)
    smtp.received.length = 0
    expect((await app.ask('emails.resend', {}, { as })).status).toBe(200)
    await app.runJobs()
    expect(smtp.received).toHaveLength(1)
  })

  it('is kept once it took a test email, and then sends every email', async () => {
    expect((await app.ask('mail_server.read', {}, { as })).data).toEqual({ source: 'none', server: null, waiting: 0 })
    const { status, data } = await app.ask('mail_server.write', { ...serverOf(smtp), password: PASSWORD }, { as })
    expect(status).toBe(200)
    expect(data).toEqual({ source: 'site', server: { ...serverOf(smtp), username: FROM }, waiting: 0 })
    expect(logins).toEqual([[FROM, PASSWORD]])
    expect(smtp.received.map(({ envelope }) => envelope)).toEqual([['peter@example.org']])
    expect(smtp.received[0]?.mail.from).toContain(FROM)
    expect((await app.ask('sessions.how_to_sign_up')).data.sends_mail).toBe(true)

    const email = 'somebody@example.org'
    await makeUser(app.ctx, { email })
    await app.ask('passwords.forgot', { email })
    await app.runJobs()
    expect(smtp.received.map(({ envelope }) => envelope)).toEqual([['peter@example.org'], [email]])
    expect(await takeNewMails(app.ctx.config.data_dir)).toEqual([])
  })

  it('confirms by its test email the address of an administrator that is not confirmed, so that alarms reach them', async () => {
    await setPeople(app.ctx, { email_verified_at: null }, await app.person('peter'))
    const reach = async () => (await app.ask('alarms.state', {}, { as })).data.reach
    expect(await reach()).toBe('no_mail')
    await app.ask('mail_server.write', { ...serverOf(smtp), password: PASSWORD }, { as })
    expect(smtp.received).toHaveLength(1)
    const token = smtp.received[0]?.mail.link.secret
    expect((await app.ask('emails.verify', { token }, { as })).status).toBe(200)
    expect((await app.ask('sessions.current', {}, { as })).data.user.email_verified).toBe(true)
    // From now on it is an ordinary test.
    await app.ask('checks.run', { name: 'mail' }, { as })
    expect(smtp.received[1]?.mail.link.path).toBe('/admin/check')
  })

  it('is not kept when it refuses, and nothing else changes', async () => {
    const wrong = await app.ask('mail_server.write', { ...serverOf(smtp), password: 'wrong' }, { as })
    expect(wrong.problem.code).toBe('mail_server.wrong_password')
    const nowhere = await app.ask('mail_server.write', { ...serverOf(smtp), port: 1, password: 'x' }, { as })
    expect(nowhere.problem.code).toBe('mail_server.unreachable')
    const inside = await app.ask(
      'mail_server.write',
      { ...serverOf(smtp), host: '169.254.169.254', password: 'x' },
      { as },
    )
    expect(inside.text).toBe(nowhere.text)
    const picky = await newSmtp({ onRcptTo: (_address, _session, done) => done(new Error('not to this one')) })
    const refused = await app.ask('mail_server.write', { ...serverOf(picky), username: '' }, { as })
    expect(refused.problem.code).toBe('mail_server.refused')
    expect((await app.ask('mail_server.read', {}, { as })).data.source).toBe('none')
    expect((await app.ask('sessions.how_to_sign_up')).data.sends_mail).toBe(false)
  })

  it('keeps its password where nobody reads it, and sends it to no other server', async () => {
    await app.ask('mail_server.write', { ...serverOf(smtp), password: PASSWORD }, { as })
    const stored = await app.ctx.db.selectFrom('settings').selectAll().execute()
    const log = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([stored, log])).not.toContain(PASSWORD)
    expect(log).toMatchObject([{ action: 'mail_server.write', detail: { from: FROM } }])
    expect((await app.ask('settings.read', { name: 'mail_server' }, { as })).problem.code).toBe('settings.not_found')

    const again = await app.ask(
      'mail_server.write',
      { ...serverOf(smtp), from: 'choir@parish.example', username: FROM },
      { as },
    )
    expect(again.data.server?.from).toBe('choir@parish.example')
    const elsewhere = await newSmtp()
    const moved = await app.ask('mail_server.write', serverOf(elsewhere), { as })
    expect(moved.problem.code).toBe('mail_server.password_needed')
    expect(elsewhere.received).toEqual([])
  })

  it('can be taken away again', async () => {
    await app.ask('mail_server.write', { ...serverOf(smtp), password: PASSWORD }, { as })
    const { data } = await app.ask('mail_server.remove', {}, { as })
    expect(data).toEqual({ source: 'none', server: null, waiting: 0 })
    expect((await app.ask('sessions.how_to_sign_up')).data.sends_mail).toBe(false)
  })
})

describe('a mail server of the environment', () => {
  it('wins, and is not changed here', async () => {
    const app = await newTestApp({ environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: FROM } })
    const as = await app.signIn('peter')
    const server = { host: 'mail.example.org', port: 465, from: FROM, password: 'x' }
    expect((await app.ask('mail_server.write', server, { as })).problem.code).toBe('mail_server.in_environment')
    expect((await app.ask('mail_server.remove', {}, { as })).problem.code).toBe('mail_server.in_environment')
    expect((await app.ask('mail_server.read', {}, { as })).data).toMatchObject({ source: 'environment', server: null })
  })
})

describe('how an email leaves', () => {
  const secrets = { decrypt: (text: string) => text }
  const kept = { host: 'mail.example.org', port: 587, username: FROM, sealed_password: 'a b', from: FROM }
  it.each([
    [
      'encrypted in the conversation',
      kept,
      'smtp://prayers%40parish.example:a%20b@mail.example.org:587?requireTLS=true',
    ],
    ['encrypted from the start', { ...kept, port: 465 }, 'smtps://prayers%40parish.example:a%20b@mail.example.org:465'],
    ['without signing in', { ...kept, username: '', port: 25 }, 'smtp://mail.example.org:25'],
    [
      'to its long address',
      { ...kept, host: '[::ffff:7f00:1]' },
      'smtp://prayers%40parish.example:a%20b@[::ffff:7f00:1]:587',
    ],
    ['to this machine', { ...kept, host: 'localhost' }, 'smtp://prayers%40parish.example:a%20b@localhost:587'],
  ])('%s', (_, server, url) => {
    expect(routeOf(server, secrets)).toEqual({ smtp_url: url, mail_from: FROM, dkim: undefined })
  })

  it('is as files again where the site has another key, which is said, and the password asked for again', async () => {
    const app = await newTestApp()
    const row = { key: 'mail_server', value: JSON.stringify(kept), updated_at: new Date().toISOString() }
    await app.ctx.db.insertInto('settings').values(row).execute()
    expect((await readMailRoute(app.ctx.db, app.ctx.config, app.ctx.secrets)).smtp_url).toBeUndefined()
    const as = await app.signIn('peter')
    expect((await app.ask('mail_server.read', {}, { as })).data).toMatchObject({ source: 'none', server: null })
    const { sealed_password: _, ...typed } = kept
    const { problem } = await app.ask('mail_server.write', typed, { as })
    expect(problem.code).toBe('mail_server.password_needed')
  })
})
