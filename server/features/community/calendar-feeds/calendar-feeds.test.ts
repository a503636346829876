import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewPrayer, Visibility } from '../../../../contract/prayers.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setPeople, setPrayers } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'

describe('the calendar of a person', () => {
  const app = sharedTestApp()
  beforeAll(async () => {
    await app.person('hannah')
  })
  beforeEach(async () => {
    for (const table of ['calendar_feeds', 'prayers', 'prayer_lists', 'reminders', 'preferences'] as const)
      await app.ctx.db.deleteFrom(table).execute()
  })

  const make = async (name: PersonName) => {
    const { data } = await app.ask('calendar_feeds.make', {}, { as: await app.signIn(name) })
    return data.path
  }
  const open = async (path: string) => {
    const answer = await fetch(new URL(path, app.url))
    return { status: answer.status, headers: answer.headers, text: (await answer.text()).replaceAll('\r\n ', '') }
  }
  const titles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
  const share = async (part: Partial<NewPrayer> & { title?: string } = {}) =>
    makePrayer(app.ctx, await app.person('hannah'), {
      content: 'Please pray for my father.',
      title: 'My father',
      ...part,
    })
  const setDay = (id: string, expires_at = '2026-12-24T23:59:59.999Z') => setPrayers(app.ctx, { expires_at }, id)
  const follow = async (id: string) => app.ask('prayers.follow', { id }, { as: await app.signIn('tomas') })
  const remind = async (about: object, part: object = {}) => {
    const remind_at = new Date(app.ctx.clock().getTime() + DAY_MS).toISOString()
    const input = { remind_at, repeats: 'daily', time_zone: 'Europe/London', ...about, ...part }
    const answer = await app.ask('prayer_lists.remind', input, { as: await app.signIn('tomas') })
    expect(answer.status).toBe(200)
    return answer.data.id
  }

  it('opens by its address alone, without a session, and is kept by nobody between', async () => {
    const { status, headers, text } = await open(await make('tomas'))
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(titles(text)).toEqual([])
    const stored = await app.ctx.db.selectFrom('calendar_feeds').select('secret_hash').executeTakeFirstOrThrow()
    expect(stored.secret_hash).toHaveLength(43)
  })

  it('has a new address each time, and the old one is dead at once', async () => {
    const first = await make('tomas')
    const second = await make('tomas')
    expect(first).not.toBe(second)
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
    const as = await app.signIn('tomas')
    expect((await app.ask('calendar_feeds.read', {}, { as })).data.created_at).not.toBeNull()
    expect((await app.ask('calendar_feeds.withdraw', {}, { as })).data).toEqual({ created_at: null })
    expect((await open(second)).status).toBe(404)
  })

  it('notes in the record of the account that its address was made, renewed and withdrawn', async () => {
    await make('grace')
    const second = await make('grace')
    const as = await app.signIn('grace')
    await app.ask('calendar_feeds.withdraw', {}, { as })
    await app.ask('calendar_feeds.withdraw', {}, { as })
    const events = await app.ctx.db
      .selectFrom('security_events')
      .select(['kind', 'detail'])
      .where('user_id', '=', await app.person('grace'))
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual([
      'calendar_link_made',
      'calendar_link_renewed',
      'calendar_link_withdrawn',
    ])
    expect(JSON.stringify(events)).not.toContain(second.slice('/api/calendar/'.length, -'.ics'.length))
  })

  it('holds the reminders with their rhythm, without those that are paused', async () => {
    const as = await app.signIn('tomas')
    const { data: list } = await app.ask('prayer_lists.create', { name: 'Family, $& friends' }, { as })
    await remind({ prayer_list_id: list.id }, { repeats: 'weekly', weekdays: '135' })
    const once = await share()
    await remind({ prayer_request_id: once }, { repeats: 'once' })
    const paused = await remind({ prayer_request_id: await share({ title: 'Paused' }) })
    await app.ask('prayer_lists.pause_reminder', { id: paused, is_paused: true }, { as })
    const { text } = await open(await make('tomas'))
    expect(new Set(titles(text))).toEqual(new Set([String.raw`Pray: Family\, $& friends`, 'My father']))
    expect(text).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR')
    expect(text).toContain('DTSTART;TZID=Europe/London:')
    expect(text).toContain(`/prayers/${once}`)
    expect(text.match(/RRULE/g)).toHaveLength(1)
  })

  it('holds the days of requests that one follows, keeps or wrote, and of no others', async () => {
    const followed = await share({ title: 'Followed' })
    const listed = await share({ title: 'Listed' })
    const other = await share({ title: 'Other' })
    for (const id of [followed, listed, other]) await setDay(id)
    await follow(followed)
    const as = await app.signIn('tomas')
    const { data: list } = await app.ask('prayer_lists.create', { name: 'Family' }, { as })
    await app.ask('prayer_lists.add', { id: list.id, prayer_request_id: listed }, { as })
    const { text } = await open(await make('tomas'))
    expect(new Set(titles(text))).toEqual(new Set(['Followed', 'Listed']))
    expect(text).toContain('DTSTART;VALUE=DATE:20261224')
    expect(titles((await open(await make('hannah'))).text)).toHaveLength(3)
  })

  it.each([
    ['answered', 0],
    ['passed_away', 0],
    ['withdrawn', 0],
    ['archived', 0],
    ['ongoing', 1],
  ] as const)('holds the day of what is %s %i times', async (status, times) => {
    const id = await share()
    await setDay(id)
    await follow(id)
    const path = await make('tomas')
    expect(titles((await open(path)).text)).toHaveLength(1)
    await setPrayers(app.ctx, { status }, id)
    expect(titles((await open(path)).text)).toHaveLength(times)
  })

  it('holds a time as a moment, which is another day elsewhere', async () => {
    const id = await share()
    await setDay(id, '2026-12-24T22:30:00.000Z')
    await follow(id)
    expect((await open(await make('tomas'))).text).toContain('DTSTART:20261224T223000Z')
  })

  it.each<[Visibility, boolean, string]>([
    ['public', false, 'My father'],
    ['members', false, 'My father'],
    ['members', true, 'A prayer request'],
    ['group', false, 'A prayer request'],
  ])('says of a request for %s, guarded %s: %s', async (visibility, is_guarded, title) => {
    const group_id =
      visibility === 'group' ? await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')]) : null
    const id = await share({ visibility, group_id })
    await setDay(id)
    await app.ctx.db.updateTable('prayers').set({ is_guarded }).where('id', '=', id).execute()
    await follow(id)
    const { text } = await open(await make('tomas'))
    expect(titles(text)).toEqual([title])
    expect(text).not.toContain('Please pray')
  })

  it('holds the hour of one’s day, which leads there and names nobody', async () => {
    await share()
    await remind({ is_today: true })
    const { text } = await open(await make('tomas'))
    expect(titles(text)).toEqual(['Your prayers for today are ready'])
    expect(text).toMatch(/^URL:\S+\/today\r$/m)
  })

  it('loses what one may no longer read, the reminder of it too', async () => {
    const id = await share()
    await setDay(id)
    await follow(id)
    await remind({ prayer_request_id: id })
    const path = await make('tomas')
    expect(titles((await open(path)).text)).toHaveLength(2)
    await app.ctx.db.updateTable('prayers').set({ visibility: 'private' }).where('id', '=', id).execute()
    const { text } = await open(path)
    expect([titles(text), text.includes(id)]).toEqual([[], false])
  })

  it('is in the language of the page where its person signed up, until they choose one', async () => {
    const users = app.ctx.db.updateTable('users').where('id', '=', await app.person('tomas'))
    await users.set({ mail_language: 'de' }).execute()
    await share()
    await remind({ is_today: true })
    const path = await make('tomas')
    expect(titles((await open(path)).text)).toEqual(['Deine Gebete für heute sind da'])
    const input = { id: await app.person('tomas'), preferred_language: 'en' }
    await app.ask('preferences.write', input, { as: await app.signIn('tomas') })
    expect(titles((await open(path)).text)).toEqual(['Your prayers for today are ready'])
    await users.set({ mail_language: null }).execute()
  })

  it('names nothing for somebody in discreet mode', async () => {
    const id = await share()
    await setDay(id)
    await follow(id)
    const as = await app.signIn('tomas')
    await app.ask('preferences.write', { id: await app.person('tomas'), is_discreet: true }, { as })
    const { text } = await open(await make('tomas'))
    expect(titles(text)).toEqual(['Something new'])
    expect(text).toContain('X-WR-CALNAME:Notes')
    expect(text).not.toMatch(/father|SUMMARY:.*pray|oremus/i)
  })

  it.each(['suspended', 'deleting'] as const)('does not open while the account is %s', async (status) => {
    const path = await make('grace')
    const set = async (to: 'active' | typeof status) => setPeople(app.ctx, { status: to }, await app.person('grace'))
    await set(status)
    expect((await open(path)).status).toBe(404)
    await set('active')
    expect((await open(path)).status).toBe(200)
  })
})
