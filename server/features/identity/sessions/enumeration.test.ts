import { beforeAll, describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { addTotp } from '../../../test/authenticator.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { greetingTemplate } from './sessions.rules.ts'

const password = 'correct horse battery'
const other = 'a quiet evening prayer'

/** where addresses must be confirmed, neither signing up nor signing in reveals who has an account. */
describe('with require_verified_email', () => {
  const app = sharedTestApp()
  beforeAll(async () => {
    await app.ask('sessions.sign_up', { email: 'known@example.org', password })
    await app.ask('sessions.sign_up', { email: 'unverified@example.org', password })
    await app.ask('sessions.sign_up', { email: 'suspended@example.org', password })
    for (const mail of await mails()) {
      if (!mail.to.includes('unverified@example.org')) await app.ask('emails.verify', { token: mail.link.secret })
    }
    await app.ctx.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('email', '=', 'suspended@example.org')
      .execute()
    await app.writeSetting('require_verified_email', true)
  })
  const mails = () => takeDueMails(app)
  const signUp = (email: string, given = other) => app.ask('sessions.sign_up', { email, password: given })
  const signIn = (email: string, given = other) => app.ask('sessions.sign_in', { email, password: given })

  it('answers every sign-up alike, and tells what differs by mail', async () => {
    const everybody = ['new@example.org', 'known@example.org', 'unverified@example.org', 'suspended@example.org']
    const answers = new Set<string>()
    for (const email of everybody) {
      const { status, text, headers } = await signUp(email)
      answers.add(JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')]))
    }
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('[202,"{\\"pending\\":\\"verify_email\\"}"')
    expect(Object.fromEntries((await mails()).map(({ to, subject }) => [to[0], subject]))).toEqual({
      'new@example.org': 'Confirm your email address for Oremus',
      'known@example.org': 'You already have an account at Oremus',
      'unverified@example.org': 'Confirm your email address for Oremus',
    })
  })

  it('lets the password of a sign-up tell nothing either, until the mailbox is proven', async () => {
    const texts = new Set<string>()
    for (const email of ['new@example.org', 'known@example.org', 'nobody@example.org', 'suspended@example.org']) {
      const { status, text } = await signIn(email)
      texts.add(`${status} ${text}`)
    }
    expect(texts.size).toBe(1)
    await signUp('new@example.org')
    const [mail] = await mails()
    expect((await app.ask('emails.verify', { token: mail?.link.secret, password: other })).data).toEqual({
      pending: null,
      is_change: false,
    })
    expect((await signIn('new@example.org')).status).toBe(200)
  })

  it('changes nothing for the person who has the account', async () => {
    expect((await signIn('known@example.org', password)).status).toBe(200)
    expect((await signIn('known@example.org', other)).status).toBe(400)
  })

  it('makes one account of sign-ups that come at once', async () => {
    const answers = await Promise.all([0, 1, 2, 3].map(() => signUp('race@example.org')))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(
      await app.ctx.db.selectFrom('users').select('id').where('email', '=', 'race@example.org').execute(),
    ).toHaveLength(1)
  })

  it('uses an invitation up with every address, or the link would tell', async () => {
    const as = await app.signIn('ruth')
    for (const email of ['known@example.org', 'unverified@example.org', 'invited@example.org']) {
      const { link } = (await app.ask('invitations.create', {}, { as })).data
      const invitation = link.split('#')[1] ?? ''
      const signedUp = await app.ask('sessions.sign_up', { email, password: other, invitation })
      expect([email, signedUp.status]).toEqual([email, 202])
      expect([email, (await app.ask('invitations.open', { invitation })).status]).toEqual([email, 400])
    }
    await mails()
  })

  it('lets those in who still waited when the site ceased to ask', async () => {
    await signUp('patient@example.org')
    expect((await signIn('patient@example.org')).status).toBe(400)
    await app.writeSetting('require_verified_email', false)
    expect((await signIn('patient@example.org')).status).toBe(200)
  })
})

it('A-09: without the setting, only the password tells an unknown address from a known one at sign-in', async () => {
  const app = await newTestApp()
  const as = await app.signIn('peter')
  await app.ask('invitations.create_account', { email: 'invited@example.org' }, { as })
  await app.ask('sessions.sign_up', { email: 'known@example.org', password })
  const texts = new Set<string>()
  for (const email of ['invited@example.org', 'known@example.org', 'nobody@example.org']) {
    const { status, text } = await app.ask('sessions.sign_in', { email, password: 'none' })
    texts.add(`${status} ${text}`)
  }
  expect(texts.size).toBe(1)
  expect((await app.ask('sessions.sign_up', { email: 'known@example.org', password: other })).status).toBe(409)
})

describe('signing up with an address that has an account', () => {
  const email = 'known@example.org'
  it('R-01: is no way to guess its password more often than by signing in', async () => {
    const app = await newTestApp({ limit_scale: 1, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (index: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${index}` } })
    await app.ask('sessions.sign_up', { email, password }, from(200))
    const codes: number[] = []
    for (let index = 0; index < 30; index += 1) {
      const guess = { email, password: `a long guess ${index}` }
      codes.push((await app.ask('sessions.sign_up', guess, from(index))).status)
    }
    expect(codes.filter((status) => status === 409)).toHaveLength(25)
    expect(codes.slice(25)).toEqual([429, 429, 429, 429, 429])
    expect((await app.ask('sessions.sign_in', { email, password }, from(99))).status).toBe(429)
  })

  it('is no way around a second step', async () => {
    const app = await newTestApp()
    const { token, user } = (await app.ask('sessions.sign_up', { email, password })).data
    expect((await app.ask('sessions.sign_up', { email, password })).status).toBe(200)
    await addTotp(app, token)
    expect((await app.ask('sessions.sign_up', { email, password })).problem.code).toBe('sessions.email_taken')
    expect(user.email).toBe(email)
  })
})

it.each([
  ['active', null, 'verify_email'],
  ['pending', null, 'verify_email'],
  ['active', '2026-01-01T00:00:00.000Z', 'already_a_member'],
  ['suspended', null, undefined],
  ['suspended', '2026-01-01T00:00:00.000Z', undefined],
] as const)('%s, confirmed at %s: %s', (status, email_verified_at, mail) => {
  expect(greetingTemplate({ status, email_verified_at })).toBe(mail)
})
