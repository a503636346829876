import { beforeEach, describe, expect, it } from 'vitest'
import type { NewPrayer } from '../../../../contract/prayers.ts'
import { makeGroup, makePrayer, setPeople, setPrayers } from '../../../test/make.ts'
import { newTestApp, sharedPushService, sharedTestApp } from '../../../test/shared-app.ts'
import type { PersonName } from '../../../test/people.ts'
import { notify } from './notifications.commands.ts'
import type { NewNotice } from './notifications.queries.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const service = sharedPushService()

describe('news on devices', () => {
  const app = sharedTestApp(() => ({
    push_origins: [service.origin],
    // Where there is a mail server, rhythms count. Nobody has confirmed an address, so none leaves.
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'prayer@example.org' },
  }))
  beforeEach(async () => {
    for (const table of ['notifications', 'push_devices', 'preferences', 'jobs', 'prayers'] as const)
      await app.ctx.db.deleteFrom(table).execute()
    // Noon, which is no quiet hour.
    app.advance(DAY_MS - ((app.ctx.clock().getTime() - 12 * HOUR_MS) % DAY_MS))
  })

  const switchOn = async (name: PersonName, part: object = {}) => {
    const as = await app.signIn(name)
    const { endpoint, keys } = service.newBrowser()
    const { data } = await app.ask('push_devices.add', { endpoint, keys, ...part }, { as })
    return { as, id: data.id, endpoint }
  }
  const choose = async (change: object) => {
    const as = await app.signIn('tomas')
    expect((await app.ask('preferences.write', { id: await app.person('tomas'), ...change }, { as })).status).toBe(200)
  }
  const tell = async (name: PersonName, notice: NewNotice) =>
    app.ctx.transaction(async (ctx) => notify(ctx, [await app.person(name)], notice))
  const share = async (prayer: Partial<NewPrayer> = {}) =>
    makePrayer(app.ctx, await app.person('hannah'), { content: 'Please pray for my father.', ...prayer })
  const follow = { notices: { updates: 'at_once' } }
  /** Tomás is told at once of what he follows, on one device. */
  const follows = async () => {
    await switchOn('tomas')
    await choose(follow)
  }
  /** Does what is due now. */
  const take = async () => {
    await app.runJobs()
    return service.take()
  }
  const later = async (ms: number) => {
    app.advance(ms)
    return await take()
  }
  const device = () => app.ctx.db.selectFrom('push_devices').selectAll().executeTakeFirst()
  const isFailing = async () =>
    (await app.ask('push_devices.list', {}, { as: await app.signIn('tomas') })).data.items[0]?.is_failing
  const waiting = async () => (await app.ctx.db.selectFrom('push_messages').select('id').execute()).length
  const untilGivenUp = async () => {
    while ((await waiting()) > 0) await later(HOUR_MS)
  }

  it('tell of one’s own request at once, and where to read on', async () => {
    await switchOn('hannah')
    const id = await share()
    await tell('hannah', { kind: 'prayed', prayer_request_id: id, payload: { people: 3 } })
    const [received, ...others] = await take()
    expect(others).toEqual([])
    expect(received?.message).toMatchObject({
      title: '3 people prayed for your request',
      // Its author knows the words.
      body: 'Oremus',
      path: `/prayers/${id}`,
      lang: 'en',
    })
    expect(received?.headers['urgency']).toBe('normal')
    expect((await device())?.sent_at).not.toBeNull()
    expect(await later(2 * DAY_MS)).toEqual([])
  })

  it('come as each person wants to be told at once, and for every reminder', async () => {
    const id = await share()
    await switchOn('tomas')
    // Once a day is for email.
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    expect(await take()).toEqual([])
    await choose({ notices: { updates: 'at_once', reminders: 'off' } })
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    await tell('tomas', { kind: 'reminder', prayer_request_id: await share({ content: 'For rain.' }) })
    expect(new Set((await take()).map(({ message }) => `${message.title}: ${message.body}`))).toEqual(
      new Set([
        'A request you follow has an update: Please pray for my father.',
        'You asked us to remind you to pray: For rain.',
      ]),
    )
    await choose({ notify: { updates: false } })
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    expect(await take()).toEqual([])
  })

  it.each([
    ['pictures of families', '👨‍👩‍👧‍👦'],
    ['letters with heaps of marks', `Z${'\u0337'.repeat(15)}`],
    ['syllables of Hindi', 'क्ष्मि'],
  ])('are short enough for a device, also with words of %s', async (_, character) => {
    await follows()
    for (const content of ['For rain.', character.repeat(300)])
      await tell('tomas', { kind: 'update', prayer_request_id: await share({ content }) })
    const received = (await take()).toSorted((one, other) => one.message.body.length - other.message.body.length)
    expect(received.map(({ message }) => message.body)).toEqual([
      'For rain.',
      expect.stringMatching(new RegExp(`^(${character})+…$`, 'u')),
    ])
    // The push service learns nothing from their length.
    expect(new Set(received.map(({ length }) => length)).size).toBe(1)
  })

  it('never come by night, and not when they were read before', async () => {
    await follows()
    const [first, second] = [await share(), await share()]
    app.advance(11 * HOUR_MS)
    await tell('tomas', { kind: 'update', prayer_request_id: first })
    await tell('tomas', { kind: 'update', prayer_request_id: second })
    expect(await take()).toEqual([])
    await app.ctx.db
      .updateTable('notifications')
      .set({ read_at: app.ctx.clock().toISOString() })
      .where('prayer_request_id', '=', first)
      .execute()
    expect(await later(7 * HOUR_MS + 30 * MINUTE_MS)).toEqual([])
    expect((await later(HOUR_MS)).map(({ message }) => message.path)).toEqual([`/prayers/${second}`])
  })

  it('tell of a group that fell to somebody also when others ask to join it, and name neither it nor them', async () => {
    await switchOn('tomas')
    await choose({ notices: { groups: 'at_once' } })
    const group_id = await makeGroup(app.ctx, [await app.person('tomas')])
    app.advance(11 * HOUR_MS)
    await tell('tomas', { kind: 'group', group_id })
    await app.ask('groups.join', { id: group_id }, { as: await app.signIn('marcos') })
    expect(await take()).toEqual([])
    const told = (await later(9 * HOUR_MS)).map(({ message }) => `${message.title}: ${message.body}`)
    expect(told.toSorted()).toEqual(['News from a group: Oremus', 'Someone asked to join your group: Oremus'])
  })

  it('rest while everything is paused, and nothing of it comes afterwards', async () => {
    const { id: device_id } = await switchOn('tomas')
    await choose(follow)
    const pause = (ms: number) => choose({ paused_until: new Date(app.ctx.clock().getTime() + ms).toISOString() })
    // One waits for the morning when the pause begins; the others come while it lasts.
    app.advance(11 * HOUR_MS)
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await pause(2 * HOUR_MS)
    await app.runJobs()
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await tell('tomas', { kind: 'reminder', prayer_request_id: await share() })
    expect(await waiting()).toBe(0)
    const as = await app.signIn('tomas')
    expect((await app.ask('notifications.list', {}, { as })).data.items).toHaveLength(3)
    // What the person asks for themselves comes.
    await app.ask('push_devices.try', { id: device_id }, { as })
    expect(await take()).toHaveLength(1)
    expect(await later(DAY_MS)).toEqual([])
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    expect((await later(12 * HOUR_MS)).map(({ message }) => message.path)).toHaveLength(1)
  })

  it('wait when the quiet time was chosen after they were queued', async () => {
    await follows()
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await choose({ quiet_from: 11, quiet_to: 14, time_zone: 'UTC' })
    expect(await take()).toEqual([])
    expect(await later(3 * HOUR_MS)).toHaveLength(1)
  })

  it('do not pile up: of several about one request a device is shown the newest, under one name', async () => {
    const [phone, tablet] = [await switchOn('tomas'), await switchOn('tomas')]
    await choose(follow)
    const id = await share()
    service.answer = 503
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    expect(await take()).toEqual([])
    await setPrayers(app.ctx, { status: 'answered' }, id)
    await tell('tomas', { kind: 'answered', prayer_request_id: id })
    service.answer = 201
    const received = await later(MINUTE_MS)
    expect(received.map(({ message }) => message.title)).toEqual(Array(2).fill('A request you follow was answered'))
    const [one, other] = received.map(({ headers, message }) => [headers['topic'], message.tag])
    expect(one?.[0]).toBe(one?.[1])
    // A push service cannot tell that two devices are told of the same.
    expect(one?.[0]).not.toBe(other?.[0])
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    expect(new Set((await take()).map(({ headers }) => headers['topic']))).toEqual(new Set([one?.[0], other?.[0]]))
    expect(phone.id).not.toBe(tablet.id)
  })

  it('say of what not all members read, and of people at risk, only that there is news', async () => {
    const [tomas, hannah] = [await app.person('tomas'), await app.person('hannah')]
    const group_id = await makeGroup(app.ctx, [hannah, tomas])
    await follows()
    for (const part of [{ is_guarded: true }, { visibility: 'group', group_id }] as Partial<NewPrayer>[])
      await tell('tomas', { kind: 'update', prayer_request_id: await share(part) })
    const received = await take()
    const neutral = { title: 'Oremus', body: 'There’s news for you.', path: '/notifications' }
    expect(received.map(({ message }) => message)).toMatchObject([neutral, neutral])
    // They take the place of one another.
    expect(new Set(received.map(({ message }) => message.tag)).size).toBe(1)
    expect(new Set(received.map(({ length }) => length)).size).toBe(1)
  })

  it('say of a case that they do not name only that there is news', async () => {
    await switchOn('peter')
    await tell('peter', { kind: 'care_news' })
    const neutral = { title: 'Oremus', body: 'There’s news for you.', path: '/notifications' }
    expect((await take()).map(({ message }) => message)).toMatchObject([neutral])
  })

  it('say on a discreet device only that there is news, in the language of its person', async () => {
    const plain = await switchOn('tomas')
    await switchOn('tomas', { is_discreet: true })
    await choose({ ...follow, preferred_language: 'ar' })
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    const [one, other] = (await take()).toSorted((a) => (plain.endpoint.endsWith(a.browser) ? -1 : 1))
    expect(one?.message.body).toBe('Please pray for my father.')
    expect(other?.message).toMatchObject({ title: 'Oremus', body: 'لديك جديد.', lang: 'ar', dir: 'rtl' })
    // Nobody can tell the two apart on their way.
    expect(one?.length).toBe(other?.length)
  })

  it('name neither the site nor anything else on the devices of somebody in discreet mode', async () => {
    await switchOn('tomas')
    await switchOn('tomas', { is_discreet: true })
    await choose({ ...follow, is_discreet: true })
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    const received = await take()
    const plain = { title: 'Notes', body: 'Something new', path: '/notifications', is_plain: true }
    expect(received.map(({ message }) => message)).toMatchObject([plain, plain])
    expect(JSON.stringify(received.map(({ message }) => message))).not.toMatch(/oremus|pray|father/i)
  })

  it('name no author of an anonymous request, and come an hour late at most', async () => {
    await follows()
    app.advance(MINUTE_MS)
    const id = await share({ is_anonymous: true })
    await tell('tomas', { kind: 'update', prayer_request_id: id, is_anonymous: true })
    expect(await take()).toEqual([])
    const [received] = await later(HOUR_MS)
    expect(JSON.stringify(received?.message)).not.toMatch(/hannah/i)
  })

  it.each([
    ['the person may no longer read it', (id: string) => setPrayers(app.ctx, { visibility: 'private' }, id)],
    ['it was hidden', (id: string) => setPrayers(app.ctx, { publication: 'hidden' }, id)],
    ['it was deleted', (id: string) => app.ctx.db.deleteFrom('prayers').where('id', '=', id).execute()],
    ['its kind was switched off', () => choose({ notify: { updates: false } })],
    ['it is wanted once a day', () => choose({ notices: { updates: 'daily' } })],
    [
      'everything was paused',
      () => app.ctx.db.updateTable('preferences').set({ paused_until: '2999-01-01T00:00:00.000Z' }).execute(),
    ],
    ['the person was banned', async () => setPeople(app.ctx, { status: 'suspended' }, await app.person('tomas'))],
  ])('say nothing when, before they leave, %s', async (_, change) => {
    await follows()
    const id = await share()
    await tell('tomas', { kind: 'update', prayer_request_id: id })
    await change(id)
    expect(await take()).toEqual([])
    expect(await waiting()).toBe(0)
    expect(service.calls).toBe(0)
    await app.ctx.db.updateTable('users').set({ status: 'active' }).execute()
  })

  it.each([404, 410])('stop at a device that is gone: %s', async (answer) => {
    await follows()
    service.answer = answer
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await take()
    expect(await device()).toBeUndefined()
    expect(await waiting()).toBe(0)
  })

  it('come to all others when nothing can be written for some devices, which are given up', async () => {
    // More than are under way at one time, and they have waited longer.
    const broken = await Promise.all(Array.from({ length: 12 }, () => switchOn('hannah')))
    await app.ctx.db.updateTable('push_devices').set({ p256dh: 'no key' }).execute()
    await tell('hannah', { kind: 'prayed', prayer_request_id: await share(), payload: { people: 3 } })
    app.advance(1000)
    await follows()
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    expect(await take()).toHaveLength(1)
    expect(await waiting()).toBe(broken.length)
    await untilGivenUp()
  })

  it('are tried again when the push service asks for time, and not before', async () => {
    await follows()
    service.answer = 429
    service.headers = { 'retry-after': '1800' }
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await take()
    service.answer = 201
    expect(await later(29 * MINUTE_MS)).toEqual([])
    expect(service.calls).toBe(1)
    expect(await later(2 * MINUTE_MS)).toHaveLength(1)
    expect((await device())?.failed_at).toBeNull()
  })

  it.each([
    [400, 1],
    [403, 1],
    [301, 1],
    [500, 8],
  ])('are given up when the push service answers %s, which the list of devices says', async (answer, calls) => {
    await follows()
    service.answer = answer
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    await take()
    await untilGivenUp()
    expect(service.calls).toBe(calls)
    expect(await isFailing()).toBe(true)
    service.answer = 201
    app.advance(DAY_MS - ((app.ctx.clock().getTime() - 12 * HOUR_MS) % DAY_MS))
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    expect(await take()).toHaveLength(1)
    expect(await isFailing()).toBe(false)
  })

  it('are sent again, in place of the first, when the server died before it noted that they had left', async () => {
    await follows()
    await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    const [before] = await app.ctx.db.selectFrom('push_messages').selectAll().execute()
    const [first] = await take()
    // As the database was while the message was under way.
    const due_at = new Date(app.ctx.clock().getTime() + 2 * MINUTE_MS).toISOString()
    if (before)
      await app.ctx.db
        .insertInto('push_messages')
        .values({ ...before, due_at })
        .execute()
    expect(await take()).toEqual([])
    const [second, ...others] = await later(3 * MINUTE_MS)
    expect(others).toEqual([])
    expect(second?.headers['topic']).toBe(first?.headers['topic'])
    expect(second?.message).toEqual(first?.message)
  })

  it('all leave when many are due, a few at a time', async () => {
    await choose(follow)
    for (let count = 0; count < 20; count += 1) await switchOn('tomas')
    for (let count = 0; count < 4; count += 1) await tell('tomas', { kind: 'update', prayer_request_id: await share() })
    const received = [...(await take()), ...(await later(1000))]
    expect(received).toHaveLength(80)
    expect(await waiting()).toBe(0)
  })
})

it('come for all that is not switched off where the site sends no email', async () => {
  const app = await newTestApp({ push_origins: [service.origin] })
  const { endpoint, keys } = service.newBrowser()
  const as = await app.signIn('tomas')
  await app.ask('push_devices.add', { endpoint, keys }, { as })
  await app.ask(
    'preferences.write',
    { id: await app.person('tomas'), quiet_from: null, notices: { groups: 'off' } },
    { as },
  )
  const id = await makePrayer(app.ctx, await app.person('hannah'), { content: 'Please pray for my father.' })
  await app.ctx.transaction(async (ctx) => {
    for (const kind of ['update', 'group'] as const)
      await notify(ctx, [await app.person('tomas')], { kind, prayer_request_id: id })
  })
  await app.runJobs()
  expect(service.take().map(({ message }) => message.title)).toEqual(['A request you follow has an update'])
})
