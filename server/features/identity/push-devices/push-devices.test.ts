import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_PUSH_DEVICES } from '../../../../contract/push-devices.values.ts'
import { sharedPushService, sharedTestApp } from '../../../test/shared-app.ts'
import type { PersonName } from '../../../test/people.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('devices that show messages', () => {
  const service = sharedPushService()
  const app = sharedTestApp(() => ({ push_origins: [service.origin] }))
  beforeEach(() => app.ctx.db.deleteFrom('push_devices').execute())

  /** Switches a new browser of the person on, in a session of its own. */
  const switchOn = async (name: PersonName, part: object = {}) => {
    const as = await app.signIn(name)
    const { endpoint, keys } = service.newBrowser()
    const { status, data, problem } = await app.ask('push_devices.add', { endpoint, keys, ...part }, { as })
    return { as, endpoint, keys, status, data, code: problem.code }
  }
  const listOf = async (as: string) => (await app.ask('push_devices.list', {}, { as })).data.items
  const stored = async () => (await app.ctx.db.selectFrom('push_devices').select('id').execute()).length
  /** Tries each device of a person, and returns what reached it. */
  const tryAll = async (name: PersonName) => {
    const as = await app.signIn(name)
    for (const { id } of await listOf(as)) await app.ask('push_devices.try', { id }, { as })
    await app.runJobs()
    return service.take()
  }

  it('are listed to their person alone, without address and keys, and can be removed', async () => {
    const first = await switchOn('hannah')
    expect(first.status).toBe(200)
    const second = await switchOn('hannah', { is_discreet: true })
    const { data, text } = await app.ask('push_devices.list', {}, { as: second.as })
    expect(data.public_key).toMatch(/^B[\w-]{86}$/)
    expect(data.items.map(({ is_current, is_discreet }) => [is_current, is_discreet])).toEqual([
      [false, false],
      [true, true],
    ])
    for (const secret of [first.endpoint, first.keys.auth, first.keys.p256dh]) expect(text).not.toContain(secret)
    const tomas = await app.signIn('tomas')
    expect(await listOf(tomas)).toEqual([])
    const { id } = first.data
    for (const name of ['push_devices.remove', 'push_devices.try'] as const) {
      expect((await app.ask(name, { id }, { as: tomas })).problem.code).toBe('push_devices.not_found')
    }
    expect((await app.ask('push_devices.remove', { id }, { as: second.as })).status).toBe(200)
    expect(await listOf(first.as)).toHaveLength(1)
  })

  it('show a test, in the language of their person', async () => {
    const { as, endpoint } = await switchOn('hannah')
    await app.ask('preferences.write', { id: await app.person('hannah'), preferred_language: 'de' }, { as })
    const [received, ...others] = await tryAll('hannah')
    expect(others).toEqual([])
    expect(endpoint.endsWith(received?.browser ?? 'none')).toBe(true)
    expect(received?.message).toMatchObject({ title: 'Oremus', lang: 'de', dir: 'ltr', path: '/notifications' })
    expect(received?.message.body).toContain('Es klappt')
    expect(received?.headers['topic']).toMatch(/^[\w-]{32}$/)
    // Nothing is left to send.
    await app.runJobs()
    expect(service.take()).toEqual([])
  })

  it('are renewed by their browser, which has one address at a time', async () => {
    const { as, data, endpoint, keys } = await switchOn('hannah', { is_discreet: true })
    const again = await app.ask('push_devices.add', { endpoint, keys }, { as })
    expect(again.data).toEqual(data)
    const { endpoint: moved, keys: others } = service.newBrowser()
    const elsewhere = await app.ask('push_devices.add', { endpoint: moved, keys: others }, { as })
    expect(elsewhere.data.is_discreet).toBe(true)
    expect(await stored()).toBe(1)
    expect((await tryAll('hannah')).map(({ browser }) => moved.endsWith(browser))).toEqual([true])
  })

  it('belong to whoever uses the browser now', async () => {
    const { endpoint, keys, as } = await switchOn('hannah')
    const tomas = await app.signIn('tomas')
    expect((await app.ask('push_devices.add', { endpoint, keys }, { as: tomas })).status).toBe(200)
    expect(await listOf(as)).toEqual([])
    expect(await tryAll('hannah')).toEqual([])
    expect(await tryAll('tomas')).toHaveLength(1)
  })

  it.each([
    ['the session is signed out', (as: string) => app.ask('sessions.sign_out', {}, { as })],
    ['all sessions are', (as: string) => app.ask('devices.end_all', { including_this: true }, { as })],
    [
      'the session is ended from another device',
      async (as: string) => {
        const { data } = await app.ask('devices.list', {}, { as })
        const id = data.find(({ is_current }) => is_current)?.id
        return await app.ask('devices.end', { id }, { as: await app.signIn('tomas') })
      },
    ],
    [
      'the person is banned',
      async () => {
        const input = { id: await app.person('tomas'), reason: 'For this test' }
        return await app.ask('accounts.suspend', input, { as: await app.signIn('peter') })
      },
    ],
    ['it is removed', async (as: string) => app.ask('push_devices.remove', { id: (await listOf(as))[0]?.id }, { as })],
  ])('get nothing once %s, and are forgotten', async (_, end) => {
    const { as } = await switchOn('tomas')
    const [device] = await listOf(as)
    await app.ask('push_devices.try', { id: device?.id }, { as })
    expect((await end(as)).status).toBe(200)
    await app.runJobs()
    expect(service.take()).toEqual([])
    app.advance(3_600_000)
    await app.runJobs()
    expect(await stored()).toBe(0)
    await app.ctx.db.updateTable('users').set({ status: 'active' }).execute()
  })

  it('are forgotten when their browser was not here for three months', async () => {
    const { as } = await switchOn('hannah')
    app.advance(89 * DAY_MS)
    await app.runJobs()
    expect(await stored()).toBe(1)
    app.advance(2 * DAY_MS)
    await app.runJobs()
    expect(await stored()).toBe(0)
    expect((await app.ask('push_devices.list', {}, { as })).status).toBe(401)
  })

  it('are deleted with the account, and are in the export without what could reach them', async () => {
    const { as, endpoint, keys } = await switchOn('hannah')
    const id = await app.person('hannah')
    const { data, text } = await app.ask('exports.make', { id }, { as })
    expect(data.push_devices).toMatchObject([{ service: new URL(service.origin).host, is_discreet: false }])
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(text).not.toContain(secret)
    await switchOn('miriam')
    expect(await stored()).toBe(2)
    const miriam = await app.person('miriam')
    await app.ctx.db.deleteFrom('users').where('id', '=', miriam).execute()
    expect(await stored()).toBe(1)
  })

  it('are at most so many of one person', async () => {
    for (let count = 0; count < MAX_PUSH_DEVICES; count += 1) expect((await switchOn('hannah')).status).toBe(200)
    expect((await switchOn('hannah')).code).toBe('push_devices.too_many')
    expect((await switchOn('tomas')).status).toBe(200)
  })

  it.each([
    [{ endpoint: 'https://localhost/one' }, 'push_devices.bad_address'],
    [{ endpoint: 'https://[::1]/one' }, 'push_devices.bad_address'],
    [{ endpoint: 'https://192.168.1.1/one' }, 'push_devices.bad_address'],
    [{ endpoint: 'http://push.example.org/one' }, 'push_devices.bad_address'],
    [{ endpoint: 'https://a:b@push.example.org/one' }, 'push_devices.bad_address'],
    [{ endpoint: 'nonsense' }, 'request.invalid'],
    [{ endpoint: `https://push.example.org/${'a'.repeat(1000)}` }, 'request.invalid'],
    [{ keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, 'push_devices.bad_address'],
    [{ keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }, 'request.invalid'],
    [{ keys: {} }, 'request.invalid'],
  ])('are refused with another address or other keys: %o', async (part, code) => {
    const refused = await switchOn('hannah', part)
    expect([refused.status, refused.code]).toEqual([400, code])
  })
})
