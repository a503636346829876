import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AskOptions } from '../../../test/app.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const password = 'correct horse battery'
const newer = 'a quiet evening prayer'
const reading = (languages: string) => ({ headers: { 'accept-language': languages } })

let made = 0
const newEmail = (): string => `reader-${(made += 1)}@example.org`

describe('emails of a site in English to somebody who has chosen no language', () => {
  const app = sharedTestApp()
  let peter: string
  let ruth: string
  beforeAll(async () => {
    peter = await app.signIn('peter')
    ruth = await app.signIn('ruth')
  })
  beforeEach(async () => {
    await mails()
    await app.resetSettings()
  })

  const mails = () => takeDueMails(app)
  const languages = async () => (await mails()).map(({ headers }) => headers.get('content-language'))
  /** Signs up, on a page in German unless another is given, and confirms the address. */
  const join = async (page: AskOptions = reading('de-AT,de;q=0.9')) => {
    const email = newEmail()
    const { token, user } = (await app.ask('sessions.sign_up', { email, password }, page)).data
    await app.ask('emails.verify', { token: (await mails())[0]?.link.secret }, { as: token })
    return { email, token, id: user.id }
  }
  /** Returns the languages of the emails about a change of the password. */
  const change = async (as: string, currentPassword: string, newPassword: string) => {
    expect((await app.ask('passwords.change', { currentPassword, newPassword }, { as })).status).toBe(200)
    return await languages()
  }
  const waiting = async (email: string) =>
    (await app.ask('invitations.awaiting', {}, { as: peter })).data.items.find((one) => one.email === email)?.id

  it('are in that of the page on which they signed up, which no page of any device follows', async () => {
    const { email, token } = await join()
    expect(await change(token, password, newer)).toEqual(['de'])
    const other = (await app.ask('sessions.sign_in', { email, password: newer })).data
    for (const as of [token, other.token]) {
      const { data, text } = await app.ask('sessions.current', {}, { as })
      expect(data.user.preferences.preferred_language).toBeNull()
      expect(text).not.toContain('"de"')
    }
    // The browser there names no language: what is known stays.
    expect(await change(other.token, newer, password)).toEqual(['de'])
  })

  it('stay in it when they sign in on a computer of somebody else, and their export says so', async () => {
    const { email, id } = await join()
    const { token } = (await app.ask('sessions.sign_in', { email, password }, reading('fr'))).data
    expect((await app.ask('exports.make', { id }, { as: token })).data.mail_language).toBe('de')
    expect(await change(token, password, newer)).toEqual(['de'])
  })

  it('are in that of the page on which they first sign in, where none was known', async () => {
    const { email, token } = await join({})
    expect(await change(token, password, newer)).toEqual(['en'])
    await app.ask('sessions.sign_in', { email, password: newer }, reading('fr'))
    expect(await change(token, newer, password)).toEqual(['fr'])
  })

  it('are in their own once they choose one, wherever they sign in', async () => {
    const { email, id, token } = await join()
    await app.ask('preferences.write', { id, preferred_language: 'ar' }, { as: token })
    await app.ask('sessions.sign_in', { email, password }, reading('fr'))
    expect(await change(token, password, newer)).toEqual(['ar'])
  })

  it('are in that of their own sign-up, where a stranger used the address before', async () => {
    await app.writeSetting('require_verified_email', true)
    const email = newEmail()
    await app.ask('sessions.sign_up', { email, password: newer }, reading('fr'))
    await app.ask('sessions.sign_up', { email, password }, reading('de'))
    const [mail] = await mails()
    await app.ask('emails.verify', { token: mail?.link.secret, password }, reading('de'))
    const { token } = (await app.ask('sessions.sign_in', { email, password })).data
    expect(await change(token, password, newer)).toEqual(['de'])
  })

  it.each(['a new password', 'a code'])('are in that of who proves the mailbox by %s', async (by) => {
    const email = newEmail()
    await app.ask('sessions.sign_up', { email, password }, reading('fr'))
    const [first] = await mails()
    if (by === 'a code') {
      await app.ask('emails.verify', { token: first?.link.secret }, reading('de'))
      const { ticket } = (await app.ask('sessions.send_code', { email }, reading('de'))).data
      const mail_code = /(?<!\d)\d{6}(?!\d)/.exec((await mails())[0]?.text ?? '')?.[0]
      const { data } = await app.ask('sessions.sign_in_with_code', { email, ticket, mail_code }, reading('de'))
      expect(data.was_ended).toBe(true)
    } else await app.ask('passwords.forgot', { email }, reading('de'))
    const [mail] = await mails()
    await app.ask('passwords.reset', { token: mail?.link.secret, newPassword: newer }, reading('de'))
    expect(await languages()).toEqual(['de'])
  })

  it.each([false, true])(
    'let them in in their language, never in that of the staff; addresses must be confirmed: %s',
    async (must_confirm) => {
      await app.writeSetting('sign_up_mode', 'approval')
      await app.writeSetting('require_verified_email', must_confirm)
      for (const [page, subject] of [
        [reading('de'), 'Willkommen bei Oremus'],
        [{}, 'Welcome to Oremus'],
      ] as const) {
        const email = newEmail()
        await app.ask('sessions.sign_up', { email, password }, page)
        await app.ask('emails.verify', { token: (await mails())[0]?.link.secret, password })
        await app.ask('invitations.approve', { id: await waiting(email) }, { as: ruth, ...reading('fr') })
        expect(await mails()).toMatchObject([{ to: [email], subject }])
      }
    },
  )

  it('ask to confirm an address in it, when staff let them in or change it', async () => {
    await app.writeSetting('sign_up_mode', 'approval')
    const email = newEmail()
    await app.ask('sessions.sign_up', { email, password }, reading('de'))
    await mails()
    await app.ask('invitations.approve', { id: await waiting(email) }, { as: peter, ...reading('fr') })
    expect(await languages()).toEqual(['de'])
    await app.resetSettings()
    const { id } = await join()
    await app.ask('emails.change', { id, email: newEmail() }, { as: peter, ...reading('fr') })
    expect(await languages()).toEqual(['de', 'de'])
  })
})
