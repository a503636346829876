import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewPrayer } from '../../../../contract/prayers.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { handlers } from '../../../features.ts'
import { createPageCall } from '../../../http/implement.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { insertAll, makeGroup, makePrayer, rowOfPrayer } from '../../../test/make.ts'

describe('today', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let asTomas: string
  beforeAll(async () => {
    ;[hannah, tomas] = await Promise.all([app.person('hannah'), app.person('tomas')])
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('prayers').execute()
    await app.ctx.db.deleteFrom('prayer_lists').execute()
    await app.ctx.db.deleteFrom('preferences').execute()
    await wait(0)
  })
  /** Lets time pass; a session does not last for days. */
  const wait = async (ms: number) => {
    app.advance(ms)
    asTomas = await app.signIn('tomas')
  }
  const read = async (as = asTomas) => (await app.ask('today.read', {}, { as })).data
  const ids = async (as = asTomas) => (await read(as)).items.map(({ prayer }) => prayer.id)
  const share = (more: Partial<NewPrayer> = {}) => makePrayer(app.ctx, hannah, more)
  const pray = async (id: string) => expect((await app.ask('prayers.pray', { id }, { as: asTomas })).status).toBe(200)
  const choose = async (input: Input<'today.choose'>) => (await app.ask('today.choose', input, { as: asTomas })).data
  const makeList = async (name: string, prayer: string) => {
    const { id } = (await app.ask('prayer_lists.create', { name }, { as: asTomas })).data
    await app.ask('prayer_lists.add', { id, prayer_request_id: prayer }, { as: asTomas })
    return id
  }
  /** To the next midnight in the zone of the site. */
  const untilMidnight = async (): Promise<number> => {
    const { day, time_zone } = await read()
    const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(time_zone)
    return next.epochMilliseconds - app.ctx.clock().getTime()
  }

  it('holds each request with its reason, the one whose day it is first', async () => {
    const { day } = await read()
    const waiting = await share()
    const group_id = await makeGroup(app.ctx, [hannah, tomas], 'Tuesday Evening Circle')
    const ofGroup = await share({ visibility: 'group', group_id })
    const followed = await share()
    await app.ask('prayers.follow', { id: followed }, { as: asTomas })
    const ofDay = await share({ expires_at: `${day}T23:59:59.999Z` })
    const own = await makePrayer(app.ctx, tomas, { visibility: 'private', content: 'Dad’s knee' })
    const list = await makeList('Family', own)
    const { items } = await read()
    expect(items.map(({ reason, prayer }) => [reason, prayer.id])).toEqual([
      ['day', ofDay],
      ['list', own],
      ['following', followed],
      ['group', ofGroup],
      ['waiting', waiting],
    ])
    expect(items[1]).toMatchObject({ prayer_list: { id: list, name: 'Family' }, has_prayed: false })
    expect(items[3]?.prayer.group_name).toBe('Tuesday Evening Circle')
    // What nobody else may know comes to nobody else.
    expect(await ids(await app.signIn('hannah'))).toEqual([])
  })

  it('is the same all day, with a light for each that one prayed for, and new at midnight', async () => {
    const made = await Promise.all(Array.from({ length: 9 }, () => share()))
    await choose({ count: 3 })
    const before = await ids()
    expect(before).toHaveLength(3)
    await pray(before[1] ?? '')
    await share()
    const { items } = await read()
    expect(items.map(({ prayer, has_prayed }) => [prayer.id, has_prayed])).toEqual(
      before.map((id, index) => [id, index === 1]),
    )
    await app.ask('prayers.unpray', { id: before[1] ?? '' }, { as: asTomas })
    expect((await read()).items.every(({ has_prayed }) => !has_prayed)).toBe(true)
    const days = [before]
    for (let day = 0; day < 4; day += 1) {
      await wait((await untilMidnight()) + 1000)
      const after = await read()
      expect(after.items.every(({ has_prayed }) => !has_prayed)).toBe(true)
      days.push(after.items.map(({ prayer }) => prayer.id))
    }
    // Two days may hold the same by chance.
    expect(new Set(days.map(String)).size).toBeGreaterThan(2)
    expect(made.length).toBe(9)
  })

  it('lights what one prays for this morning, though one did last night', async () => {
    const id = await share()
    await makeList('Family', id)
    await wait((await untilMidnight()) - HOUR_MS)
    await pray(id)
    expect((await read()).items[0]).toMatchObject({ has_prayed: true })
    await wait(2 * HOUR_MS)
    expect((await read()).items[0]).toMatchObject({ has_prayed: false })
    await pray(id)
    expect((await read()).items[0]).toMatchObject({ has_prayed: true })
  })

  it('lights what one prayed for before one looked', async () => {
    const id = await share()
    await makeList('Family', id)
    await wait((await untilMidnight()) + HOUR_MS)
    await pray(id)
    expect((await read()).items[0]).toMatchObject({ reason: 'list', has_prayed: true })
  })

  it('is one day for two devices that ask at the same moment', async () => {
    await Promise.all(Array.from({ length: 30 }, () => share()))
    await choose({ count: 15 })
    await wait((await untilMidnight()) + 1000)
    const asked = await Promise.all(Array.from({ length: 12 }, () => ids()))
    expect(asked[0]).toHaveLength(15)
    for (const one of asked) expect(one).toEqual(asked[0])
  })

  it('turns at the person’s own midnight', async () => {
    await wait((await untilMidnight()) + HOUR_MS)
    const zones = { 'Pacific/Kiritimati': '', 'America/Los_Angeles': '' }
    for (const time_zone of Object.keys(zones) as (keyof typeof zones)[]) {
      await app.ask('preferences.write', { id: tomas, time_zone }, { as: asTomas })
      const { day, time_zone: used } = await read()
      expect(used).toBe(time_zone)
      zones[time_zone] = day
    }
    const apart = Date.parse(zones['Pacific/Kiritimati']) - Date.parse(zones['America/Los_Angeles'])
    expect(apart).toBeGreaterThanOrEqual(DAY_MS / 2)
  })

  describe('in a page that the server renders', () => {
    const readPage = () => {
      const callAs = createPageCall(
        { ctx: app.ctx, limits: app.app.limits, live: app.app.live, cache: app.app.cache },
        handlers,
      )
      return callAs({ id: tomas, role: 'member', session_id: '', confirmed_at: '' })('today.read', {})
    }
    const kept = async () => [
      await app.ctx.db.selectFrom('today_prayers').selectAll().orderBy('position').execute(),
      await app.ctx.db.selectFrom('preferences').selectAll().execute(),
    ]
    /** A new day, of which nobody has asked. */
    const begin = async () => {
      await Promise.all(Array.from({ length: 20 }, () => share()))
      await choose({ count: 5 })
      await pray((await ids())[0] ?? '')
      await wait((await untilMidnight()) + 1000)
    }

    it('is there at once, keeps nothing, and is the same when it is kept', async () => {
      await begin()
      const before = await kept()
      const page = await readPage()
      expect(page.is_stored).toBe(false)
      expect(page.items).toHaveLength(5)
      expect(await kept()).toEqual(before)
      const asked = await read()
      expect(asked).toEqual({ ...page, is_stored: true })
      expect(await readPage()).toEqual(asked)
    })

    it('is there for somebody who has chosen nothing', async () => {
      await Promise.all(Array.from({ length: 5 }, () => share()))
      const page = await readPage()
      expect(page.items).toHaveLength(2)
      expect(await read()).toEqual({ ...page, is_stored: true })
    })

    it('gives way to what is kept, where something came between', async () => {
      await begin()
      const page = await readPage()
      const new_one = await share({ expires_at: `${page.day}T23:59:59.999Z` })
      const asked = await read()
      expect(asked.items[0]).toMatchObject({ reason: 'day', prayer: { id: new_one } })
      expect(asked.day).toBe(page.day)
      expect(await readPage()).toEqual(asked)
    })
  })

  it('loses what one may no longer read, what has ended and what was taken away', async () => {
    const group_id = await makeGroup(app.ctx, [hannah, tomas])
    const ofGroup = await share({ visibility: 'group', group_id })
    const hidden = await share()
    const answered = await share()
    const deleted = await share()
    const kept = await share()
    expect(new Set(await ids())).toEqual(new Set([ofGroup, hidden, answered, deleted, kept]))
    await app.ctx.db.deleteFrom('memberships').where('user_id', '=', tomas).execute()
    await app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', hidden).execute()
    const asHannah = await app.signIn('hannah')
    await app.ask('updates.create', { id: answered, content: 'Thanks!', status: 'answered' }, { as: asHannah })
    await app.ask('prayers.delete', { id: deleted }, { as: asHannah })
    expect(await ids()).toEqual([kept])
  })

  it('leaves out what was prayed for in the last hours, unless it is in a list', async () => {
    const id = await share()
    await pray(id)
    expect(await ids()).toEqual([])
    await makeList('Family', id)
    expect(await ids()).toEqual([id])
  })

  it('leaves out a list on the days on which it does not come', async () => {
    const id = await share()
    const prayer_list_id = await makeList('Family', id)
    const { day, time_zone } = await read()
    const today = String(Temporal.PlainDate.from(day).dayOfWeek)
    const other = today === '7' ? '1' : '7'
    const remind_at = new Date(app.ctx.clock().getTime() + 9 * DAY_MS).toISOString()
    const reasonOn = async (weekdays: string | undefined) => {
      const input = { prayer_list_id, remind_at, repeats: 'weekly' as const, weekdays, time_zone }
      expect((await app.ask('prayer_lists.remind', input, { as: asTomas })).status).toBe(200)
      await choose({})
      return (await read()).items.map(({ reason }) => reason)
    }
    expect(await reasonOn(today)).toEqual(['list'])
    expect(await reasonOn(other)).toEqual(['waiting'])
    // Nine days from now is another day of the week than today, and no other is named.
    expect(await reasonOn(undefined)).toEqual(['waiting'])
  })

  it('comes from every list, however many requests stand in another', async () => {
    const many = Array.from({ length: 500 }, () => randomUUID())
    const at = app.ctx.clock().toISOString()
    const shared = { author_id: hannah, content: 'Rain', visibility: 'public' as const, ...rowOfPrayer(at) }
    const rows = many.map((id) => ({ id, ...shared }))
    await insertAll(app.ctx.db, 'prayers', rows)
    const prayer_list_id = await makeList('Everybody', await share())
    const list = many.map((id, index) => ({ prayer_list_id, prayer_request_id: id, order: index + 1, created_at: at }))
    await insertAll(app.ctx.db, 'prayer_list_items', list)
    const family = await makeList('Family', await share())
    const { items } = await choose({ waiting: false })
    expect(new Set(items.map(({ prayer_list }) => prayer_list?.id))).toEqual(new Set([prayer_list_id, family]))
  })

  it('is chosen anew when one chooses something else, but for what one prayed for', async () => {
    await Promise.all(Array.from({ length: 9 }, () => share()))
    const { items } = await choose({ count: 5 })
    expect(items).toHaveLength(5)
    const prayed = items[3]?.prayer.id ?? ''
    await pray(prayed)
    const fewer = await choose({ count: 3 })
    expect(fewer.items).toHaveLength(3)
    expect(fewer.items.filter(({ has_prayed }) => has_prayed).map(({ prayer }) => prayer.id)).toEqual([prayed])
    const off = await choose({ waiting: false })
    expect(off.items.map(({ prayer }) => prayer.id)).toEqual([prayed])
    expect(off.choices).toMatchObject({ count: 3, waiting: false, list: true })
    expect((await app.ask('today.choose', { count: 2 }, { as: asTomas })).status).toBe(400)
    expect((await app.ask('today.choose', { count: 16 }, { as: asTomas })).status).toBe(400)
  })

  it('begins with two for somebody new, and looks again at an empty day', async () => {
    expect(await ids()).toEqual([])
    await Promise.all(Array.from({ length: 5 }, () => share()))
    expect(await ids()).toHaveLength(2)
  })

  it('is chosen anew once all that it held have left, not before', async () => {
    await Promise.all(Array.from({ length: 4 }, () => share()))
    const [first = '', second = ''] = await ids()
    const leave = (id: string) =>
      app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', id).execute()
    await leave(first)
    expect(await ids()).toEqual([second])
    await leave(second)
    const anew = await ids()
    expect(anew).toHaveLength(2)
    expect(await ids()).toEqual(anew)
  })

  it('is chosen anew also when one had prayed for all that left', async () => {
    await Promise.all(Array.from({ length: 4 }, () => share()))
    const prayed = await ids()
    for (const id of prayed) await pray(id)
    expect(await ids()).toEqual(prayed)
    await app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).where('id', 'in', prayed).execute()
    const anew = await ids()
    expect(anew).toHaveLength(2)
    expect(await ids()).toEqual(anew)
  })

  it('goes with the account, and keeps nothing of the day before', async () => {
    const id = await share()
    expect(await ids()).toEqual([id])
    const stored = () => app.ctx.db.selectFrom('today_prayers').select('user_id').execute()
    expect(await stored()).toEqual([{ user_id: tomas }])
    await app.ctx.db.updateTable('prayers').set({ status: 'answered' }).where('id', '=', id).execute()
    await wait((await untilMidnight()) + 1000)
    expect(await ids()).toEqual([])
    expect(await stored()).toEqual([])
  })
})
