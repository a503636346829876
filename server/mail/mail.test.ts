import { readdirSync, statSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { now } from '../context.ts'
import { logOptions } from '../log.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { Worker } from '../jobs/worker.ts'
import type { TestApp } from '../test/app.ts'
import { takeNewMails } from '../test/mail.ts'
import { makeQuietWorker } from '../test/mail-kills.ts'
import { newSmtp, newTestApp, sharedSmtp, sharedTestApp } from '../test/shared-app.ts'
import { confirmPeople } from '../test/make.ts'
import { createLink } from './links.ts'
import { type MailTemplate, enqueueMail } from './queue.ts'
import { mailJobs } from './send.ts'
import { mailFolder } from './transport.ts'

const MAIL_FROM = 'Oremus <prayer@example.org>'

const verify = (app: TestApp, id: string) => confirmPeople(app.ctx, id)

describe('mail that is handed in', () => {
  const smtp = sharedSmtp()
  const app = sharedTestApp(() => ({
    environment: { SMTP_URL: smtp.url, MAIL_FROM, PUBLIC_URL: 'https://pray.example.org' },
  }))
  beforeAll(async () => {
    await verify(app, await app.person('hannah'))
    await verify(app, await app.person('yusuf'))
  })
  beforeEach(async () => {
    smtp.received.length = 0
    await app.ctx.db.deleteFrom('jobs').execute()
    await app.ctx.db.deleteFrom('sent_mails').execute()
  })

  it('arrives as text and HTML, to one address, from the site, and says that a machine wrote it', async () => {
    await enqueueMail(app.ctx, {
      to: 'hannah@example.org',
      user_id: await app.person('hannah'),
      template: 'suspended',
      values: { reason: 'Advertising <b>& "more"</b>' },
    })
    await app.runJobs()
    expect(smtp.received).toHaveLength(1)
    const { mail, envelope } = smtp.received[0] ?? {}
    expect(envelope).toEqual(['hannah@example.org'])
    expect(mail).toMatchObject({
      to: ['hannah@example.org'],
      from: 'prayer@example.org',
      subject: 'Your account at Oremus is suspended',
    })
    expect(mail?.text).toContain('Hello Hannah W.,')
    expect(mail?.text).toContain('Their reason: Advertising <b>& "more"</b>')
    expect(mail?.html).toContain('Advertising &#60;b&#62;&#38; &#34;more&#34;&#60;/b&#62;')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.link.url).toBe('https://pray.example.org/content/community-rules')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.message_id).toMatch(/^<[0-9a-f-]{36}@pray\.example\.org>$/)
  })

  it('is written in the receiver’s language, from right to left where that is read so', async () => {
    const user_id = await app.person('yusuf')
    await app.ctx.db.insertInto('preferences').values({ user_id, preferred_language: 'ar', notify: '{}' }).execute()
    const deletes_at = '2026-12-24T10:00:00.000Z'
    await enqueueMail(app.ctx, {
      to: 'yusuf@example.org',
      user_id,
      template: 'deletion_planned',
      values: { deletes_at },
    })
    await app.runJobs()
    const mail = smtp.received[0]?.mail
    expect(mail?.subject).toBe('سيُحذف حسابك في Oremus')
    expect(mail?.text).toContain('24 ديسمبر 2026')
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.headers.get('content-language')).toBe('ar')
  })

  it('is written in the language of the site to who has chosen none', async () => {
    await app.writeSetting('default_language', 'de')
    const user_id = await app.person('hannah')
    await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template: 'password_changed' })
    await app.runJobs()
    await app.resetSettings()
    expect(smtp.received[0]?.mail.headers.get('content-language')).toBe('de')
  })

  it('leaves out what it was not told', async () => {
    await enqueueMail(app.ctx, {
      to: 'hannah@example.org',
      user_id: await app.person('hannah'),
      template: 'suspended',
    })
    await app.runJobs()
    expect(smtp.received[0]?.mail.text).not.toMatch(/reason|\{/)
  })

  it('lets no name begin a header, or turn the direction of what follows', async () => {
    const id = await app.person('hannah')
    const evil = 'Hannah\r\nBcc: victim@example.org\u202e\u2066moc.live'
    await app.ctx.db.updateTable('users').set({ display_name: evil }).where('id', '=', id).execute()
    await enqueueMail(app.ctx, {
      to: 'hannah@example.org',
      user_id: id,
      template: 'suspended',
      values: { reason: evil, path: '//evil.example/' },
    })
    await app.runJobs()
    const { mail, envelope } = smtp.received[0] ?? {}
    expect(envelope).toEqual(['hannah@example.org'])
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.text).toContain('Hannah Bcc: victim@example.org moc.live')
    expect(mail?.text + (mail?.html ?? '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(mail?.link.url).toMatch(/^https:\/\/pray\.example\.org\/content/)
  })

  it('greets who has given no name without one, in whatever language they signed up', async () => {
    const id = await app.person('hannah')
    await app.ctx.db.updateTable('users').set({ display_name: 'Ein Mitglied' }).where('id', '=', id).execute()
    await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id: id, template: 'password_changed' })
    await app.runJobs()
    expect(smtp.received[0]?.mail.text).toMatch(/^Hello,/)
  })

  it('goes to an address that nobody has confirmed only so that it can be', async () => {
    const user_id = await app.person('tomas')
    const to = 'tomas@example.org'
    const templates: MailTemplate[] = ['password_changed', 'role_changed', 'approved', 'already_a_member', 'suspended']
    for (const template of templates) await enqueueMail(app.ctx, { to, user_id, template })
    const link = await createLink(app.ctx, { purpose: 'verify_email', user_id, email: to })
    await enqueueMail(app.ctx, { to, user_id, template: 'verify_email', link })
    await app.runJobs()
    expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['Confirm your email address for Oremus'])
    // A stranger's address together with a name chosen by another stranger would allow sending them arbitrary text.
    expect(smtp.received[0]?.mail.text).not.toContain('Tomás')
  })

  it('is not sent when its reason is gone: the link used, the account deleted, the address changed', async () => {
    const user_id = await app.person('miriam')
    await verify(app, user_id)
    const link = await createLink(app.ctx, { purpose: 'reset_password', user_id, email: 'miriam@example.org' })
    await enqueueMail(app.ctx, { to: 'miriam@example.org', user_id, template: 'reset_password', link })
    await app.ctx.db
      .updateTable('one_time_tokens')
      .set({ consumed_at: now(app.ctx) })
      .execute()
    await enqueueMail(app.ctx, { to: 'old@example.org', user_id, template: 'password_changed' })
    await enqueueMail(app.ctx, { to: 'gone@example.org', user_id: crypto.randomUUID(), template: 'password_changed' })
    await app.runJobs()
    expect(smtp.received).toEqual([])
  })

  it('keeps no secret in the jobs, and no address in those that are done', async () => {
    const user_id = await app.person('hannah')
    const link = await createLink(app.ctx, { purpose: 'reset_password', user_id, email: 'hannah@example.org' })
    await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template: 'reset_password', link })
    const before = JSON.stringify(await app.ctx.db.selectFrom('jobs').selectAll().execute())
    await app.runJobs()
    const secret = smtp.received[0]?.mail.link.secret ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(before).not.toContain(secret)
    const tokens = JSON.stringify(await app.ctx.db.selectFrom('one_time_tokens').selectAll().execute())
    expect(tokens).not.toContain(secret)
    expect(JSON.stringify(await app.ctx.db.selectFrom('jobs').selectAll().execute())).not.toContain('@example.org')
  })

  it('is at most five to an address within thirty minutes; what happened is told later, of what was asked for the newest', async () => {
    const user_id = await app.person('hannah')
    const to = 'hannah@example.org'
    const queue = async (template: 'already_a_member' | 'password_changed', times: number) => {
      for (let index = 0; index < times; index += 1) await enqueueMail(app.ctx, { to, user_id, template })
    }
    await queue('already_a_member', 8)
    await queue('password_changed', 2)
    await app.runJobs()
    expect(smtp.received).toHaveLength(5)
    app.advance(29 * 60_000)
    await app.runJobs()
    expect(smtp.received).toHaveLength(5)
    app.advance(2 * 60_000)
    await app.runJobs()
    expect(
      smtp.received
        .map(({ mail }) => mail.subject)
        .slice(5)
        .toSorted(),
    ).toEqual([
      'You already have an account at Oremus',
      'Your password for Oremus was changed',
      'Your password for Oremus was changed',
    ])
  })
})

