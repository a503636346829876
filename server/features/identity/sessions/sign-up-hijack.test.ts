import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import type { Context } from '../../../context.ts'
import { addPasskey, addTotp } from '../../../test/authenticator.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { newTestApp } from '../../../test/shared-app.ts'
import { recordStatements } from '../../../test/plans.ts'
import { signUpWithVerification } from './sign-up.ts'

const email = 'victim@example.org'
const own = 'a quiet evening prayer'
const strangers = 'correct horse battery'
const chosen = 'one more evening prayer'

let app: TestApp
beforeEach(async () => {
  app = await newTestApp()
})

const mails = () => takeDueMails(app)
const signUp = (password: string, displayName: string) => app.ask('sessions.sign_up', { email, password, displayName })
const signIn = (password: string) => app.ask('sessions.sign_in', { email, password })
const open = async (token: string | undefined, password?: string) =>
  (await app.ask('emails.verify', { token, password })).status
const forgot = async () => {
  await app.ask('passwords.forgot', { email })
  return (await mails()).find(({ link }) => link.path === '/reset-password')?.link.secret
}
const reset = (token: string | undefined) => app.ask('passwords.reset', { token, newPassword: chosen })

/** Adds what somebody in the account would keep it with: an authenticator app and a passkey. */
async function addSecondFactors(as: string) {
  await addTotp(app, as)
  await addPasskey(app, as)
}

