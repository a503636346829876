import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Secrets } from '../secrets/secrets.ts'
import { sharedPushService } from '../test/shared-app.ts'
import { lookupPublic } from './public-address.ts'
import { type PushOptions, PushService, type PushServiceOptions, pushContact } from './push-service.ts'

const config = { public_url: 'https://pray.example.org', mail_from: 'prayer@example.org' }
const message = { title: 'News', body: 'From us', path: '/notifications', tag: 'one', lang: 'en', dir: 'ltr' } as const
const options: PushOptions = { topic: 'A'.repeat(32), ttl: 60, urgency: 'normal', timeout_ms: 300 }
const secrets = new Secrets(randomBytes(32))

const service = sharedPushService()

const newSender = (more: Partial<PushServiceOptions> = {}): PushService =>
  new PushService({ config, secrets, clock: () => new Date(), open_origins: [service.origin], ...more })

const newTarget = () => {
  const { endpoint, keys } = service.newBrowser()
  return { endpoint, ...keys }
}

describe('a message to a push service', () => {
  it('is signed by the site, encrypted for one browser, and bears its topic', async () => {
    const browser = service.newBrowser()
    expect(await newSender().send({ endpoint: browser.endpoint, ...browser.keys }, message, options)).toEqual({
      outcome: 'accepted',
    })
    const [received] = service.take()
    expect(service.faults).toEqual([])
    expect(received?.message).toEqual(message)
    expect(received?.headers).toMatchObject({ ttl: '60', topic: options.topic, urgency: 'normal' })
    expect(received?.claims).toMatchObject({ aud: service.origin, sub: 'https://pray.example.org' })
    expect(received?.claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600)
    // Nothing of the site's cookies, language or program.
    expect(Object.keys(received?.headers ?? {}).toSorted()).toEqual([
      'authorization',
      'connection',
      'content-encoding',
      'content-length',
      'content-type',
      'host',
      'topic',
      'ttl',
      'urgency',
    ])
  })

  it('is signed with the same key by every process of a site, and with another one by another site', () => {
    const seed = randomBytes(32)
    const keys = [seed, seed, randomBytes(32)].map((master) => newSender({ secrets: new Secrets(master) }).public_key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
    expect(keys[0]).toMatch(/^B[\w-]{86}$/)
  })

  it.each([
    [200, 'accepted'],
    [404, 'gone'],
    [410, 'gone'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    ['hang', 'later'],
  ] as const)('that is answered with %s is %s', async (answer, outcome) => {
    service.answer = answer
    service.headers = { location: `${service.origin}/elsewhere` }
    expect((await newSender().send(newTarget(), message, options)).outcome).toBe(outcome)
    // No redirect is followed.
    expect(service.calls).toBe(1)
  })

  it.each([
    [{}, undefined],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '0' }, 1000],
    [{ 'retry-after': '999999999' }, 86_400_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:10:00 GMT' }, 600_000],
  ])('is tried again when the push service says so: %o', async (headers, after_ms) => {
    service.answer = 429
    service.headers = headers
    const clock = () => new Date('2026-01-01T00:00:00.000Z')
    const pushed = await newSender({ clock }).send(newTarget(), message, options)
    expect(pushed).toEqual({ outcome: 'later', status: 429, after_ms })
  })

  it('goes to no host but those of the public internet', async () => {
    const sender = newSender({ open_origins: [] })
    const { keys } = service.newBrowser()
    for (const endpoint of [
      `${service.origin}/one`,
      'https://localhost/one',
      'https://127.0.0.1/one',
      'https://0x7f.1/one',
      'https://2130706433/one',
      'https://[::1]/one',
      'https://[::ffff:127.0.0.1]/one',
      'https://10.1.2.3/one',
      'https://user:password@push.example.org/one',
      'http://push.example.org/one',
      'ftp://push.example.org/one',
      'nonsense',
    ]) {
      expect(sender.takes(endpoint), endpoint).toBe(false)
      expect(await sender.send({ endpoint, ...keys }, message, options)).toEqual({ outcome: 'refused', status: 0 })
    }
    expect(sender.takes('https://push.example.org:8443/one?two')).toBe(true)
    expect(service.calls).toBe(0)
  })

  it('goes to no name that leads to this machine, whatever it led to before', async () => {
    const { port } = new URL(service.origin)
    const answers = ['8.8.8.8', '127.0.0.1']
    const looked: string[] = []
    const lookup = lookupPublic((host, _options, done) => {
      looked.push(host)
      done(null, [{ address: answers[looked.length] ?? '127.0.0.1', family: 4 }])
    })
    const endpoint = `https://push.example.org:${port}/one`
    const { keys } = service.newBrowser()
    const sender = newSender({ lookup })
    expect(await sender.send({ endpoint, ...keys }, message, options)).toEqual({ outcome: 'refused', status: 0 })
    expect(looked).toEqual(['push.example.org'])
    expect(service.calls).toBe(0)
  })
})

it.each([
  ['https://pray.example.org', 'prayer@example.org', 'https://pray.example.org'],
  ['http://localhost:3000', 'prayer@example.org', 'mailto:prayer@example.org'],
  ['http://localhost:3000', 'St Mary <prayer@example.org>', 'mailto:prayer@example.org'],
])('names whom a push service can ask: %s, %s', (public_url, mail_from, contact) => {
  expect(pushContact({ public_url, mail_from })).toBe(contact)
})
