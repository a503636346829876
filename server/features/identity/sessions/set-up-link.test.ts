import { describe, expect, it } from 'vitest'
import { newSmtp, newTestApp } from '../../../test/shared-app.ts'
import { issueSetUpSecret, shareSetUpSecret } from './sessions.commands.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'a quiet river in the morning'
const newEmail = () => `${crypto.randomUUID()}@example.org`

describe('the first administrator', () => {
  it('is made by exactly one of fifty who hold the link, once', async () => {
    const own = await newTestApp()
    const token = await issueSetUpSecret(own.ctx)
    const isSetUp = async () => (await own.ask('sessions.how_to_sign_up')).data.is_set_up
    expect(await isSetUp()).toBe(false)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        own.ask('sessions.set_up', { token, email: `admin-${index}@example.org`, password }),
      ),
    )
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1)
    expect(answers.find(({ status: code }) => code === 200)?.data.user.role).toBe('admin')
    expect(await own.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(await isSetUp()).toBe(true)
    expect(
      (await own.ask('sessions.set_up', { token: await issueSetUpSecret(own.ctx), email: newEmail(), password }))
        .problem.code,
    ).toBe('sessions.set_up_done')
  })

  it('finds one link in what several processes print that start together, and a new one later', async () => {
    const own = await newTestApp()
    const print = async () => (await shareSetUpSecret(own.ctx)).secret
    const printed = await Promise.all([print(), print(), print()])
    expect(new Set(printed).size).toBe(1)
    own.advance(2 * 3_600_000)
    const later = await print()
    expect(printed).not.toContain(later)
    for (const [token, code] of [
      [printed[0], 404],
      [later, 200],
    ] as const)
      expect((await own.ask('sessions.set_up', { token, email: newEmail(), password })).status).toBe(code)
  })

  it.each([
    ['Europe/Dublin', 'Europe/Dublin'],
    ['Nowhere/At_All', 'UTC'],
    [undefined, 'UTC'],
  ])('gives the site the clock of their browser: %s', async (time_zone, kept) => {
    const own = await newTestApp()
    const token = await issueSetUpSecret(own.ctx)
    const { status, data } = await own.ask('sessions.set_up', { token, email: newEmail(), password, time_zone })
    expect(status).toBe(200)
    const preferences = await own.ask('preferences.read', { id: data.user.id }, { as: data.token })
    expect(preferences.data).toMatchObject({ time_zone: null, site_time_zone: kept })
  })

  it('is mailed the link that confirms their address where the site has a mail server, and reaches alarms by it', async () => {
    const smtp = await newSmtp()
    const own = await newTestApp({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } })
    const token = await issueSetUpSecret(own.ctx)
    const as = (await own.ask('sessions.set_up', { token, email: newEmail(), password })).data.token
    const reach = async () => (await own.ask('alarms.state', {}, { as })).data.reach
    expect(await reach()).toBe('nobody_on_call')
    await own.runJobs()
    const [{ mail } = {}] = smtp.received
    expect((await own.ask('emails.verify', { token: mail?.link.secret }, { as })).status).toBe(200)
    expect(await reach()).toBe('reachable')
  })

  it('is made by no other secret, nor by an expired or replaced one', async () => {
    const own = await newTestApp()
    const replaced = await issueSetUpSecret(own.ctx)
    const expired = await issueSetUpSecret(own.ctx)
    own.advance(DAY_MS + 1000)
    for (const token of [replaced, expired, 'x', '']) {
      expect((await own.ask('sessions.set_up', { token, email: newEmail(), password })).problem.code).toBe(
        'sessions.set_up_done',
      )
    }
    expect(await own.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(0)
  })
})