describe('a sign-up with the address of somebody else, where addresses are confirmed', () => {
  beforeEach(() => app.writeSetting('require_verified_email', true))

  it('does not put its password behind the link of another sign-up, whichever came first', async () => {
    await signUp(own, 'Victim')
    const [mine] = await mails()
    await signUp(strangers, 'Stranger')
    // The newer sign-up ends the older link: it never confirms what another request carried.
    expect(await open(mine?.link.secret)).toBe(400)
    await mails()
    await signUp(own, 'Victim')
    const [again] = await mails()
    expect(await open(again?.link.secret, own)).toBe(200)
    expect((await signIn(strangers)).status).toBe(400)
    const { data } = await signIn(own)
    expect(data.user.display_name).toBe('Victim')
    const [found] = (await app.ask('accounts.list', { search: 'victim' }, { as: await app.signIn('peter') })).data.items
    expect(found?.display_name).toBe('Victim')
  })

  it('does not bring its password into a mail that was not sent yet', async () => {
    await signUp(own, 'Victim')
    await signUp(strangers, 'Stranger')
    const received = await mails()
    // One mail, for the newest; the job of the older one found itself replaced.
    expect(received).toHaveLength(1)
    await app.ctx.addJob('sessions.greet', { email, language: 'en', sign_up: randomUUID() })
    expect(await mails()).toEqual([])
    expect(await open(received[0]?.link.secret, strangers)).toBe(200)
    expect((await signIn(own)).status).toBe(400)
    expect((await signIn(strangers)).data.user.display_name).toBe('Stranger')
  })

  it('is not confirmed by a victim who opens its mail, because that needs the password of the same sign-up', async () => {
    await signUp(own, 'Victim')
    await signUp(strangers, 'Stranger')
    const token = (await mails())[0]?.link.secret
    expect((await app.ask('emails.verify', { token })).problem.code).toBe('emails.password_needed')
    expect((await app.ask('emails.verify', { token, password: own })).problem.code).toBe('emails.other_sign_up')
    expect((await signIn(strangers)).status).toBe(400)
    // The refusal says to do this.
    await signUp(own, 'Victim')
    expect(await open((await mails())[0]?.link.secret, own)).toBe(200)
    expect((await signIn(own)).data.user.display_name).toBe('Victim')
  })

  it('cannot be confirmed by guessing its password', async () => {
    app = await newTestApp({ limit_scale: 1 })
    await app.writeSetting('require_verified_email', true)
    await signUp(own, 'Victim')
    const token = (await mails())[0]?.link.secret
    for (let n = 0; n < 10; n += 1) expect(await open(token, `wrong guess ${n}`)).toBe(400)
    expect(await open(token, own)).toBe(429)
  })

  it('ends with a reset by whoever owns the mailbox, and its link with it', async () => {
    await signUp(strangers, 'Stranger')
    const [theirs] = await mails()
    expect((await reset(await forgot())).status).toBe(200)
    expect(await open(theirs?.link.secret)).toBe(400)
    expect((await signIn(strangers)).status).toBe(400)
    expect((await signIn(chosen)).status).toBe(200)
  })

  it('ends so too with the password that its owner gave it, where they never opened its link', async () => {
    await signUp(own, 'Victim')
    await mails()
    const token = await forgot()
    expect((await app.ask('passwords.reset', { token, newPassword: own })).status).toBe(200)
    expect((await signIn(own)).status).toBe(200)
  })

  it('leaves an account that was used before with no password but one that its owner chooses', async () => {
    await app.writeSetting('require_verified_email', false)
    const { token } = (await signUp(strangers, 'Stranger')).data
    await addSecondFactors(token)
    await mails()
    await app.writeSetting('require_verified_email', true)
    await signUp(own, 'Victim')
    const [mine] = await mails()
    expect(await open(mine?.link.secret)).toBe(200)
    expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(401)
    for (const password of [strangers, own]) expect((await signIn(password)).status).toBe(400)
    const choose = (await mails()).find(({ link }) => link.path === '/reset-password')
    expect((await reset(choose?.link.secret)).status).toBe(200)
    const { data } = await signIn(chosen)
    expect((await app.ask('second_factors.list', {}, { as: data.token })).data).toMatchObject({
      totp: false,
      passkeys: [],
    })
  })

  it('changes nothing for the session that asks for its own link meanwhile', async () => {
    await app.writeSetting('require_verified_email', false)
    const { token } = (await signUp(own, 'Owner')).data
    await mails()
    await app.writeSetting('require_verified_email', true)
    await signUp(strangers, 'Stranger')
    const [theirs] = await mails()
    await app.ask('emails.resend', {}, { as: token })
    const [mine] = await mails()
    expect(await open(theirs?.link.secret)).toBe(400)
    expect(await open(mine?.link.secret)).toBe(200)
    expect((await app.ask('sessions.current', {}, { as: token })).data.user).toMatchObject({
      display_name: 'Owner',
      email_verified: true,
    })
    expect((await signIn(strangers)).status).toBe(400)
    expect((await signIn(own)).status).toBe(200)
  })

  it('keeps nothing of a sign-up for somebody who has an account, and nothing that is old', async () => {
    await signUp(own, 'Victim')
    await open((await mails())[0]?.link.secret, own)
    await signUp(strangers, 'Stranger')
    const rows = () => app.ctx.db.selectFrom('sign_ups').selectAll().execute()
    expect(await rows()).toHaveLength(1)
    await mails()
    expect(await rows()).toEqual([])
    await app.ask('sessions.sign_up', { email: 'other@example.org', password: own })
    app.advance(121 * 3_600_000)
    await app.runJobs()
    expect(await rows()).toEqual([])
  })

  it('costs the same statements for every address', async () => {
    await signUp(own, 'Victim')
    await open((await mails())[0]?.link.secret, own)
    const shapes = new Set<string>()
    const person = {
      display_name: 'x',
      password_hash: 'x',
      awaits_approval: false,
      join_answer: null,
      mail_language: null,
      invitation: undefined,
    }
    for (const address of [email, 'new@example.org', 'new@example.org']) {
      const statements = await recordStatements(app, (db) => {
        const recorded: Context = { ...app.ctx, db, transaction: (work) => work({ ...app.ctx, db }) }
        return signUpWithVerification(recorded, { ...person, email: address, language: 'en' })
      })
      shapes.add(statements.map(({ sql }) => sql).join('\n'))
    }
    expect(shapes.size).toBe(1)
    expect([...shapes][0]?.split('\n')).toHaveLength(5)
  })
})

