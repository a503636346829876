import { beforeEach, describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { readActs } from '../../../test/audit-log.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { insertInvitation } from '../invitations/invitations.commands.ts'

const password = 'correct horse battery'
let made = 0

describe('emails', () => {
  const app = sharedTestApp()

  const mails = () => takeDueMails(app)
  beforeEach(async () => {
    await mails()
    await app.ctx.db.deleteFrom('sent_mails').execute()
  })
  const signUp = async (headers: Record<string, string> = {}) => {
    const email = `email-${(made += 1)}@example.org`
    const { data } = await app.ask('sessions.sign_up', { email, password }, { headers })
    return { email, ...data, mail: (await mails())[0] }
  }
  const verified = async () => {
    const person = await signUp()
    await app.ask('emails.verify', { token: person.mail?.link.secret })
    return person
  }
  const me = async (as: string) => (await app.ask('sessions.current', {}, { as })).data.user

  it('are confirmed by the link of the mail that follows a sign-up', async () => {
    const { email, token, mail } = await signUp({ cookie: 'language=de' })
    expect(mail).toMatchObject({ to: [email], subject: 'Bestätige deine E-Mail-Adresse für Oremus' })
    expect(mail?.link.url).toMatch(/^http:\/\/localhost:3000\/verify-email#[\w-]{43}\.[\w-]+$/)
    expect((await me(token)).email_verified).toBe(false)
    const answer = await app.ask('emails.verify', { token: mail?.link.secret })
    expect([answer.status, answer.data]).toEqual([200, { pending: null, is_change: false }])
    expect((await me(token)).email_verified).toBe(true)
  })

  it('are not confirmed by a link that was used, has expired or is unknown: all alike', async () => {
    const { mail, token } = await signUp()
    await app.ask('emails.verify', { token: mail?.link.secret })
    const late = await signUp()
    app.advance(24 * 3_600_000 + 1)
    const texts = new Set<string>()
    for (const dead of [mail?.link.secret, late.mail?.link.secret, 'x', '', token]) {
      const answer = await app.ask('emails.verify', { token: dead })
      expect(answer.status).toBe(400)
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
  })

  it('can be asked about once more, five times within half an hour', async () => {
    const strict = await newTestApp({ limit_scale: 1 })
    const { data } = await strict.ask('sessions.sign_up', { email: 'again@example.org', password })
    const codes = []
    for (let index = 0; index < 6; index += 1) {
      codes.push((await strict.ask('emails.resend', {}, { as: data.token })).status)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    const received = await takeDueMails(strict)
    expect(received).toHaveLength(5)
    // Only the newest of them works.
    const opened = []
    for (const { link } of received) opened.push((await strict.ask('emails.verify', { token: link.secret })).status)
    expect(opened.toSorted((one, two) => one - two)).toEqual([200, 400, 400, 400, 400])
  })

  it('that are confirmed get no further question', async () => {
    const { token } = await verified()
    expect((await app.ask('emails.resend', {}, { as: token })).status).toBe(200)
    expect(await mails()).toEqual([])
  })

  describe('changing one’s own', () => {
    it('keeps the old one until the link in the mail to the new one is opened, and tells the old one', async () => {
      const { user, email, token } = await verified()
      const other = (await app.ask('sessions.sign_in', { email, password })).data.token
      const calendar = (await app.ask('calendar_feeds.make', {}, { as: other })).data.path
      const asked = await app.ask('emails.change', { id: user.id, email: 'Moved@Example.org' }, { as: token })
      expect([asked.status, asked.data]).toEqual([200, { email, pending_email: 'moved@example.org' }])
      expect((await me(token)).email).toBe(email)
      const [question] = await mails()
      expect(question).toMatchObject({ to: ['moved@example.org'] })
      // Pressed again, the page knows that the reader has the address.
      expect(question?.link.url.split('.').at(-1)).toBe(Buffer.from('moved@example.org').toString('base64url'))
      const answer = await app.ask('emails.verify', { token: question?.link.secret }, { as: token })
      expect([answer.status, answer.data]).toEqual([200, { pending: null, is_change: true }])
      expect(await me(token)).toMatchObject({ email: 'moved@example.org', email_verified: true })
      expect((await app.ask('sessions.current', {}, { as: other })).status).toBe(401)
      // Whoever has it reads the days of others without signing in.
      expect((await app.fetch(calendar)).status).toBe(404)
      expect(await mails()).toMatchObject([{ to: [email], subject: 'Your email address for Oremus was changed' }])
      expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(400)
      expect((await app.ask('sessions.sign_in', { email: 'moved@example.org', password })).status).toBe(200)
    })

    it('takes the invitations to the old one away: nothing tells later that they were for its person', async () => {
      const { user, email, token } = await verified()
      const invited = { days: 14, max_uses: 1, created_by: await app.person('peter') }
      const addresses = [email, 'somebody@example.org']
      for (const one of addresses) await app.ctx.transaction((ctx) => insertInvitation(ctx, { ...invited, email: one }))
      await app.ask('emails.change', { id: user.id, email: 'elsewhere@example.org' }, { as: token })
      const [question] = await mails()
      expect((await app.ask('emails.verify', { token: question?.link.secret }, { as: token })).status).toBe(200)
      const left = app.ctx.db.selectFrom('invitations').select('email').where('email', 'in', addresses)
      expect(await left.execute()).toEqual([{ email: 'somebody@example.org' }])
    })

    it('does not tell whether somebody else has the address: they are told instead', async () => {
      const { user, token } = await verified()
      const other = await verified()
      const free = await app.ask('emails.change', { id: user.id, email: 'free@example.org' }, { as: token })
      const taken = await app.ask('emails.change', { id: user.id, email: other.email }, { as: token })
      expect(taken.status).toBe(free.status)
      expect(Object.keys(taken.data)).toEqual(Object.keys(free.data))
      const received = await mails()
      expect(received.find(({ to }) => to[0] === other.email)?.subject).toBe('You already have an account at Oremus')
      expect((await me(token)).email).not.toBe(other.email)
    })

    it('writes to who has the address also where they have never confirmed it', async () => {
      const { user, token } = await verified()
      const other = await signUp()
      await app.ask('emails.change', { id: user.id, email: other.email }, { as: token })
      const [mail] = await mails()
      expect(mail).toMatchObject({ to: [other.email], link: { path: '/reset-password' } })
    })

    it('fails quietly when somebody else takes the address before the link is opened', async () => {
      const { user, token } = await verified()
      await app.ask('emails.change', { id: user.id, email: 'race@example.org' }, { as: token })
      const [question] = await mails()
      await app.ask('sessions.sign_up', { email: 'race@example.org', password })
      const answer = await app.ask('emails.verify', { token: question?.link.secret })
      expect(answer.problem).toMatchObject({ status: 400, code: 'emails.link_expired' })
    })

    it('is undone by a new password: the link of whoever asked before is dead', async () => {
      const { user, token } = await verified()
      await app.ask('emails.change', { id: user.id, email: 'thief@example.org' }, { as: token })
      const [question] = await mails()
      const input = { currentPassword: password, newPassword: 'a quiet evening prayer' }
      expect((await app.ask('passwords.change', input, { as: token })).status).toBe(200)
      expect((await app.ask('emails.verify', { token: question?.link.secret })).status).toBe(400)
    })
  })

  describe('changing another’s', () => {
    it('is for administrators, and is written down with the reason and without the addresses', async () => {
      const admin = await app.signIn('peter')
      const { user, email, token } = await verified()
      const id = user.id
      const reason = 'Lost their old mailbox'
      const answer = await app.ask('emails.change', { id, email: 'new@example.org', reason }, { as: admin })
      expect(answer.data).toEqual({ email: 'new@example.org', pending_email: null })
      expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(401)
      expect((await mails()).flatMap(({ to }) => to).toSorted()).toEqual([email, 'new@example.org'].toSorted())
      const log = await readActs(app.ctx, id)
      expect(log).toMatchObject([{ action: 'emails.change', reason, actor_id: await app.person('peter') }])
      expect(JSON.stringify(log)).not.toContain('@')
      const other = await signUp()
      const taken = await app.ask('emails.change', { id, email: other.email, reason }, { as: admin })
      expect(taken.problem.code).toBe('sessions.email_taken')
    })

    it('mends the one of a sign-up that waits, which the link there completes', async () => {
      await app.writeSetting('require_verified_email', true)
      const [mistyped, email] = ['grandmoter@example.org', 'grandmother@example.org']
      await app.ask('sessions.sign_up', { email: mistyped, password })
      const [astray] = await mails()
      const as = await app.signIn('peter')
      const [found] = (await app.ask('accounts.list', { search: mistyped }, { as })).data.items
      await app.ask('emails.change', { id: found?.id, email, reason: 'Mistyped' }, { as })
      const [mail] = await mails()
      expect(mail?.to).toEqual([email])
      const open = async (token: string | undefined, more = {}) =>
        (await app.ask('emails.verify', { token, ...more })).problem.code
      expect(await open(astray?.link.secret, { password })).toBe('emails.link_expired')
      expect(await open(mail?.link.secret)).toBe('emails.password_needed')
      expect((await app.ask('emails.verify', { token: mail?.link.secret, password })).status).toBe(200)
      expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(200)
      await app.resetSettings()
    })
  })

  it('must be confirmed before sharing a request, where the site asks for it', async () => {
    const { token, mail } = await signUp()
    const share = () => app.ask('prayers.create', { content: 'Please pray for my father.' }, { as: token })
    await app.writeSetting('require_verified_email', true)
    const refused = await share()
    expect(refused.problem).toMatchObject({ status: 403, code: 'emails.not_verified' })
    expect(refused.problem.detail).toContain('open the link')
    // None may have been sent: the account may be older than the mail server.
    expect(refused.problem.detail).not.toContain('sent')
    // Words of danger are kept, never refused.
    const content = 'I do not want to live anymore. I have saved up my pills.'
    const kept = await app.ask('prayers.create', { content }, { as: token })
    expect(kept.data).toMatchObject({ publication: 'held', held_reason: 'crisis' })
    await app.ask('emails.verify', { token: mail?.link.secret })
    expect((await share()).status).toBe(200)
    await app.resetSettings()
  })
})
