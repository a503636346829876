import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { readActions } from '../../../test/audit-log.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { checkInvitation } from './invitations.rules.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'correct horse battery'
let made = 0
const newEmail = (): string => `guest-${(made += 1)}@example.org`

describe('ways to sign up', () => {
  const app = sharedTestApp()
  let ruth: string
  let peter: string
  beforeAll(async () => {
    ruth = await app.signIn('ruth')
    peter = await app.signIn('peter')
  })

  const mails = () => takeDueMails(app)
  const signUp = (input: Record<string, unknown> = {}) =>
    app.ask('sessions.sign_up', { email: newEmail(), password, ...input })
  const invite = async (input: Record<string, unknown> = {}) => {
    const { data } = await app.ask('invitations.create', input, { as: ruth })
    return { ...data, secret: data.link.split('#')[1] ?? '' }
  }
  const acts = (target_id: string) => readActions(app.ctx, target_id)
  beforeEach(async () => {
    await mails()
    await app.ctx.db.deleteFrom('sent_mails').execute()
    await app.resetSettings()
  })

  it('are told to whoever asks', async () => {
    expect((await app.ask('sessions.how_to_sign_up')).data).toEqual({
      sign_up_mode: 'open',
      join_question: '',
      require_verified_email: false,
      sends_mail: false,
      is_set_up: true,
    })
    await app.writeSetting('sign_up_mode', 'invite')
    expect((await app.ask('sessions.how_to_sign_up')).data.sign_up_mode).toBe('invite')
  })

  describe('by invitation', () => {
    beforeEach(() => app.writeSetting('sign_up_mode', 'invite'))

    it('need one, which is good once', async () => {
      expect((await signUp()).problem).toMatchObject({ status: 403, code: 'invitations.needed' })
      const { secret, link, id } = await invite({ note: 'For Grace' })
      expect(link).toMatch(/^http:\/\/localhost:3000\/signup#[\w-]{43}$/)
      expect((await signUp({ invitation: secret })).status).toBe(200)
      const again = await signUp({ invitation: secret })
      expect(again.problem).toMatchObject({ status: 400, code: 'invitations.link_expired' })
      const { items } = (await app.ask('invitations.list', {}, { as: ruth })).data
      expect(items[0]).toMatchObject({
        id,
        note: 'For Grace',
        uses: 1,
        max_uses: 1,
        created_by: { display_name: 'Ruth M.' },
      })
      expect(JSON.stringify(items)).not.toContain(secret)
      expect(JSON.stringify(await app.ctx.db.selectFrom('invitations').selectAll().execute())).not.toContain(secret)
      expect(await acts(id)).toEqual(['invitations.create'])
    })

    it('is used by as many as it is for, even when they come at once', async () => {
      const { secret } = await invite({ max_uses: 2 })
      const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ invitation: secret })))
      expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
        200, 200, 400, 400, 400, 400,
      ])
    })

    it('is refused alike when it was taken back, has expired, or is unknown', async () => {
      const revoked = await invite()
      expect((await app.ask('invitations.revoke', { id: revoked.id }, { as: ruth })).status).toBe(200)
      const expired = await invite({ days: 1 })
      app.advance(DAY_MS + 1000)
      ruth = await app.signIn('ruth')
      peter = await app.signIn('peter')
      const texts = new Set<string>()
      for (const invitation of [revoked.secret, expired.secret, 'unknown', '']) {
        texts.add((await signUp({ invitation })).text)
      }
      expect(texts.size).toBe(1)
      expect((await app.ask('invitations.revoke', { id: revoked.id }, { as: peter })).status).toBe(200)
      expect(await acts(revoked.id)).toEqual(['invitations.create', 'invitations.revoke'])
    })

    it('is not taken back from who has joined by it', async () => {
      const { id, secret } = await invite()
      await signUp({ invitation: secret })
      const late = await app.ask('invitations.revoke', { id }, { as: ruth })
      expect([late.problem.code, await acts(id)]).toEqual(['invitations.used', ['invitations.create']])
    })

    it.each([
      ['lost the role', { role: 'member' }],
      ['was suspended', { status: 'suspended' }],
    ] as const)('is dead once whoever made it %s', async (_, change) => {
      const { secret } = await invite({ max_uses: 2 })
      expect((await signUp({ invitation: secret })).status).toBe(200)
      const id = await app.person('ruth')
      const set = (row: { role?: 'member' | 'moderator'; status?: 'active' | 'suspended' }) =>
        app.ctx.db.updateTable('users').set(row).where('id', '=', id).execute()
      await set(change)
      const refused = await signUp({ invitation: secret })
      await set({ role: 'moderator', status: 'active' })
      expect(refused.problem.code).toBe('invitations.link_expired')
    })

    it('may be for one address only, which gets it by mail', async () => {
      const email = newEmail()
      const { secret } = await invite({ email })
      expect(await mails()).toMatchObject([
        { to: [email], subject: 'You’re invited to Oremus', link: { path: '/signup', secret } },
      ])
      expect((await signUp({ invitation: secret })).problem.code).toBe('invitations.other_address')
      expect((await signUp({ email, invitation: secret })).status).toBe(200)
    })

    it('is not said to be sent, where the site sends no mail', async () => {
      const { id } = await invite({ email: newEmail() })
      expect(await mails()).toHaveLength(1)
      const { items } = (await app.ask('invitations.list', {}, { as: ruth })).data
      expect(items.find((one) => one.id === id)?.state).toBe('open')
    })

    it('is not mailed when it was taken back first', async () => {
      const { id } = await invite({ email: newEmail() })
      await app.ask('invitations.revoke', { id }, { as: ruth })
      expect(await mails()).toEqual([])
    })

    it('is not used up by a sign-up that fails', async () => {
      const { secret } = await invite()
      expect((await signUp({ invitation: secret, password: 'qwerty123' })).status).toBe(400)
      const { data } = await app.ask('sessions.sign_up', { email: 'taken@example.org', password, invitation: secret })
      expect(data.user.email).toBe('taken@example.org')
      const second = await invite()
      const taken = { email: 'taken@example.org', password: 'another evening prayer', invitation: second.secret }
      expect((await app.ask('sessions.sign_up', taken)).status).toBe(409)
      expect((await signUp({ invitation: second.secret })).status).toBe(200)
    })
  })

  describe('with approval', () => {
    beforeEach(() => app.writeSetting('sign_up_mode', 'approval'))

    describe('a question of the site', () => {
      const question = 'How do you know us?'
      const join_answer = 'I sing in the choir.\nAnna told me.'
      const waiting = async () => (await app.ask('invitations.awaiting', {}, { as: ruth })).data.items
      const answers = async (email: string) => [
        ...(await app.ctx.db.selectFrom('users').select('join_answer').where('email', '=', email).execute()),
        ...(await app.ctx.db.selectFrom('sign_ups').select('join_answer').execute()),
      ]
      beforeEach(async () => {
        await app.ctx.db.deleteFrom('users').where('awaits_approval', '=', true).execute()
        await app.writeSetting('join_question', question)
      })

      it('is shown only where staff approve people', async () => {
        expect((await app.ask('sessions.how_to_sign_up')).data.join_question).toBe(question)
        await app.writeSetting('sign_up_mode', 'open')
        expect((await app.ask('sessions.how_to_sign_up')).data.join_question).toBe('')
      })

      it('is answered for those who decide, and the answer goes once the person is let in', async () => {
        const email = newEmail()
        await signUp({ email, join_answer })
        const [person] = await waiting()
        expect(person).toMatchObject({ join_answer })
        expect(JSON.stringify(await mails())).not.toContain('choir')
        await app.ask('invitations.approve', { id: person?.id }, { as: ruth })
        expect(await answers(email)).toEqual([{ join_answer: null }])
        expect(JSON.stringify(await app.ctx.db.selectFrom('audit_log').selectAll().execute())).not.toContain('choir')
      })

      it('may be left unanswered, and nobody else keeps an answer', async () => {
        await signUp()
        expect(await waiting()).toMatchObject([{ join_answer: '' }])
        const { secret } = await invite()
        const invited = newEmail()
        await signUp({ email: invited, invitation: secret, join_answer })
        await app.writeSetting('sign_up_mode', 'open')
        const free = newEmail()
        await signUp({ email: free, join_answer })
        expect([await answers(invited), await answers(free)]).toEqual([
          [{ join_answer: null }],
          [{ join_answer: null }],
        ])
      })

      it('is answered by whoever confirms the address, not by a stranger who signed up with it before', async () => {
        await app.writeSetting('require_verified_email', true)
        const email = newEmail()
        await signUp({ email, join_answer: 'A stranger' })
        await signUp({ email, join_answer })
        const token = (await mails()).at(-1)?.link.secret
        expect(await waiting()).toEqual([])
        await app.ask('emails.verify', { token, password })
        expect(await waiting()).toMatchObject([{ join_answer, email_verified: true }])
      })

      it.each([
        ['a thousand characters', 'a'.repeat(1000), 202],
        ['one more', 'a'.repeat(1001), 400],
      ])('takes %s', async (_, long, status) => {
        expect((await signUp({ join_answer: long })).status).toBe(status)
      })
    })

    it('wait until a moderator lets them in, who writes to them', async () => {
      const email = newEmail()
      const asked = await signUp({ email, displayName: 'Grace O.' })
      expect([asked.status, asked.data]).toEqual([202, { pending: 'approval' }])
      expect(asked.headers.get('set-cookie')).toBeNull()
      await app.ask('emails.verify', { token: (await mails())[0]?.link.secret })
      const early = await app.ask('sessions.sign_in', { email, password })
      expect(early.problem).toMatchObject({ status: 403, code: 'sessions.awaiting_approval' })
      const { items } = (await app.ask('invitations.awaiting', {}, { as: peter })).data
      const waiting = items.find((one) => one.email === email)
      expect(waiting).toMatchObject({ display_name: 'Grace O.', email_verified: true })
      const id = waiting?.id ?? ''
      // Moderators approve users and do not need their addresses.
      const seen = (await app.ask('invitations.awaiting', {}, { as: ruth })).data.items.find((one) => one.id === id)
      expect(seen).toMatchObject({ display_name: 'Grace O.', email: null, email_verified: true })
      // They would know nothing else of somebody who has given no name.
      const unnamed = newEmail()
      await signUp({ email: unnamed, displayName: 'Ein Mitglied' })
      const waits = (await app.ask('invitations.awaiting', {}, { as: ruth })).data.items
      expect(waits.map((one) => one.email)).toEqual([null, unnamed])
      await mails()
      expect((await app.ask('invitations.approve', { id, reason: 'From our choir' }, { as: ruth })).status).toBe(200)
      expect(await mails()).toMatchObject([{ to: [email], subject: 'Welcome to Oremus' }])
      expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(200)
      expect(await acts(id)).toEqual(['invitations.approve'])
      for (const call of ['invitations.approve', 'invitations.decline'] as const) {
        expect((await app.ask(call, { id }, { as: ruth })).problem.code).toBe('users.not_found')
      }
    })

    it('keep one order where many came at one moment', async () => {
      await app.ctx.db.deleteFrom('users').where('awaits_approval', '=', true).execute()
      const at = app.ctx.clock().toISOString()
      const ids = ['9', '1', '5'].map((digit) => `${digit}0000000-0000-7000-8000-000000000000`)
      for (const id of ids) {
        const row = { id, email: newEmail(), display_name: 'Grace O.', password_hash: 'none', awaits_approval: true }
        await app.ctx.db
          .insertInto('users')
          .values({ ...row, status: 'pending', created_at: at, updated_at: at })
          .execute()
      }
      const { items } = (await app.ask('invitations.awaiting', {}, { as: ruth })).data
      expect(items.map(({ id }) => id)).toEqual(ids.toSorted())
      await app.ctx.db.deleteFrom('users').where('id', 'in', ids).execute()
    })

    it('tell a repeated sign-up the same, and a stranger with another password nothing new', async () => {
      const email = newEmail()
      await signUp({ email })
      expect((await signUp({ email })).data).toEqual({ pending: 'approval' })
      expect((await signUp({ email, password: 'another evening prayer' })).status).toBe(409)
    })

    it('end without a trace when they are declined', async () => {
      const email = newEmail()
      await signUp({ email })
      const { items } = (await app.ask('invitations.awaiting', {}, { as: peter })).data
      const id = items.find((one) => one.email === email)?.id ?? ''
      expect((await app.ask('invitations.decline', { id }, { as: ruth })).status).toBe(200)
      expect((await app.ask('sessions.sign_in', { email, password })).problem.code).toBe('sessions.wrong_credentials')
      expect(await acts(id)).toEqual(['invitations.decline'])
      expect(await mails()).toEqual([])
    })

    it('are not needed by somebody with an invitation', async () => {
      const { secret } = await invite()
      expect((await signUp({ invitation: secret })).data.token).toBeTruthy()
    })

    it('and confirmed addresses: first the mailbox, then the staff', async () => {
      await app.writeSetting('require_verified_email', true)
      const email = newEmail()
      expect((await signUp({ email })).data).toEqual({ pending: 'verify_email' })
      const before = (await app.ask('invitations.awaiting', {}, { as: peter })).data.items
      expect(before.some((one) => one.email === email)).toBe(false)
      expect((await app.ask('sessions.sign_in', { email, password })).problem.code).toBe('sessions.wrong_credentials')
      const [mail] = await mails()
      const token = mail?.link.secret
      expect((await app.ask('emails.verify', { token, password })).data).toEqual({
        pending: 'approval',
        is_change: false,
      })
      expect((await app.ask('sessions.sign_in', { email, password })).problem.code).toBe('sessions.awaiting_approval')
      const { items } = (await app.ask('invitations.awaiting', {}, { as: peter })).data
      await app.ask('invitations.approve', { id: items.find((one) => one.email === email)?.id }, { as: ruth })
      expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(200)
    })
  })

  describe('an account made by an administrator', () => {
    it('belongs to whoever opens the link in the mail and chooses a password', async () => {
      const email = newEmail()
      const made_by = await app.ask('invitations.create_account', { email, displayName: 'Miriam K.' }, { as: peter })
      expect(made_by.data).toMatchObject({ email, display_name: 'Miriam K.', role: 'member' })
      const [mail] = await mails()
      expect(mail).toMatchObject({
        to: [email],
        subject: 'You’re invited to Oremus',
        link: { path: '/reset-password' },
      })
      expect(mail?.text).toMatch(/The link works until \d+ \w+ \d{4} at \d\d:\d\d\./)
      for (const guess of ['none', '', password]) {
        expect((await app.ask('sessions.sign_in', { email, password: guess })).status).toBe(400)
      }
      const token = mail?.link.secret
      expect((await app.ask('passwords.reset', { token, newPassword: password })).status).toBe(200)
      const { data } = await app.ask('sessions.sign_in', { email, password })
      expect(data.user).toMatchObject({ display_name: 'Miriam K.', email_verified: true })
      expect(await acts(data.user.id)).toEqual(['invitations.create_account'])
    })

    it('no longer belongs to whoever reads the address that was mistyped, once that is mended', async () => {
      const as = await app.signIn('peter')
      const [mistyped, email] = [newEmail(), newEmail()]
      const { id } = (await app.ask('invitations.create_account', { email: mistyped }, { as })).data
      const token = (await mails())[0]?.link.secret
      expect((await app.ask('emails.change', { id, email, reason: 'Mistyped' }, { as })).status).toBe(200)
      const reset = await app.ask('passwords.reset', { token, newPassword: password })
      expect([reset.status, reset.problem.code]).toEqual([400, 'passwords.link_expired'])
      expect((await app.ask('sessions.sign_in', { email, password })).status).toBe(400)
      const [mended] = await mails()
      expect(mended).toMatchObject({ to: [email], link: { path: '/reset-password' } })
      const chosen = { token: mended?.link.secret, newPassword: password }
      expect((await app.ask('passwords.reset', chosen)).status).toBe(200)
      expect((await app.ask('sessions.sign_in', { email, password })).data.user.email_verified).toBe(true)
    })

    it('has no role that is given by the call for roles, and no address that is taken', async () => {
      for (const role of ['admin', 'moderator', 'care', 'ADMIN', ['member'], '__proto__']) {
        expect((await app.ask('invitations.create_account', { email: newEmail(), role }, { as: peter })).status).toBe(
          400,
        )
      }
      const email = newEmail()
      const { data } = await app.ask('invitations.create_account', { email, role: 'limited' }, { as: peter })
      expect(data.role).toBe('limited')
      const again = await app.ask('invitations.create_account', { email }, { as: peter })
      expect(again.problem.code).toBe('sessions.email_taken')
    })
  })
})

describe('refusalOf', () => {
  const at = new Date('2026-05-09T10:00:00.000Z')
  const open = { email: null, revoked_at: null, expires_at: '2026-05-10T10:00:00.000Z', max_uses: 1, uses: 0 }
  it.each([
    ['is good', open, undefined],
    ['is for this address', { ...open, email: 'a@example.org' }, undefined],
    ['is for another', { ...open, email: 'b@example.org' }, 'invitations.other_address'],
    ['was taken back', { ...open, revoked_at: at.toISOString() }, 'invitations.link_expired'],
    ['ends now', { ...open, expires_at: at.toISOString() }, 'invitations.link_expired'],
    ['is used up', { ...open, uses: 1 }, 'invitations.link_expired'],
    ['is for another, and used up', { ...open, email: 'b@example.org', uses: 1 }, 'invitations.link_expired'],
    ['is none', undefined, 'invitations.link_expired'],
  ])('%s', (_, invitation, refusal) => {
    expect(checkInvitation(invitation, 'a@example.org', at)).toBe(refusal)
  })
})
