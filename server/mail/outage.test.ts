import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.values.ts'
import { sharedSmtp, sharedTestApp } from '../test/shared-app.ts'
import { MANY_ATTEMPTS } from './queue.ts'

const EMAIL = 'new@example.org'
const GUEST = 'guest@example.org'
const password = 'correct horse battery'
let is_down = true
let refusal = { responseCode: 451, message: 'not now' }
const smtp = sharedSmtp({
  onRcptTo: (_address, _session, done) => done(is_down ? Object.assign(new Error(refusal.message), refusal) : null),
})
const app = sharedTestApp(() => ({
  environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', PUBLIC_URL: 'https://pray.example.org' },
}))
beforeAll(() => app.writeSetting('require_verified_email', true))

const passes = async (ms: number) => {
  for (const end = app.ctx.clock().getTime() + ms; app.ctx.clock().getTime() < end;) {
    app.advance(2 * HOUR_MS)
    await app.runJobs()
  }
}
const worstFault = async () =>
  (await app.ask('desk.today', {}, { as: await app.signIn('peter') })).data.health?.worst?.fault

it('a mail server that takes nothing for a day loses no mail, and each link works once it has come', async () => {
  await app.person('hannah')
  await app.ctx.db.updateTable('users').set({ email_verified_at: app.ctx.clock().toISOString() }).execute()
  expect(await worstFault()).not.toBe('mail')
  await app.ask('sessions.sign_up', { email: EMAIL, password })
  await app.ask('passwords.forgot', { email: 'hannah@example.org' })
  const as = await app.signIn('peter')
  expect((await app.ask('invitations.create', { email: GUEST, days: 1 }, { as })).status).toBe(200)
  await passes(DAY_MS)
  expect(await worstFault()).toBe('mail')
  is_down = false
  await passes(HOUR_MS)
  expect(smtp.received.flatMap(({ envelope }) => envelope).toSorted()).toEqual([GUEST, 'hannah@example.org', EMAIL])
  const secretTo = (email: string) => smtp.received.find(({ envelope }) => envelope.includes(email))?.mail.link.secret
  expect(await worstFault()).not.toBe('mail')
  expect((await app.ask('emails.verify', { token: secretTo(EMAIL), password })).status).toBe(200)
  expect(
    (await app.ask('passwords.reset', { token: secretTo('hannah@example.org'), newPassword: password })).status,
  ).toBe(200)
  app.advance(DAY_MS - HOUR_MS)
  expect((await app.ask('invitations.open', { invitation: secretTo(GUEST) })).status).toBe(200)
})

it('a code to sign in comes once a mail server takes mails again that took none for a quarter of an hour', async () => {
  const email = 'hannah@example.org'
  await app.runJobs()
  smtp.received.length = 0
  is_down = true
  const { ticket } = (await app.ask('sessions.send_code', { email })).data
  for (let minute = 0; minute < 15; minute += 1) {
    app.advance(MINUTE_MS)
    await app.runJobs()
  }
  expect(smtp.received).toEqual([])
  is_down = false
  app.advance(35 * MINUTE_MS)
  await app.runJobs()
  const codes = smtp.received.map(({ mail }) => /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0])
  const mail_code = codes.find((code) => code !== undefined)
  expect((await app.ask('sessions.sign_in_with_code', { email, ticket, mail_code })).status).toBe(200)
})

it('a code that nobody can be waiting for is given up: it opens nothing, and the desk tells of no failed task', async () => {
  is_down = true
  await app.ask('sessions.send_code', { email: 'hannah@example.org' })
  for (const minutes of [0, 1, 1, 1, 3, 9, 35, 60]) {
    app.advance(minutes * MINUTE_MS)
    await app.runJobs()
  }
  const mails = app.ctx.db.selectFrom('jobs').select('status').where('kind', '=', 'mail.send')
  expect(await mails.where('status', '!=', 'done').execute()).toEqual([])
  const codes = app.ctx.db.selectFrom('sign_in_codes').select('expires_at')
  expect(await codes.where('expires_at', '>', app.ctx.clock().toISOString()).execute()).toEqual([])
  expect(await worstFault()).not.toBe('failed_jobs')
})

it('a link that came works until the mail with a newer one has left', async () => {
  const email = 'hannah@example.org'
  const ask = async () => {
    await app.ask('passwords.forgot', { email })
    await app.runJobs()
  }
  is_down = false
  app.advance(HOUR_MS)
  await app.runJobs()
  smtp.received.length = 0
  await ask()
  const token = smtp.received.find(({ envelope }) => envelope.includes(email))?.mail.link.secret
  is_down = true
  await ask()
  expect((await app.ask('passwords.reset', { token, newPassword: 'a quiet evening prayer' })).status).toBe(200)
})

it('a mailbox that stays full is no fault of the mail server, and the desk tells of no failed task', async () => {
  is_down = true
  refusal = { responseCode: 452, message: '4.2.2 The mailbox is full.' }
  await app.ask('passwords.forgot', { email: 'hannah@example.org' })
  await passes(DAY_MS)
  const waiting = app.ctx.db.selectFrom('jobs').select('attempts').where('kind', '=', 'mail.send')
  const tried = await waiting.where('status', '=', 'queued').execute()
  expect(tried.some(({ attempts }) => attempts >= MANY_ATTEMPTS)).toBe(true)
  expect(await worstFault()).not.toBe('mail')
  await app.ctx.db.updateTable('jobs').set({ max_attempts: MANY_ATTEMPTS }).where('kind', '=', 'mail.send').execute()
  await passes(DAY_MS)
  expect(await waiting.where('status', '!=', 'done').execute()).toEqual([])
  expect(await worstFault()).not.toBe('failed_jobs')
})