describe('a mail server that is not well', () => {
  async function withServer(SMTP_URL: string) {
    const app = await newTestApp({ environment: { SMTP_URL, MAIL_FROM } })
    await verify(app, await app.person('hannah'))
    await enqueueMail(app.ctx, {
      to: 'hannah@example.org',
      user_id: await app.person('hannah'),
      template: 'password_changed',
    })
    const job = () =>
      app.ctx.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail.send').executeTakeFirstOrThrow()
    return { app, job }
  }

  it('may refuse for good, and is not asked again', async () => {
    const smtp = await newSmtp({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })),
    })
    const { app, job } = await withServer(smtp.url)
    let lines = ''
    const log = pino(logOptions({ log_level: 'trace' }), { write: (line) => (lines += line) })
    const { database, clock } = app.ctx
    await new Worker({ database, clock, log, kinds: jobKinds, handlers: mailJobs({ ...app.ctx, log }) }).runDue()
    expect((await job()).status).toBe('done')
    expect(lines).toContain('the mail server does not take mails to this address (EENVELOPE 550)')
    expect(lines).not.toMatch(/hannah|no such user/)
    expect(await app.ctx.db.selectFrom('sent_mails').selectAll().execute()).toEqual([])
  })

  it('may not be there', async () => {
    const { app, job } = await withServer('smtp://127.0.0.1:1')
    await app.runJobs()
    expect(await job()).toMatchObject({ status: 'queued', attempts: 1 })
    // A concurrent sign-up is not affected.
    const answer = await app.ask('sessions.sign_up', { email: 'new@example.org', password: 'a quiet evening prayer' })
    expect(answer.status).toBe(200)
  })

  it('may take the connection and say a letter at a time for ever: it is left when the time is over', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      setInterval(() => socket.write('2'), 20).unref()
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(
      () =>
        new Promise((resolve) => {
          for (const socket of sockets) socket.destroy()
          silent.close(() => resolve())
        }),
    )
    const { app, job } = await withServer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    await makeQuietWorker(app.ctx, mailJobs(app.ctx, { connect_ms: 200, total_ms: 300 })).runDue()
    expect(await job()).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await job()).last_error).toContain('did not answer in time')
  })
})

describe('without a mail server', () => {
  it('mails lie in the data folder, for its owner only, and the log tells no link', async () => {
    const app = await newTestApp()
    let lines = ''
    const log = pino({ level: 'trace' }, { write: (line) => (lines += line) })
    const user_id = await app.person('hannah')
    const link = await createLink(app.ctx, { purpose: 'verify_email', user_id, email: 'hannah@example.org' })
    const given = {
      id: crypto.randomUUID(),
      to: 'hannah@example.org',
      user_id,
      template: 'verify_email' as const,
      link,
    }
    const mail = { ...given, values: {} }
    await mailJobs({ ...app.ctx, log })['mail.send'](mail, { is_last: false })
    const folder = mailFolder(app.ctx.config)
    const [file = ''] = readdirSync(folder)
    expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const [received] = await takeNewMails(app.ctx.config.data_dir)
    expect(received?.link).toMatchObject({ path: '/verify-email' })
    expect(lines).not.toContain(received?.link.secret)

    const demo = { ...app.ctx, log, config: { ...app.ctx.config, logs_mail_links: true } }
    await mailJobs(demo)['mail.send'](mail, { is_last: false })
    expect(lines).toContain(received?.link.url)
  })
})
