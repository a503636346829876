import { describe, expect, it } from 'vitest'
import { insertInvitation } from '../features/identity/invitations/invitations.commands.ts'
import { newSmtp, sharedSmtp, sharedTestApp } from '../test/shared-app.ts'
import { MAIL_TIMEOUTS, deliver, isInReach } from './transport.ts'

const password = 'correct horse battery'

describe.each([
  ['with SMTPUTF8', false],
  ['without SMTPUTF8', true],
])('a mail server %s', (_, hideSMTPUTF8) => {
  const smtp = sharedSmtp({ hideSMTPUTF8 })
  const app = sharedTestApp(() => ({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Oremus <prayer@example.org>' },
  }))
  const mailed = async () => {
    await app.runJobs()
    return smtp.received.splice(0).flatMap(({ mail }) => mail.to)
  }

  it.each([
    ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
    ["o'neill&co/dept=x@example.org", "o'neill&co/dept=x@example.org"],
  ])('writes to %s', async (email, address) => {
    expect((await app.ask('sessions.sign_up', { email, password })).status).toBe(200)
    expect(await mailed()).toEqual([address])
  })

  it(`${hideSMTPUTF8 ? 'cannot write' : 'writes'} to letters beyond a to z before the @, and says so`, async () => {
    const { status, problem } = await app.ask('sessions.sign_up', { email: 'jürgen@пример.рф', password })
    expect([status, problem?.code]).toEqual(hideSMTPUTF8 ? [400, 'sessions.email_out_of_reach'] : [200, undefined])
    expect(await mailed()).toEqual(hideSMTPUTF8 ? [] : ['jürgen@пример.рф'])
    const as = await app.signIn('hannah')
    await app.ask('sessions.confirm', { password }, { as })
    const id = await app.person('hannah')
    const change = await app.ask('emails.change', { id, email: 'jürgen@example.org' }, { as })
    expect(change.problem?.code).toBe(hideSMTPUTF8 ? 'sessions.email_out_of_reach' : undefined)
    expect(await mailed()).toEqual(hideSMTPUTF8 ? [] : ['jürgen@example.org'])
  })

  it(`${hideSMTPUTF8 ? 'refuses' : 'takes'} such an address also from whoever invites, or asks somebody to read a group’s summary`, async () => {
    const as = await app.signIn('peter')
    const email = (name: string) => `jürgen-${name}@example.org`
    const group = { name: 'Evening Circle', joining: 'invite', is_listed: false }
    const { id } = (await app.ask('groups.create', group, { as })).data
    const codes = [
      await app.ask('invitations.create', { email: email('one') }, { as }),
      await app.ask('invitations.create_account', { email: email('two') }, { as }),
      await app.ask(
        'group_summaries.add_readers',
        { id, emails: ['a@example.org', email('three')], language: 'de' },
        { as },
      ),
    ].map(({ problem }) => problem?.code)
    expect(new Set(codes)).toEqual(new Set([hideSMTPUTF8 ? 'sessions.email_out_of_reach' : undefined]))
    expect((await mailed()).filter((to) => to.startsWith('jürgen-'))).toHaveLength(hideSMTPUTF8 ? 0 : 3)
  })

  it(`${hideSMTPUTF8 ? 'ends no' : 'makes another'} link of an invitation to such an address that is to be sent again`, async () => {
    const as = await app.signIn('peter')
    const created_by = await app.person('peter')
    const invited = { email: 'jürgen-four@example.org', max_uses: 1, days: 7, created_by }
    const { id, seed } = await app.ctx.transaction((ctx) => insertInvitation(ctx, invited))
    const again = await app.ask('invitations.send_again', { id }, { as })
    expect(again.problem?.code).toBe(hideSMTPUTF8 ? 'sessions.email_out_of_reach' : undefined)
    const invitation = app.ctx.secrets.deriveLinkSecret(seed)
    expect((await app.ask('invitations.open', { invitation })).status).toBe(hideSMTPUTF8 ? 200 : 400)
    await mailed()
  })

  it('gives up a mail for good that it cannot write', async () => {
    const id = await app.person('ruth')
    await app.ctx.db.updateTable('users').set({ email: 'rüth@example.org' }).where('id', '=', id).execute()
    await app.ask('passwords.forgot', { email: 'Ru\u0308th@Example.org' })
    expect(await mailed()).toEqual(hideSMTPUTF8 ? [] : ['rüth@example.org'])
    expect(await app.ctx.db.selectFrom('jobs').select('kind').where('status', '!=', 'done').execute()).toEqual([])
  })
})

it('takes an address as in reach while the mail server does not answer', async () => {
  const route = { smtp_url: 'smtp://127.0.0.1:1', mail_from: 'prayer@example.org', dkim: undefined }
  expect(await isInReach(route, 'jürgen@example.org')).toBe(true)
})

it('says in the log that the certificate of a mail server does not hold', async () => {
  const smtp = await newSmtp({ secure: true })
  const site = {
    smtp_url: smtp.url.replace('smtp:', 'smtps:'),
    mail_from: 'prayer@example.org',
    dkim: undefined,
    data_dir: '',
  }
  const mail = { to: { name: '', address: 'anna@example.org' }, from: site.mail_from, text: 'Peace.' }
  const sent = deliver(site, mail, 'one', { limits: MAIL_TIMEOUTS })
  await expect(sent).rejects.toThrow(/^the certificate of the mail server does not hold \(ESOCKET \w*CERT\w*\)$/)
  expect(smtp.received).toEqual([])
})
