import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachTestApp, newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { insertAll, makeGroup, makePrayer, makeUpdate, rowOfPrayer, setPrayers } from '../../../test/make.ts'
import { MAX_ITEMS, MAX_LISTS } from './prayer-lists.rules.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

describe('prayer lists', () => {
  const app = sharedTestApp()
  let hannah: string
  let asHannah: string
  let asTomas: string
  beforeAll(async () => {
    hannah = await app.person('hannah')
    ;[asHannah, asTomas] = await Promise.all([app.signIn('hannah'), app.signIn('tomas')])
  })
  const create = async (name: string) => {
    const { status, data } = await app.ask('prayer_lists.create', { name }, { as: asTomas })
    expect(status).toBe(200)
    return data.id
  }
  const add = (id: string, prayer_request_id: string, as = asTomas) =>
    app.ask('prayer_lists.add', { id, prayer_request_id }, { as })
  const items = async (id: string, as = asTomas) => (await app.ask('prayer_lists.one', { id }, { as })).data.items

  it('are made, renamed, put in order and deleted, each person’s for themselves', async () => {
    const [one, two, three] = [await create('Mornings'), await create('Family'), await create('Work')]
    const names = async (as = asTomas) => (await app.ask('prayer_lists.list', {}, { as })).data.map(({ name }) => name)
    expect(await names()).toEqual(['Mornings', 'Family', 'Work'])
    expect(await names(asHannah)).toEqual([])
    await app.ask('prayer_lists.rename', { id: two, name: ' The family ' }, { as: asTomas })
    await app.ask('prayer_lists.order', { ids: [three, one, randomUUID()] }, { as: asTomas })
    expect(await names()).toEqual(['Work', 'Mornings', 'The family'])
    expect((await app.ask('prayer_lists.order', { ids: [one, two] }, { as: asHannah })).data).toEqual([])
    expect(await names()).toEqual(['Work', 'Mornings', 'The family'])
    await app.ask('prayer_lists.delete', { id: three }, { as: asTomas })
    expect(await names()).toEqual(['Mornings', 'The family'])
    expect((await app.ask('prayer_lists.create', { name: ' \u200B ' }, { as: asTomas })).status).toBe(400)
    expect((await app.ask('prayer_lists.create', { name: 'x'.repeat(61) }, { as: asTomas })).status).toBe(400)
  })

  it('hold requests once each, in the order that is chosen', async () => {
    const id = await create('Order')
    const prayers = [
      await makePrayer(app.ctx, hannah),
      await makePrayer(app.ctx, hannah),
      await makePrayer(app.ctx, hannah),
    ]
    for (const prayer of [...prayers, ...prayers]) expect((await add(id, prayer)).status).toBe(200)
    const ids = async () => (await items(id)).map(({ prayer_request_id }) => prayer_request_id)
    expect(await ids()).toEqual(prayers)
    await app.ask('prayer_lists.order_items', { id, ids: prayers.toReversed() }, { as: asTomas })
    expect(await ids()).toEqual(prayers.toReversed())
    const { data } = await app.ask('prayer_lists.list', { prayer_request_id: prayers[0] }, { as: asTomas })
    expect(data.filter(({ has_request }) => has_request)).toMatchObject([{ id, item_count: 3 }])
    await app.ask('prayer_lists.remove', { id, prayerId: prayers[1] }, { as: asTomas })
    expect(await ids()).toEqual([prayers[2], prayers[0]])
  })

  it('take in only what the person can read, and answer alike for what is hidden and what is not there', async () => {
    const id = await create('Hidden')
    const secret = await makePrayer(app.ctx, hannah, { visibility: 'private' })
    const hidden = await add(id, secret)
    const missing = await add(id, randomUUID())
    expect([hidden.status, hidden.text]).toEqual([404, missing.text])
    expect(await items(id)).toEqual([])
  })

  it('keep a place without words for what can no longer be read, and let it be removed', async () => {
    const id = await create('Gone')
    const group_id = await makeGroup(app.ctx, [hannah, await app.person('tomas')])
    const inGroup = await makePrayer(app.ctx, hannah, { visibility: 'group', group_id })
    const deleted = await makePrayer(app.ctx, hannah)
    const kept = await makePrayer(app.ctx, hannah)
    for (const prayer of [inGroup, deleted, kept]) await add(id, prayer)
    await app.ctx.db.deleteFrom('memberships').where('group_id', '=', group_id).execute()
    await app.ask('prayers.delete', { id: deleted }, { as: asHannah })
    const after = await items(id)
    expect(after.map(({ prayer }) => prayer?.id ?? null)).toEqual([null, null, kept])
    expect(Object.keys(after[0] ?? {}).toSorted()).toEqual(['created_at', 'prayer', 'prayer_request_id'])
    for (const prayerId of [inGroup, deleted]) {
      expect((await app.ask('prayer_lists.remove', { id, prayerId }, { as: asTomas })).status).toBe(200)
    }
    expect(await items(id)).toHaveLength(1)
  })

  it('end at fifty lists of five hundred requests, also when many come at once', async () => {
    const [somebody] = await app.createMembers(1)
    const made = await Promise.all(
      Array.from({ length: MAX_LISTS + 5 }, (_, index) =>
        app.ask('prayer_lists.create', { name: `List ${index}` }, { as: somebody }),
      ),
    )
    const full = made.filter(({ status }) => status === 409)
    expect(full.map(({ problem }) => problem.code)).toEqual(Array(5).fill('prayer_lists.too_many'))
    const id = made.find(({ status }) => status === 200)?.data.id ?? ''
    const ids = Array.from({ length: MAX_ITEMS }, () => randomUUID())
    const at = app.ctx.clock().toISOString()
    const shared = { author_id: hannah, content: 'Rain', visibility: 'public' as const, ...rowOfPrayer(at) }
    const rows = ids.map((prayer) => ({ id: prayer, ...shared }))
    await insertAll(app.ctx.db, 'prayers', rows)
    const listed = { prayer_list_id: id, created_at: at }
    const list = ids.map((prayer_request_id, order) => ({ ...listed, prayer_request_id, order }))
    await insertAll(app.ctx.db, 'prayer_list_items', list)
    expect((await add(id, await makePrayer(app.ctx, hannah), somebody)).problem.code).toBe('prayer_lists.full')
    expect((await add(id, ids[3] ?? '', somebody)).status).toBe(200)
    expect(await items(id, somebody)).toHaveLength(MAX_ITEMS)
    const turned = ids.toReversed()
    expect((await app.ask('prayer_lists.order_items', { id, ids: turned }, { as: somebody })).status).toBe(200)
    expect((await items(id, somebody)).map(({ prayer_request_id }) => prayer_request_id)).toEqual(turned)
  }, 60_000)

  it('are remembered at a time, of a list or a request, one reminder each', async () => {
    const id = await create('Evenings')
    const prayer_request_id = await makePrayer(app.ctx, hannah)
    const remind = (input: object, as = asTomas) =>
      app.ask('prayer_lists.remind', { remind_at: '2030-01-01T19:00:00.000Z', repeats: 'daily', ...input }, { as })
    expect((await remind({ prayer_list_id: id })).status).toBe(200)
    const weekly = await remind({ prayer_list_id: id, repeats: 'weekly' })
    const other = await remind({ prayer_request_id })
    const { data } = await app.ask('prayer_lists.reminders', {}, { as: asTomas })
    expect(new Set(data.map((one) => one.id))).toEqual(new Set([weekly.data.id, other.data.id]))
    expect((await app.ask('prayer_lists.reminders', {}, { as: asHannah })).data).toEqual([])
    expect((await remind({ prayer_list_id: id }, asHannah)).problem.code).toBe('prayer_lists.not_found')
    expect((await remind({})).status).toBe(400)
    expect((await remind({ prayer_list_id: id, prayer_request_id })).status).toBe(400)
    expect((await remind({ prayer_list_id: id, repeats: 'hourly' })).status).toBe(400)
    expect((await remind({ prayer_list_id: id, remind_at: '0001-01-01T00:00:00.000Z' })).status).toBe(400)
    expect((await app.ask('prayer_lists.forget_reminder', { id: weekly.data.id }, { as: asTomas })).status).toBe(200)
    expect((await app.ask('prayer_lists.reminders', {}, { as: asTomas })).data).toHaveLength(1)
  })

  it('remind no more of a request that is over, however its author says so', async () => {
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => app.ask('prayers.edit', { id, status: 'passed_away' }, { as: asHannah }),
      (id) => app.ask('prayers.edit', { id, status: 'withdrawn' }, { as: asHannah }),
      async (id) => {
        const updateId = await makeUpdate(app.ctx, hannah, id)
        await app.ask('updates.edit', { id, updateId, status: 'answered' }, { as: asHannah })
      },
    ]
    const ended: (string | null)[] = []
    for (const end of ends) {
      const prayer_request_id = await makePrayer(app.ctx, hannah)
      const input = { prayer_request_id, remind_at: '2030-01-01T19:00:00.000Z', repeats: 'daily' }
      const { id } = (await app.ask('prayer_lists.remind', input, { as: asTomas })).data
      await end(prayer_request_id)
      await app.runJobs()
      const { data } = await app.ask('prayer_lists.reminders', {}, { as: asTomas })
      expect(data.filter((one) => one.id === id)).toMatchObject([{ is_paused: true }])
      await app.ask('prayer_lists.forget_reminder', { id }, { as: asTomas })
      ended.push(prayer_request_id)
    }
    // Only an answer is news for who does not follow it.
    const news = await app.ask('notifications.list', {}, { as: asTomas })
    const told = news.data.items.filter(({ prayer_request_id }) => ended.includes(prayer_request_id))
    expect(told.map(({ kind }) => kind)).toEqual(['answered'])
  })

  it('stay resumed, and nobody hears it twice, when an update says again what became of a request', async () => {
    const prayer_request_id = await makePrayer(app.ctx, hannah)
    const updateId = await makeUpdate(app.ctx, hannah, prayer_request_id)
    const input = { prayer_request_id, remind_at: '2030-01-01T19:00:00.000Z', repeats: 'daily' }
    const { id } = (await app.ask('prayer_lists.remind', input, { as: asTomas })).data
    await app.ask('prayers.edit', { id: prayer_request_id, status: 'answered' }, { as: asHannah })
    await app.runJobs()
    await app.ask('prayer_lists.pause_reminder', { id, is_paused: false }, { as: asTomas })
    await app.ask('updates.edit', { id: prayer_request_id, updateId, status: 'answered' }, { as: asHannah })
    await app.runJobs()
    const { data } = await app.ask('prayer_lists.reminders', {}, { as: asTomas })
    expect(data.filter((one) => one.id === id)).toMatchObject([{ is_paused: false }])
    await app.ask('prayer_lists.forget_reminder', { id }, { as: asTomas })
    const news = await app.ask('notifications.list', {}, { as: asTomas })
    const told = news.data.items.filter((notice) => notice.prayer_request_id === prayer_request_id)
    expect(told.map(({ kind }) => kind)).toEqual(['answered'])
  })

  it('remind at the same hour of the clock, before and after it is changed', async () => {
    const prayer_list_id = await create('Nights')
    const remind = async (input: object) =>
      (await app.ask('prayer_lists.remind', { prayer_list_id, ...input }, { as: asTomas })).data
    const eve = { remind_at: '2030-03-30T18:00:00.000Z', time_zone: 'Europe/Berlin' }
    expect(await remind({ ...eve, repeats: 'once' })).toMatchObject({ time_zone: null })
    expect(await remind({ ...eve, repeats: 'daily', time_zone: 'Mars/Olympus' })).toMatchObject({ time_zone: null })
    const { id } = await remind({ ...eve, repeats: 'daily' })
    app.advance(Date.parse(eve.remind_at) - app.ctx.clock().getTime() + 60_000)
    await app.runJobs()
    const { data } = await app.ask('prayer_lists.reminders', {}, { as: await app.signIn('tomas') })
    expect(data.find((one) => one.id === id)).toMatchObject({
      remind_at: '2030-03-31T17:00:00.000Z',
      time_zone: 'Europe/Berlin',
    })
  })
})