describe('where addresses need no confirmation', () => {
  /** Makes the link by which the calendar is read without signing in. */
  const makeCalendar = async (as: string) => (await app.ask('calendar_feeds.make', {}, { as })).data.path
  const opens = async (calendar: string) => (await fetch(new URL(calendar, app.url))).ok

  it('a reset takes away what was opened and added before the address was confirmed', async () => {
    const { token } = (await signUp(strangers, 'Stranger')).data
    await addSecondFactors(token)
    const calendar = await makeCalendar(token)
    expect((await reset(await forgot())).status).toBe(200)
    expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(401)
    expect(await opens(calendar)).toBe(false)
    const { status, data } = await signIn(chosen)
    expect(status).toBe(200)
    expect((await app.ask('second_factors.list', {}, { as: data.token })).data).toMatchObject({
      totp: false,
      passkeys: [],
    })
    const subjects = (await mails()).map(({ subject }) => subject)
    expect(subjects).toContain('Your second sign-in step for Oremus was changed')
  })

  const signInByCode = async (part: object = {}) => {
    const { ticket } = (await app.ask('sessions.send_code', { email })).data
    const mail_code = /(?<!\d)\d{6}(?!\d)/.exec((await mails()).at(-1)?.text ?? '')?.[0]
    return (await app.ask('sessions.sign_in_with_code', { email, ticket, mail_code }, part)).data
  }

  it('the first code after a confirmation from elsewhere ends all that opened the account, and keeps what was written', async () => {
    const { token, user } = (await signUp(strangers, 'Stranger')).data
    const calendar = await makeCalendar(token)
    const prayer = (await app.ask('prayers.create', { content: 'My mother' }, { as: token })).data
    const greeting = (await mails()).find(({ link }) => link.path === '/verify-email')
    expect(await open(greeting?.link.secret)).toBe(200)
    // Whoever signed up and opened the link on another device goes on.
    expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(200)
    await app.ask('emails.change', { id: user.id, email: 'stranger@example.org' }, { as: token })
    const [away] = await mails()
    const mine = await signInByCode()
    expect(mine.was_ended).toBe(true)
    expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(401)
    expect(await opens(calendar)).toBe(false)
    expect((await signIn(strangers)).status).toBe(400)
    expect(await open(away?.link.secret)).toBe(400)
    expect((await mails()).some(({ link }) => link.path === '/reset-password')).toBe(true)
    expect((await app.ask('prayers.one', { id: prayer.id }, { as: mine.token })).data).toMatchObject({ is_mine: true })
    expect((await signInByCode()).was_ended).toBe(false)
    expect((await app.ask('sessions.current', {}, { as: mine.token })).status).toBe(200)
  })

  it.each([
    ['from within the account', 'session'],
    ['elsewhere, and signs in by code where they signed up', 'browser'],
  ])('whoever confirms %s keeps the password and every session', async (_, way) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const signed = await app.ask('sessions.sign_up', { email, password: own }, { headers })
    const cookie = signed.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const greeting = (await mails()).find(({ link }) => link.path === '/verify-email')
    const as = signed.data.token
    await app.ask('emails.verify', { token: greeting?.link.secret }, way === 'session' ? { as } : {})
    const answer = await signInByCode(way === 'browser' ? { headers: { ...headers, cookie } } : {})
    expect(answer.was_ended).toBe(false)
    expect((await app.ask('sessions.current', {}, { as })).status).toBe(200)
    expect((await signIn(own)).status).toBe(200)
  })

  it('an account that is moved to an address of somebody else is theirs once they sign in by code', async () => {
    const grace = await app.signIn('grace')
    const { id } = (await app.ask('sessions.current', {}, { as: grace })).data.user
    await app.ask('emails.change', { id, email }, { as: grace })
    const link = (await mails()).find(({ to }) => to[0] === email)
    expect(await open(link?.link.secret)).toBe(200)
    const again = await app.signIn('grace')
    expect((await signInByCode()).was_ended).toBe(true)
    expect((await app.ask('sessions.current', {}, { as: again })).status).toBe(401)
  })

  it('a reset takes them away too when the victim confirmed the address of the stranger first', async () => {
    const { token } = (await signUp(strangers, 'Stranger')).data
    await addSecondFactors(token)
    expect(await open((await mails())[0]?.link.secret)).toBe(200)
    expect((await reset(await forgot())).status).toBe(200)
    expect((await signIn(chosen)).status).toBe(200)
  })

  it('a reset keeps a second step that was added after the address was confirmed, also after a change of address, and ends the calendar', async () => {
    const { token, user } = (await signUp(own, 'Owner')).data
    await app.ask('emails.verify', { token: (await mails())[0]?.link.secret }, { as: token })
    await addSecondFactors(token)
    const calendar = await makeCalendar(token)
    await app.ask('emails.change', { id: user.id, email: 'moved@example.org' }, { as: token })
    const asked = (await mails()).find(({ to }) => to[0] === 'moved@example.org')
    expect(await open(asked?.link.secret)).toBe(200)
    await app.ask('passwords.forgot', { email: 'moved@example.org' })
    const link = (await mails()).find(({ link: { path } }) => path === '/reset-password')?.link.secret
    expect((await reset(link)).status).toBe(200)
    expect(await opens(calendar)).toBe(false)
    const answer = await app.ask('sessions.sign_in', { email: 'moved@example.org', password: chosen })
    expect(answer.problem.code).toBe('sessions.second_factor_needed')
  })
})
