import { describe, expect, it } from 'vitest'
import { settings } from '../../../settings/settings.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { takeNewMails } from '../../../test/mail.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('settings', () => {
  const app = sharedTestApp()

  it('are listed with what each can be, and hold their default until somebody decides', async () => {
    const { data } = await app.ask('settings.list', {}, { as: await app.signIn('peter') })
    expect(data.map(({ name }) => name)).toEqual(Object.keys(settings))
    expect(data.find(({ name }) => name === 'sign_up_mode')).toEqual({
      name: 'sign_up_mode',
      value: 'open',
      default_value: 'open',
      choices: ['open', 'invite', 'approval'],
      needs_confirmation: true,
      in_environment: false,
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

  it('are changed over nothing that somebody else has saved since', async () => {
    const as = await app.signIn('peter')
    const write = (value: string, was: string) =>
      app.ask('settings.write', { name: 'site_sentence', value, was }, { as })
    expect((await write('We pray', '')).status).toBe(200)
    expect((await write('We pray', '')).status).toBe(200)
    expect((await write('Come and pray', '')).problem).toMatchObject({ status: 409, code: 'content.changed' })
    expect((await app.ask('settings.read', { name: 'site_sentence' }, { as })).data.value).toBe('We pray')
    expect((await write('', 'We pray')).status).toBe(200)
  })

  it('of who is on call are changed over no plan that somebody else has saved since', async () => {
    const as = await app.signIn('peter')
    const [ines, ruth] = [await app.person('ines'), await app.person('ruth')]
    const write = (value: string[], was: string[]) =>
      app.ask('settings.write', { name: 'care_on_call', value, was }, { as })
    expect((await write([`${ines} 1`], [])).status).toBe(200)
    // The answer was lost, and it is sent again.
    expect((await write([`${ines} 1`], [])).status).toBe(200)
    expect((await write([ruth], [])).problem).toMatchObject({ status: 409, code: 'holds.rota_changed' })
    expect((await app.ask('settings.read', { name: 'care_on_call' }, { as })).data.value).toEqual([`${ines} 1`])
    expect((await write([], [`${ines} 1`])).status).toBe(200)
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

describe('the address of the site', () => {
  const app = sharedTestApp()

  const write = async (value: string) =>
    app.ask('settings.write', { name: 'site_address', value }, { as: await app.signIn('peter') })
  const lead = async (): Promise<string> => {
    await app.ask('checks.run', { name: 'mail' }, { as: await app.signIn('peter') })
    return (await takeNewMails(app.ctx.config.data_dir))[0]?.link.url ?? ''
  }

  it('is this machine’s, then the one that is set, in mails and files, until that is taken away', async () => {
    const own = `http://localhost:${app.ctx.config.port}`
    expect(await lead()).toContain(`${own}/`)
    expect((await write('Pray.Example/')).data).toMatchObject({ value: 'https://pray.example', default_value: own })
    expect(await lead()).toContain('https://pray.example/')
    expect(await (await app.fetch('/robots.txt')).text()).toContain('https://pray.example/sitemap.xml')
    await write('')
    expect(await lead()).toContain(`${own}/`)
  })

  it.each([
    ['https://pray.example', 'https://pray.example'],
    [' http://pray.example:8080/ ', 'http://pray.example:8080'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
    ['https://pray.example/church', null],
    ['https://pray.example/?a', null],
    ['https://anna@pray.example', null],
    ['javascript:alert(1)', null],
    ['ftp://pray.example', null],
    ['our church', null],
    ['https://', null],
    [`https://${'a'.repeat(400)}.example`, null],
  ])('takes %o as %o', async (value, kept) => {
    const answer = await write(value)
    expect([answer.status, kept && answer.data.value]).toEqual([kept === null ? 400 : 200, kept])
    await write('')
  })

  it('leaves a browser signed in when it comes to have https', async () => {
    const browser = { 'sec-fetch-site': 'same-origin' }
    const signedUp = await app.ask(
      'sessions.sign_up',
      { email: 'ruth@parish.example', password: 'a quiet river in the morning' },
      { headers: browser },
    )
    const { token, user } = signedUp.data
    await app.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
    const jar = (answer: { headers: Headers }) =>
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    const cookie = jar(signedUp)
    const value = 'https://pray.example'
    const kept = await app.ask(
      'settings.write',
      { name: 'site_address', value },
      { as: token, headers: { ...browser, cookie } },
    )
    expect(kept.data.value).toBe(value)
    const renamed = jar(kept)
    expect(renamed.split('; ').map((one) => one.split('=')[0])).toEqual(['__Host-rb', '__Host-known', '__Host-page'])
    expect(
      (await app.ask('sessions.refresh', {}, { as: token, headers: { ...browser, cookie: renamed } })).status,
    ).toBe(200)
    expect((await app.ask('sessions.refresh', {}, { as: token, headers: { ...browser, cookie } })).status).toBe(401)
    await write('')
  })

  it('is tried without being kept', async () => {
    const as = await app.signIn('peter')
    const { data } = await app.ask('settings.try_address', { address: 'localhost:1' }, { as })
    expect(data).toEqual({ address: 'https://localhost:1', reach: 'this_machine', secure_address: null })
    expect((await app.ask('settings.read', { name: 'site_address' }, { as })).data.value).toBe('')
  })

  it('is proved to who has the key, and only to them', async () => {
    const nonce = 'n'.repeat(43)
    const answer = await app.fetch(`/healthz/${nonce}`)
    expect(await answer.text()).toBe(app.ctx.secrets.proveSite(nonce))
    expect((await app.fetch('/healthz/short')).status).toBe(404)
  })

  it('can’t be changed where the environment sets it', async () => {
    const fixed = await newTestApp({ environment: { PUBLIC_URL: 'https://pray.example' } })
    const as = await fixed.signIn('peter')
    const { data } = await fixed.ask('settings.read', { name: 'site_address' }, { as })
    expect(data).toMatchObject({ value: '', default_value: 'https://pray.example', in_environment: true })
    const refused = await fixed.ask('settings.write', { name: 'site_address', value: 'https://other.example' }, { as })
    expect(refused.problem.code).toBe('settings.in_environment')
    expect(fixed.ctx.config.public_url).toBe('https://pray.example')
  })

  it('is what people are told of first on Today while it opens on this machine alone', async () => {
    const as = await app.signIn('peter')
    expect((await app.ask('desk.today', {}, { as })).data.health?.worst?.fault).toBe('address')
    await write('https://pray.example')
    expect((await app.ask('desk.today', {}, { as })).data.health?.worst?.fault).not.toBe('address')
    await write('')
  })
})