describe('a reminder that is paused', () => {
  const app = eachTestApp()
  let asHannah: string
  let prayer_list_id: string
  beforeEach(async () => {
    await Promise.all([app.person('hannah'), app.person('tomas')])
    asHannah = await app.signIn('hannah')
    prayer_list_id = (await app.ask('prayer_lists.create', { name: 'Mornings' }, { as: asHannah })).data.id
  })
  const remind = async (input: object) =>
    (await app.ask('prayer_lists.remind', { prayer_list_id, repeats: 'daily', ...input }, { as: asHannah })).data
  const inDays = (days: number) => new Date(app.ctx.clock().getTime() + days * DAY_MS).toISOString()
  const pause = (id: string, is_paused: boolean) =>
    app.ask('prayer_lists.pause_reminder', { id, is_paused }, { as: asHannah })
  /** Lets time pass, and returns how many reminders came. */
  const comeIn = async (days: number) => {
    app.advance(days * DAY_MS)
    await app.runJobs()
    asHannah = await app.signIn('hannah')
    const { count } = await app.ctx.db
      .selectFrom('notifications')
      .where('kind', '=', 'reminder')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  it('sends nothing, and comes again at its next time after it is resumed', async () => {
    const { id, remind_at } = await remind({ remind_at: inDays(1), time_zone: 'Europe/Berlin' })
    expect((await pause(id, true)).data).toMatchObject({ id, remind_at, is_paused: true })
    expect(await comeIn(3.5)).toBe(0)
    const { data: kept } = await app.ask('prayer_lists.reminders', {}, { as: asHannah })
    expect(kept).toMatchObject([{ id, remind_at, is_paused: true }])
    const { data: resumed } = await pause(id, false)
    expect(resumed.is_paused).toBe(false)
    expect(Date.parse(resumed.remind_at)).toBeGreaterThan(app.ctx.clock().getTime())
    expect(Date.parse(resumed.remind_at)).toBeLessThan(app.ctx.clock().getTime() + DAY_MS)
    expect(await comeIn(1)).toBe(1)
    expect(await comeIn(1)).toBe(2)
  })

  it('comes once at its time when it was resumed before', async () => {
    const { id, remind_at } = await remind({ remind_at: inDays(1) })
    for (const is_paused of [true, true, false, false, true, false])
      expect((await pause(id, is_paused)).data).toMatchObject({ id, remind_at, is_paused })
    expect(await comeIn(1.5)).toBe(1)
  })

  it('for once, whose time has passed, asks for a new time, and has it by being set again', async () => {
    const { id } = await remind({ remind_at: inDays(1), repeats: 'once' })
    await pause(id, true)
    expect(await comeIn(2)).toBe(0)
    expect((await pause(id, false)).problem.code).toBe('prayer_lists.reminder_passed')
    expect((await app.ask('prayer_lists.reminders', {}, { as: asHannah })).data).toMatchObject([{ is_paused: true }])
    expect(await remind({ remind_at: inDays(1), repeats: 'once' })).toMatchObject({ is_paused: false })
    expect(await comeIn(2)).toBe(1)
  })

  it('by an answer comes again when that is taken back soon, not where its owner paused or lost it', async () => {
    const tomas = await app.person('tomas')
    const asTomas = () => app.signIn('tomas')
    const [mistaken, own, unread, later] = [
      await makePrayer(app.ctx, tomas),
      await makePrayer(app.ctx, tomas),
      await makePrayer(app.ctx, tomas),
      await makePrayer(app.ctx, tomas),
    ]
    for (const prayer_request_id of [mistaken, own, unread, later]) {
      const { id } = await remind({ prayer_list_id: undefined, prayer_request_id, remind_at: inDays(3) })
      if (prayer_request_id === own) await pause(id, true)
      await app.ask('prayers.edit', { id: prayer_request_id, status: 'answered' }, { as: await asTomas() })
    }
    const paused = async () => {
      const { data } = await app.ask('prayer_lists.reminders', {}, { as: asHannah })
      return data.flatMap(({ prayer_request_id, is_paused }) => (is_paused ? (prayer_request_id ?? []) : []))
    }
    await app.runJobs()
    expect(await paused()).toEqual([mistaken, own, unread, later])
    await app.ask('prayers.edit', { id: unread, visibility: 'private' }, { as: await asTomas() })
    for (const id of [mistaken, own, unread])
      await app.ask('prayers.edit', { id, status: 'open' }, { as: await asTomas() })
    await comeIn(1 / 12)
    expect(await paused()).toEqual([own, unread, later])
    await comeIn(2)
    await app.ask('prayers.edit', { id: later, status: 'open' }, { as: await asTomas() })
    await comeIn(1)
    expect(await paused()).toEqual([own, unread, later])
  })

  it('by an answer stays paused where its owner has resumed it, and paused it again', async () => {
    const prayer_request_id = await makePrayer(app.ctx, await app.person('tomas'))
    const { id } = await remind({ prayer_list_id: undefined, prayer_request_id, remind_at: inDays(3) })
    const say = async (status: string) =>
      app.ask('prayers.edit', { id: prayer_request_id, status }, { as: await app.signIn('tomas') })
    await say('answered')
    await app.runJobs()
    await pause(id, false)
    await comeIn(1 / 12)
    await pause(id, true)
    await say('open')
    await comeIn(1 / 12)
    const { data } = await app.ask('prayer_lists.reminders', {}, { as: asHannah })
    expect(data.filter((one) => one.id === id)).toMatchObject([{ is_paused: true }])
  })

  it('keeps its place when it is set anew, on the days of the week that are chosen', async () => {
    const { id: other } = (await app.ask('prayer_lists.create', { name: 'Evenings' }, { as: asHannah })).data
    await remind({ remind_at: inDays(3) })
    app.advance(1000)
    await remind({ remind_at: inDays(1), prayer_list_id: other, weekdays: '12345' })
    app.advance(1000)
    await remind({ remind_at: inDays(2), repeats: 'weekly', weekdays: '12345' })
    expect((await app.ask('prayer_lists.reminders', {}, { as: asHannah })).data).toMatchObject([
      { prayer_list_id, weekdays: '12345' },
      { prayer_list_id: other, weekdays: null },
    ])
    for (const weekdays of ['', '8', '21', '11']) {
      const input = { prayer_list_id, remind_at: inDays(1), repeats: 'weekly' as const, weekdays }
      expect((await app.ask('prayer_lists.remind', input, { as: asHannah })).status, weekdays).toBe(400)
    }
  })
})

it('a request that was answered is kept in a list from the moment it is added again', async () => {
  const app = await newTestApp()
  const prayer_request_id = await makePrayer(app.ctx, await app.person('hannah'))
  await app.person('tomas')
  const as = await app.signIn('tomas')
  const { id } = (await app.ask('prayer_lists.create', { name: 'Mornings' }, { as })).data
  const items = async () => (await app.ask('prayer_lists.one', { id }, { as })).data.items
  await app.ask('prayer_lists.add', { id, prayer_request_id }, { as })
  const [before] = await items()
  app.advance(60_000)
  await app.ask('prayer_lists.add', { id, prayer_request_id }, { as })
  const after = await items()
  expect(after).toHaveLength(1)
  expect(Date.parse(after[0]?.created_at ?? '') - Date.parse(before?.created_at ?? '')).toBeGreaterThanOrEqual(60_000)
})

it('a reminder that comes again does not come at once where the clock of its device is behind', async () => {
  const app = await newTestApp()
  await app.person('tomas')
  const as = await app.signIn('tomas')
  const now = app.ctx.clock().getTime()
  const at = (ms: number) => new Date(now + ms).toISOString()
  const remind = async (repeats: 'once' | 'daily' | 'weekly') => {
    const input = { is_today: true as const, remind_at: at(-2 * HOUR_MS), repeats, time_zone: 'Asia/Kathmandu' }
    return (await app.ask('prayer_lists.remind', input, { as })).data.remind_at
  }
  expect(await remind('daily')).toBe(at(DAY_MS - 2 * HOUR_MS))
  expect(await remind('weekly')).toBe(at(7 * DAY_MS - 2 * HOUR_MS))
  // Nothing is later than its only time.
  expect(await remind('once')).toBe(at(-2 * HOUR_MS))
})

it('a reminder of a request that its person may not read any more does not tell that it was answered', async () => {
  const app = await newTestApp()
  const prayer_request_id = await makePrayer(app.ctx, await app.person('hannah'))
  await app.person('tomas')
  const [hannah, tomas] = await Promise.all([app.signIn('hannah'), app.signIn('tomas')])
  const remind_at = new Date(app.ctx.clock().getTime() + DAY_MS).toISOString()
  await app.ask('prayer_lists.remind', { prayer_request_id, remind_at, repeats: 'daily' }, { as: tomas })
  await setPrayers(app.ctx, { visibility: 'team' }, prayer_request_id)
  const answer = { id: prayer_request_id, content: 'He is at home again.', status: 'answered' as const }
  expect((await app.ask('updates.create', answer, { as: hannah })).status).toBe(200)
  await app.runJobs()
  expect((await app.ask('prayer_lists.reminders', {}, { as: tomas })).data).toMatchObject([{ is_paused: false }])
})
