import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIRMATION_TTL_MS } from '../../../http/session.ts'
import { settings } from '../../../settings/settings.ts'
import { type TestApp, startTestApp } from '../../../test/app.ts'
import { takeNewMails } from '../../../test/mail.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('settings', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are listed with what each can be, and hold their default until somebody decides', async () => {
    const { data } = await app.ask('settings.list', {}, { as: await app.signIn('peter') })
    expect(data.map(({ name }) => name)).toEqual(Object.keys(settings))
    expect(data.find(({ name }) => name === 'sign_up_mode')).toEqual({
      name: 'sign_up_mode',
      value: 'open',
      default_value: 'open',
      choices: ['open', 'invite', 'approval'],
      needs_confirmation: true,
    })
    for (const { name, choices, value } of data) {
      if (!Array.isArray(value) && value !== '' && name !== 'time_zone') expect(choices).toContain(value)
    }
    expect(data.find(({ name }) => name === 'time_zone')).toMatchObject({ value: 'UTC', choices: [] })
    expect(data.find(({ name }) => name === 'session_days')?.choices).toEqual([1, 7, 14, 30, 90])
  })

  it('are changed by an administrator, and the audit log keeps who and to what', async () => {
    const as = await app.signIn('peter')
    const answer = await app.ask('settings.write', { name: 'shows_pray_counts', value: false }, { as })
    expect(answer.data).toMatchObject({ name: 'shows_pray_counts', value: false, default_value: true })
    expect((await app.ask('settings.read', { name: 'shows_pray_counts' }, { as })).data.value).toBe(false)
    const log = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([
      {
        action: 'settings.write',
        target_id: 'shows_pray_counts',
        actor_id: await app.person('peter'),
        detail: { value: false },
      },
    ])
  })

  it('that decide who gets in need the password of the last five minutes', async () => {
    const as = await app.signIn('peter')
    app.advance(CONFIRMATION_TTL_MS + 1000)
    for (const [name, value] of [
      ['sign_up_mode', 'invite'],
      ['require_verified_email', true],
      ['staff_second_factor', true],
    ] as const) {
      const answer = await app.ask('settings.write', { name, value }, { as })
      expect(answer.problem.code).toBe('sessions.confirmation_needed')
    }
    expect((await app.ask('settings.write', { name: 'moderation_mode', value: 'all_held' }, { as })).status).toBe(200)
    const fresh = await app.signIn('peter')
    expect((await app.ask('settings.write', { name: 'sign_up_mode', value: 'invite' }, { as: fresh })).status).toBe(200)
    await app.ask('settings.write', { name: 'sign_up_mode', value: 'open' }, { as: fresh })
  })

  it.each([
    [{ name: 'sign_up_mode', value: 'closed' }, 400],
    [{ name: 'sign_up_mode', value: true }, 400],
    [{ name: 'require_verified_email', value: 'yes' }, 400],
    [{ name: 'sign_up_mode', value: { $ne: 1 } }, 400],
    [{ name: 'sign_up_mode' }, 400],
    [{ name: 'session_days', value: 365 }, 400],
    [{ name: 'prayers_per_hour', value: '20' }, 400],
    [{ name: 'site_name', value: 'x'.repeat(61) }, 400],
    [{ name: 'site_name', value: 'half \ud83d' }, 400],
    [{ name: 'default_language', value: 'tlh' }, 400],
    [{ name: 'no_such_setting', value: true }, 404],
    [{ name: '__proto__', value: true }, 404],
    [{ name: 'constructor', value: true }, 404],
    [{ name: 'UPPER', value: true }, 400],
  ])('refuses %o', async (input, status) => {
    const as = await app.signIn('peter')
    expect((await app.ask('settings.write', input, { as })).status).toBe(status)
    expect((await app.ask('settings.read', { name: 'sign_up_mode' }, { as })).data.value).toBe('open')
  })

  it('name the site in its mails and to other programs, until the name is taken away again', async () => {
    const manifest = async () => (await (await app.fetch('/manifest.webmanifest')).json()) as { name: string }
    await app.writeSetting('site_name', 'St. Mary prays')
    const as = await app.signIn('peter')
    await app.ask('checks.run', { name: 'mail' }, { as })
    expect((await takeNewMails(app.ctx.config.data_dir))[0]?.subject).toBe(
      'Confirm your email address for St. Mary prays',
    )
    expect((await manifest()).name).toBe('St. Mary prays')
    await app.writeSetting('site_name', '')
    expect((await manifest()).name).toBe('Oremus')
  })

  it('sign out a device that lay unused for as long as they say', async () => {
    const as = await app.signIn('hannah')
    const alive = async () => (await app.ask('sessions.refresh', {}, { as })).status
    await app.writeSetting('session_days', 90)
    app.advance(20 * DAY_MS)
    expect(await alive()).toBe(200)
    const other = await app.signIn('hannah')
    await app.writeSetting('session_days', 1)
    app.advance(DAY_MS + 1000)
    expect((await app.ask('sessions.refresh', {}, { as: other })).status).toBe(401)
  })

  it.each([
    ['Europe/Berlin', 200],
    ['Asia/Kolkata', 200],
    ['Mars/Base', 400],
    ['', 400],
    ['+25:00', 400],
  ])('take the time zone %o with %i', async (value, status) => {
    const as = await app.signIn('peter')
    expect((await app.ask('settings.write', { name: 'time_zone', value }, { as })).status).toBe(status)
    await app.resetSettings()
  })
})
