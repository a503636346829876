import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationKind } from '../../../../contract/notifications.ts'
import type { Role } from '../../../../contract/users.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, prefer, setMember } from '../../../test/make.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'
import { notify } from './notifications.commands.ts'

describe('notices', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let id: string

  beforeAll(async () => {
    // Noon of the next day, so that advancing by a quarter of an hour stays within the day.
    const now = app.ctx.clock().getTime()
    app.advance(86_400_000 - (now % 86_400_000) + 12 * 60 * MINUTE_MS)
  })
  const signIn = async () => {
    ;[hannah, tomas] = await Promise.all([app.signIn('hannah'), app.signIn('tomas')])
  }
  beforeEach(async () => {
    await signIn()
    await app.ctx.db.deleteFrom('notifications').execute()
    id = await makePrayer(app.ctx, await app.person('hannah'), { title: 'My father', content: 'Words of the request.' })
  })
  const list = async (as: string, input: Record<string, unknown> = {}) =>
    (await app.ask('notifications.list', input, { as })).data
  const tell = (part: object = {}) =>
    app.ask('updates.create', { id, content: 'Words of the update.', ...part }, { as: hannah })

  it('of an answer lets those who follow give thanks, and says whether they did', async () => {
    await app.ask('prayers.follow', { id }, { as: tomas })
    await tell({ status: 'answered' })
    await app.runJobs()
    const thanksOf = async (as: string) => (await list(as)).items.map(({ kind, thanks }) => [kind, thanks])
    expect(await thanksOf(tomas)).toEqual([['answered', { id: null }]])
    const given = await app.ask('reactions.create', { prayer_request_id: id, type: 'thanks' }, { as: tomas })
    expect(await thanksOf(tomas)).toEqual([['answered', { id: given.data.id }]])
    await app.ask('reactions.delete', { id: given.data.id }, { as: tomas })
    expect(await thanksOf(tomas)).toEqual([['answered', { id: null }]])
    // It goes on: nothing is answered any more.
    await tell({ status: 'ongoing' })
    expect((await thanksOf(tomas)).at(-1)).toEqual(['answered', null])
  })

  it('are counted up to a hundred: each page of somebody who never looks at them counts them', async () => {
    const person = await app.person('tomas')
    const people = Array.from({ length: 101 }, () => person)
    await app.ctx.transaction((ctx) => notify(ctx, people, { kind: 'reminder', prayer_request_id: id }))
    expect((await list(tomas)).unread).toBe(100)
  })

  it.each<[Role, NotificationKind[]]>([
    ['admin', ['care', 'care_news', 'overdue', 'reminder']],
    ['moderator', ['care', 'care_news', 'overdue', 'reminder']],
    ['care', ['care', 'care_news', 'reminder']],
    ['member', ['reminder']],
    ['limited', ['reminder']],
  ])('for staff are no longer there for who has become %s', async (role, kinds) => {
    const grace = await app.person('grace')
    const setRole = (to: Role) => app.ctx.db.updateTable('users').set({ role: to }).where('id', '=', grace).execute()
    await setRole('moderator')
    await app.ctx.transaction(async (ctx) => {
      await notify(ctx, [grace], { kind: 'care', prayer_request_id: id })
      await notify(ctx, [grace], { kind: 'care_news', prayer_request_id: id })
      await notify(ctx, [grace], { kind: 'overdue', payload: { count: 3 } })
      await notify(ctx, [grace], { kind: 'reminder', prayer_request_id: id })
    })
    await setRole(role)
    const { items, unread } = await list(await app.signIn('grace'))
    await setRole('member')
    expect([items.map(({ kind }) => kind).toSorted(), unread]).toEqual([kinds, kinds.length])
  })

  describe('of those who prayed', () => {
    const later = async () => {
      app.advance(16 * MINUTE_MS)
      await signIn()
      await app.runJobs()
    }

    it('come later, once a day for a request, as a number without names', async () => {
      const [one] = await app.createMembers(1)
      await app.ask('prayers.pray', { id }, { as: one })
      await app.runJobs()
      expect((await list(hannah)).items).toEqual([])
      await later()
      const first = await list(hannah)
      expect(first).toMatchObject({
        unread: 1,
        items: [{ kind: 'prayed', people: 1, prayer_title: 'My father', is_mine: true, is_read: false }],
      })
      await app.ask('prayers.pray', { id }, { as: (await app.createMembers(1))[0] })
      await later()
      const second = await list(hannah)
      expect(second).toMatchObject({ unread: 1, items: [{ id: first.items[0]?.id, people: 2 }] })
    })

    it('are said once a day on the wall, with no word before News has it, and not to those who want none', async () => {
      const said = async () => (await app.ask('notifications.unread', {}, { as: hannah })).data.prayed_today
      const [one] = await app.createMembers(1)
      const author = await app.person('hannah')
      await app.ask('prayers.pray', { id }, { as: one })
      await app.runJobs()
      expect(await said()).toEqual([])
      await later()
      const notice = (await list(hannah)).items[0]?.id
      expect(await said()).toEqual([notice])
      for (const preferences of [{ shows_pray_counts: false }, { notify: { prayed: false } }]) {
        await app.ask('preferences.write', { id: author, ...preferences }, { as: hannah })
        expect(await said(), JSON.stringify(preferences)).toEqual([])
        await app.ask(
          'preferences.write',
          { id: author, shows_pray_counts: true, notify: { prayed: true } },
          { as: hannah },
        )
      }
      expect((await app.ask('notifications.unread', {}, { as: tomas })).data.prayed_today).toEqual([])
      const put_away = await app.ask('notifications.read_all', { ids: [notice ?? ''] }, { as: hannah })
      expect(put_away.data).toEqual({ unread: 0, prayed_today: [] })
      const other = await makePrayer(app.ctx, await app.person('hannah'), { content: 'Another one.' })
      await app.ask('prayers.pray', { id: other }, { as: (await app.createMembers(1))[0] })
      await later()
      expect(await list(hannah)).toMatchObject({ unread: 1 })
      expect(await said(), 'once a day').toEqual([])
      app.advance(24 * HOUR_MS)
      await signIn()
      expect(await said(), 'only of today').toEqual([])
    })

    it('are said on the wall once in the reader’s own day, wherever that ends', async () => {
      const said = async () => (await app.ask('notifications.unread', {}, { as: hannah })).data.prayed_today
      const author = await app.person('hannah')
      const goTo = async (hour: number) => {
        const at = app.ctx.clock()
        const next = new Date(at).setUTCHours(hour, 0, 0, 0)
        app.advance((next > at.getTime() ? next : next + DAY_MS) - at.getTime())
        await signIn()
      }
      const pray = async () => {
        const other = await makePrayer(app.ctx, author, { content: 'Another one.' })
        await app.ask('prayers.pray', { id: other }, { as: (await app.createMembers(1))[0] })
        await later()
      }
      await app.ask('preferences.write', { id: author, time_zone: 'Pacific/Honolulu' }, { as: hannah })
      await goTo(22)
      await pray()
      const first = await said()
      expect(first).toHaveLength(1)
      await app.ask('notifications.read_all', { ids: first }, { as: hannah })
      // Midnight in UTC is two in the afternoon there.
      await goTo(0)
      await pray()
      expect(await said(), 'another day in UTC').toEqual([])
      await goTo(11)
      await pray()
      expect(await said(), 'after her midnight').toHaveLength(1)
      await app.ask('preferences.write', { id: author, time_zone: null }, { as: hannah })
    })

    it('do not tell what was taken back, nor one’s own prayer', async () => {
      await app.ask('prayers.pray', { id }, { as: tomas })
      await app.ask('prayers.unpray', { id }, { as: tomas })
      await app.ask('prayers.pray', { id }, { as: hannah })
      await later()
      expect((await list(hannah)).items).toEqual([])
    })

    it('belong to the day of the prayer when they come after midnight', async () => {
      const own = await newTestApp()
      const now = own.ctx.clock().getTime()
      own.advance(86_400_000 - (now % 86_400_000) - 5 * MINUTE_MS)
      const made = await makePrayer(own.ctx, await own.person('hannah'))
      await own.ask('prayers.pray', { id: made }, { as: await own.signIn('tomas') })
      own.advance(16 * MINUTE_MS)
      await own.runJobs()
      const { data } = await own.ask('notifications.list', {}, { as: await own.signIn('hannah') })
      expect(data.items).toMatchObject([{ people: 1 }])
      expect(data.items[0]?.created_at).toContain('T23:59:59.999Z')
    })
  })

  it('tell those who follow of updates and answers, and nobody else', async () => {
    await app.ask('prayers.follow', { id }, { as: tomas })
    await app.ask('prayers.follow', { id }, { as: hannah })
    const { data } = await tell()
    await app.runJobs()
    expect((await list(tomas)).items).toMatchObject([
      { kind: 'update', prayer_request_id: id, update_id: data.id, status: null },
    ])
    expect((await list(hannah)).items).toEqual([])
    expect((await list(await app.signIn('grace'))).items).toEqual([])
    await tell({ status: 'answered' })
    await app.runJobs()
    expect((await list(tomas)).items.map(({ kind, status }) => [kind, status])).toContainEqual(['answered', 'answered'])
    // No text of any user.
    const stored = JSON.stringify(await app.ctx.db.selectFrom('notifications').selectAll().execute())
    expect(stored).not.toContain('Words of')
    expect(stored).not.toContain('My father')
  })

  it('after a death speak of an update, not of an answer', async () => {
    await app.ask('prayers.follow', { id }, { as: tomas })
    await tell({ status: 'passed_away' })
    await app.runJobs()
    expect((await list(tomas)).items.map(({ kind }) => kind)).toEqual(['update'])
  })

  it('are shown only while their reader may read the request and its update', async () => {
    const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    await app.ask('prayers.edit', { id, visibility: 'group', group_id: group }, { as: hannah })
    await app.ask('prayers.follow', { id }, { as: tomas })
    const { data } = await tell()
    await app.runJobs()
    const { items } = await list(tomas)
    expect(items).toHaveLength(1)
    const set = async (status: 'banned' | 'active') => setMember(app.ctx, group, await app.person('tomas'), { status })
    await set('banned')
    expect(await list(tomas)).toMatchObject({ items: [], unread: 0 })
    expect((await app.ask('notifications.edit', { id: items[0]?.id, is_read: true }, { as: tomas })).status).toBe(404)
    await set('active')
    await app.ask('updates.delete', { id, updateId: data.id }, { as: hannah })
    expect(await list(tomas)).toMatchObject({ items: [], unread: 0 })
  })

  it('of an anonymous author name the hour, and have ids without a time', async () => {
    await app.ask('prayers.edit', { id, is_anonymous: true }, { as: hannah })
    await app.ask('prayers.follow', { id }, { as: tomas })
    app.advance(7 * MINUTE_MS)
    await tell()
    await app.runJobs()
    const { data, text } = await app.ask('notifications.list', {}, { as: tomas })
    expect(data.items[0]?.created_at).toMatch(/:00:00\.000Z$/)
    expect(data.items[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(text).not.toContain(await app.person('hannah'))
  })

  it('are switched off by kind', async () => {
    const user_id = await app.person('tomas')
    await prefer(app.ctx, user_id, { notify: JSON.stringify({ prayed: false }) })
    await app.ask('prayers.follow', { id }, { as: tomas })
    const told = async () => {
      await app.ctx.db.deleteFrom('notifications').execute()
      await tell()
      await tell({ status: 'answered' })
      await app.runJobs()
      return (await list(tomas)).items.length
    }
    expect(await told()).toBe(2)
    await app.ctx.db
      .updateTable('preferences')
      .set({ notify: JSON.stringify({ updates: false }) })
      .where('user_id', '=', user_id)
      .execute()
    expect(await told()).toBe(0)
    await app.ctx.db.deleteFrom('preferences').execute()
  })

  it.each([
    ['a named request', { is_anonymous: false }, 'My father', 'Hannah W.', 'Words of the update.'],
    ['an anonymous request', { is_anonymous: true }, 'My father', null, 'Words of the update.'],
    ['a sensitive request', { is_guarded: true }, null, null, null],
  ])('about the update of %s quote what may be quoted', async (_, part, prayer_title, author_name, update_excerpt) => {
    await app.ctx.db.updateTable('prayers').set(part).where('id', '=', id).execute()
    await app.ask('prayers.follow', { id }, { as: tomas })
    await tell()
    await app.runJobs()
    expect((await list(tomas)).items).toMatchObject([{ kind: 'update', prayer_title, author_name, update_excerpt }])
  })

  it('are marked as read one by one or all at once, and paged', async () => {
    await app.ask('prayers.follow', { id }, { as: tomas })
    for (const _ of [1, 2, 3]) await tell()
    await app.runJobs()
    const first = await list(tomas, { pageSize: 2 })
    expect(first).toMatchObject({ unread: 3, has_more: true })
    expect((await list(tomas, { pageSize: 2, page: 1 })).items).toHaveLength(1)
    const one = first.items[0]?.id
    expect((await app.ask('notifications.edit', { id: one, is_read: true }, { as: tomas })).data).toEqual({
      id: one,
      is_read: true,
    })
    expect((await list(tomas)).unread).toBe(2)
    expect((await app.ask('notifications.unread', {}, { as: tomas })).data).toEqual({ unread: 2, prayed_today: [] })
    const some = [first.items[1]?.id]
    expect((await app.ask('notifications.read_all', { ids: some }, { as: hannah })).data).toEqual({
      unread: 0,
      prayed_today: [],
    })
    expect((await app.ask('notifications.read_all', { ids: some }, { as: tomas })).data).toEqual({
      unread: 1,
      prayed_today: [],
    })
    expect((await app.ask('notifications.edit', { id: one, is_read: false }, { as: hannah })).status).toBe(404)
    expect((await app.ask('notifications.read_all', {}, { as: tomas })).data).toEqual({ unread: 0, prayed_today: [] })
    expect((await list(tomas)).items.every(({ is_read }) => is_read)).toBe(true)
  })

  describe('that somebody wanted to be reminded with', () => {
    const remind = async (input: object, repeats = 'once', hours = 1) => {
      const remind_at = new Date(app.ctx.clock().getTime() + hours * HOUR_MS).toISOString()
      const { status, data } = await app.ask('prayer_lists.remind', { ...input, repeats, remind_at }, { as: tomas })
      expect(status).toBe(200)
      return data.id
    }
    const afterHours = async (hours: number) => {
      app.advance(hours * HOUR_MS + MINUTE_MS)
      await signIn()
      await app.runJobs()
      return (await list(tomas)).items
    }

    it('come at their time, once, to them alone', async () => {
      await remind({ prayer_request_id: id })
      await app.runJobs()
      expect((await list(tomas)).items).toEqual([])
      expect(await afterHours(1)).toMatchObject([
        { kind: 'reminder', prayer_request_id: id, prayer_title: 'My father', prayer_list: null },
      ])
      expect(await afterHours(48)).toHaveLength(1)
      expect((await list(hannah)).items).toEqual([])
      expect((await app.ask('prayer_lists.reminders', {}, { as: tomas })).data).toEqual([])
    })

    it('come back each day, until they are taken back', async () => {
      const prayer_list_id = (await app.ask('prayer_lists.create', { name: 'Mornings' }, { as: tomas })).data.id
      const reminder = await remind({ prayer_list_id }, 'daily')
      expect(await afterHours(1)).toMatchObject([{ prayer_list: { id: prayer_list_id, name: 'Mornings' } }])
      expect(await afterHours(24)).toHaveLength(2)
      await app.ask('prayer_lists.forget_reminder', { id: reminder }, { as: tomas })
      expect(await afterHours(24)).toHaveLength(2)
    })

    it('of a request pause when it is answered, with that news for who does not follow it, and can be set anew', async () => {
      await remind({ prayer_request_id: id }, 'daily')
      expect(await afterHours(1)).toMatchObject([{ kind: 'reminder' }])
      await tell({ status: 'answered' })
      await app.runJobs()
      const told = [{ kind: 'answered', prayer_request_id: id }, { kind: 'reminder' }]
      expect(await afterHours(24)).toMatchObject(told)
      const { data } = await app.ask('prayer_lists.reminders', {}, { as: tomas })
      expect(data.filter((one) => one.prayer_request_id === id)).toMatchObject([{ is_paused: true }])
      const again = await remind({ prayer_request_id: id }, 'daily')
      await tell()
      expect((await afterHours(1)).map(({ kind }) => kind)).toEqual(['reminder', 'answered', 'reminder'])
      await app.ask('prayer_lists.forget_reminder', { id: again }, { as: tomas })
    })

    it('wait no longer when they are gone, themselves or with their list', async () => {
      const prayer_list_id = (await app.ask('prayer_lists.create', { name: 'Mornings' }, { as: tomas })).data.id
      await remind({ prayer_list_id }, 'daily', 48)
      const reminder = await remind({ prayer_request_id: id }, 'daily', 48)
      await remind({ is_today: true }, 'daily', 48)
      const countJobs = async () => {
        await afterHours(1)
        const jobs = app.ctx.db.selectFrom('jobs').select('id').where('kind', '=', 'notifications.remind')
        return (await jobs.where('status', '=', 'queued').execute()).length
      }
      expect(await countJobs()).toBe(3)
      await app.ask('prayer_lists.delete', { id: prayer_list_id }, { as: tomas })
      await app.ask('prayer_lists.forget_reminder', { id: reminder }, { as: tomas })
      expect(await countJobs()).toBe(1)
    })

    it('come once at the new time when it was changed, and not at all when they can no longer read it', async () => {
      await remind({ prayer_request_id: id })
      await remind({ prayer_request_id: id }, 'daily', 3)
      expect(await afterHours(1)).toEqual([])
      expect(await afterHours(2)).toHaveLength(1)
      await app.ask('prayers.edit', { id, visibility: 'private' }, { as: hannah })
      expect(await afterHours(24)).toEqual([])
    })

    it('of their day come while there is something to pray for, one at a time', async () => {
      await remind({ is_today: true }, 'daily')
      const [told] = await afterHours(1)
      expect(told).toMatchObject({ kind: 'reminder', prayer_request_id: null, prayer_list: null, is_read: false })
      const [again, ...others] = await afterHours(24)
      expect(others).toEqual([])
      expect(again?.id).not.toBe(told?.id)
      await afterHours(22)
      const { items } = (await app.ask('today.read', {}, { as: tomas })).data
      expect(items.length).toBeGreaterThan(0)
      for (const { prayer } of items) await app.ask('prayers.pray', { id: prayer.id }, { as: tomas })
      await app.ctx.db.deleteFrom('notifications').execute()
      expect(await afterHours(2)).toEqual([])
      expect(await afterHours(24)).toHaveLength(1)
    })

    it('stay away from who has switched reminders off', async () => {
      const user_id = await app.person('tomas')
      await app.ask('preferences.write', { id: user_id, notify: { reminders: false } }, { as: tomas })
      await remind({ prayer_request_id: id })
      expect(await afterHours(1)).toEqual([])
      await app.ask('preferences.write', { id: user_id, notify: { reminders: true } }, { as: tomas })
    })
  })
})
