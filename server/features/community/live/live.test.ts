import { beforeEach, describe, expect, it, vi } from 'vitest'
import { publishEvents } from '../../../live/announce.ts'
import { engine, startTestApp } from '../../../test/app.ts'
import { newFolder } from '../../../test/folder.ts'
import { type LivePage, openLivePage } from '../../../test/live-page.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { newSiteUrl } from '../../../test/new-site.ts'
import type { PersonName } from '../../../test/people.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { openSession } from '../../identity/sessions/sessions.commands.ts'

describe('live events', () => {
  const app = sharedTestApp()
  let open: LivePage[]
  let markers: Set<string>

  beforeEach(async () => {
    for (const page of open ?? []) page.close()
    open = []
    markers = new Set()
    await app.ctx.db.deleteFrom('events').execute()
    // Waits until no page is connected, so that no test receives events of another.
    await expect.poll(() => app.app.live.size).toBe(0)
  })

  async function listen(as: string): Promise<LivePage> {
    const page = await openLivePage(app, as)
    open.push(page)
    return page
  }

  const listenAs = async (name: PersonName): Promise<LivePage> => await listen(await app.signIn(name))

  /**
   * Publishes all events and waits until each page has received a marker event, which is published last and to
   * everybody.
   */
  async function told(...pages: LivePage[]): Promise<void> {
    const marker = await makePrayer(app.ctx, await app.person('peter'))
    await app.ask('reactions.create', { prayer_request_id: marker, type: 'amen' }, { as: await app.signIn('peter') })
    await app.app.live.publish()
    markers.add(marker)
    const last = { kind: 'prayers.changed', prayer_request_id: marker }
    for (const page of pages) {
      await expect.poll(() => page.events).toContainEqual(last)
      const kept = page.events.filter((event) => !markers.has(event.prayer_request_id ?? ''))
      page.events.splice(0, page.events.length, ...kept)
    }
  }

  /** The number of prayers is published some seconds later. */
  async function soon(): Promise<void> {
    app.advance(16_000)
    await app.runJobs()
  }

  it('tell everybody of a new request, and how many prayed', async () => {
    const page = await listenAs('grace')
    const as = await app.signIn('hannah')
    const { id } = (await app.ask('prayers.create', { content: 'For rain' }, { as })).data
    await told(page)
    expect(page.events).toEqual([{ kind: 'prayers.new', prayer_request_id: id }])
    await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
    await soon()
    await told(page)
    expect(page.events.slice(1)).toEqual([{ kind: 'prayers.prayed', prayer_request_id: id, pray_count: 1 }])
    await app.ask('prayers.delete', { id }, { as })
    await told(page)
    expect(page.events.slice(2)).toEqual([{ kind: 'prayers.gone', prayer_request_id: id }])
  })

  it('do not say how many prayed where that is not shown, but to the author', async () => {
    const hannah = await app.signIn('hannah')
    const { id } = (await app.ask('prayers.create', { content: 'Quietly', shows_pray_count: false }, { as: hannah }))
      .data
    const [other, own] = [await listenAs('grace'), await listen(hannah)]
    await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
    await soon()
    await told(other, own)
    expect(other.events).toEqual([])
    expect(own.events).toEqual([{ kind: 'prayers.prayed', prayer_request_id: id, pray_count: 1 }])
  })

  it('do not say at once that somebody prayed, and never what was taken back', async () => {
    const hannah = await app.signIn('hannah')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    const [tomas, grace] = [await app.signIn('tomas'), await app.signIn('grace')]
    const page = await listen(hannah)
    await app.ask('prayers.pray', { id }, { as: tomas })
    await told(page)
    expect(page.events).toEqual([])
    await app.ask('prayers.unpray', { id }, { as: tomas })
    await app.ask('prayers.pray', { id }, { as: grace })
    await soon()
    await told(page)
    expect(page.events).toEqual([{ kind: 'prayers.prayed', prayer_request_id: id, pray_count: 1 }])
  })

  it('are the same, to the byte, for somebody outside when something happens in a group', async () => {
    const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    const [outside, watching, member] = [await listenAs('grace'), await listenAs('ruth'), await listenAs('tomas')]
    const as = await app.signIn('hannah')
    const { id } = (await app.ask('prayers.create_in_group', { id: group, content: 'Among us' }, { as })).data
    await app.ask('prayers.edit', { id, content: 'Among us, again' }, { as })
    await app.ask('reactions.create', { prayer_request_id: id, type: 'amen' }, { as: await app.signIn('tomas') })
    await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
    await app.ask('updates.create', { id, content: 'It goes on.' }, { as })
    await soon()
    await app.ask('prayers.delete', { id }, { as })
    await told(outside, watching, member)
    expect([outside.events, watching.events]).toEqual([[], []])
    expect(member.events.map(({ kind, group_id }) => [kind, group_id])).toEqual(
      expect.arrayContaining([
        ['prayers.new', group],
        ['prayers.changed', group],
        ['prayers.prayed', group],
        ['prayers.gone', group],
      ]),
    )
    expect(outside.bytes()).not.toContain(id)
  })

  it('say nothing of what an anonymous author does, not even that it was done', async () => {
    const page = await listenAs('grace')
    const as = await app.signIn('hannah')
    const { id } = (await app.ask('prayers.create', { content: 'Unnamed', is_anonymous: true }, { as })).data
    await app.ask('prayers.edit', { id, content: 'Unnamed, changed' }, { as })
    await app.ask('updates.create', { id, content: 'Still unnamed.' }, { as })
    await app.runJobs()
    await app.ask('prayers.delete', { id }, { as })
    await told(page)
    expect(page.events).toEqual([])
  })

  it('say nothing to moderators of what an anonymous author wrote and has to wait for them', async () => {
    const page = await listenAs('ruth')
    const as = await app.signIn('silas')
    const create = (is_anonymous: boolean) => app.ask('prayers.create', { content: 'Held words', is_anonymous }, { as })
    const { id } = (await create(true)).data
    await app.ask('prayers.edit', { id, content: 'Held words, changed' }, { as })
    await app.ask('prayers.delete', { id }, { as })
    await told(page)
    expect(page.events).toEqual([])
    await create(false)
    await told(page)
    expect(page.events).toEqual([{ kind: 'queues' }])
    // What a colleague decides is no act of the author.
    const { id: waiting } = (await create(true)).data
    await app.ask('review.publish', { id: waiting }, { as: await app.signIn('peter') })
    await told(page)
    expect(page.events).toEqual([{ kind: 'queues' }, { kind: 'queues' }])
  })

  it.each([
    ['private', { visibility: 'private' }],
    ['held', { content: 'I want to kill myself tonight', visibility: 'members' }],
  ])('say nothing of what is %s', async (_, words) => {
    const page = await listenAs('grace')
    await app.ask('prayers.create', { content: 'For me', ...words }, { as: await app.signIn('hannah') })
    await told(page)
    expect(page.events).toEqual([])
  })

  it('tell those who lose a request that it is gone, and those who gain it that it is there', async () => {
    const as = await app.signIn('hannah')
    const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    const { id } = (await app.ask('prayers.create', { content: 'Moving' }, { as })).data
    const [outside, member] = [await listenAs('grace'), await listenAs('tomas')]
    await app.ask('prayers.edit', { id, visibility: 'group', group_id: group }, { as })
    await told(outside, member)
    const gone = { kind: 'prayers.gone', prayer_request_id: id }
    expect(outside.events).toEqual([gone])
    expect(member.events).toEqual([gone, { kind: 'prayers.new', prayer_request_id: id, group_id: group }])
  })

  it.each([
    ['of the same day', 0],
    ['of what came shortly before midnight', DAY_MS - 60_000],
  ])('tell a person of a notice that they are shown, %s', async (_, time) => {
    const at = app.ctx.clock().getTime() % DAY_MS
    app.advance(time >= at ? time - at : DAY_MS + time - at)
    const [own, other] = [await listenAs('hannah'), await listenAs('grace')]
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
    app.advance(16 * 60_000)
    await app.runJobs()
    await told(own, other)
    expect(own.events).toContainEqual({ kind: 'notices' })
    expect(other.events).not.toContainEqual({ kind: 'notices' })
  })

  it('tell moderators that a report came in, but not the one whom it is about', async () => {
    const id = await makePrayer(app.ctx, await app.person('ruth'))
    const pages = [await listenAs('ruth'), await listenAs('peter'), await listenAs('ines'), await listenAs('grace')]
    const as = await app.signIn('tomas')
    const { status } = await app.ask('reports.create', { id, report_type: 'other', reason: 'Look' }, { as })
    expect(status).toBe(200)
    await told(...pages)
    const queues = pages.map(({ events }) => events.some(({ kind }) => kind === 'queues'))
    expect(queues).toEqual([false, true, false, false])
  })

  it('say nothing of the desk where a moderator has not taken the second step, and all where they have', async () => {
    const ruth = { user_id: await app.person('ruth'), device: 'test', address: '', binding: undefined }
    const { token } = await app.ctx.transaction((ctx) => openSession(ctx, { ...ruth, second_factor: true }))
    await app.writeSetting('staff_second_factor', true)
    const pages = [await listenAs('ruth'), await listen(token)]
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('reports.create', { id, report_type: 'other' }, { as: await app.signIn('tomas') })
    await told(...pages)
    await app.writeSetting('staff_second_factor', false)
    expect(pages.map(({ events }) => events.some(({ kind }) => kind === 'queues'))).toEqual([false, true])
  })

  it('tell the other moderators that a decision was undone, and that a request stays on hold', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.writeSetting('moderation_mode', 'all_held')
    const { id: held } = (
      await app.ask('prayers.create', { content: 'For my exam.' }, { as: await app.signIn('hannah') })
    ).data
    await app.writeSetting('moderation_mode', 'open')
    const report = await app.ask('reports.create', { id, report_type: 'other' }, { as: await app.signIn('tomas') })
    const as = await app.signIn('ruth')
    const dismissal = { id: report.data.id, status: 'dismissed', decision_reason: 'It is none.' }
    const { data } = await app.ask('reports.decide', dismissal, { as })
    await app.app.live.publish()
    const pages = [await listenAs('peter'), await listenAs('grace'), await listenAs('hannah')]
    const queues = () => pages.map(({ events }) => events.filter(({ kind }) => kind === 'queues').length)
    expect((await app.ask('decisions.undo', { ids: [data.decision_id] }, { as })).status).toBe(200)
    await told(...pages)
    expect(queues()).toEqual([1, 0, 0])
    expect((await app.ask('review.keep', { id: held, reason: 'It names a child.' }, { as })).status).toBe(200)
    await told(...pages)
    expect(queues()).toEqual([2, 0, 0])
    await app.runJobs()
  })

  it('tell a person that they were taken out of a group, and nothing of it from then on', async () => {
    const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    const page = await listenAs('tomas')
    const as = await app.signIn('hannah')
    const out = await app.ask(
      'groups.edit_member',
      { id: group, userId: await app.person('tomas'), status: 'banned' },
      { as },
    )
    expect(out.status).toBe(200)
    await app.ask('prayers.create_in_group', { id: group, content: 'Without him' }, { as })
    await told(page)
    expect(page.events).toEqual([{ kind: 'groups', group_id: group }])
  })

  it('tell the members that their group is no more, and not whoever was banned from it', async () => {
    const id = await makeGroup(app.ctx, [
      await app.person('hannah'),
      await app.person('tomas'),
      await app.person('grace'),
    ])
    const as = await app.signIn('hannah')
    await app.ask('groups.edit_member', { id, userId: await app.person('grace'), status: 'banned' }, { as })
    await app.app.live.publish()
    const [member, banned] = [await listenAs('tomas'), await listenAs('grace')]
    expect((await app.ask('groups.delete', { id }, { as })).status).toBe(200)
    await told(member, banned)
    expect([member.events, banned.events]).toEqual([[{ kind: 'groups', group_id: id }], []])
  })

  it('end with the session, and are not begun again', async () => {
    const as = await app.signIn('tomas')
    const [page, other] = [await listen(as), await listenAs('grace')]
    await app.ask('sessions.sign_out', {}, { as })
    await app.ask('prayers.create', { content: 'After him' }, { as: await app.signIn('hannah') })
    await expect.poll(() => page.isOpen()).toBe(false)
    expect(page.events).toEqual([])
    expect(other.isOpen()).toBe(true)
    expect((await app.ask('live.stream', { once: true }, { as })).status).toBe(401)
  })

  it('end when the person is suspended', async () => {
    const page = await listenAs('tomas')
    const id = await app.person('tomas')
    await app.ctx.transaction(async ({ db }) => {
      await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
    })
    await expect.poll(() => page.isOpen()).toBe(false)
    await app.ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute()
  })

  it('tell what was missed when a page comes back, as far as it may be read by then', async () => {
    const hannah = await app.signIn('hannah')
    const since = Math.floor(app.ctx.clock().getTime() / 1000)
    const kept = (await app.ask('prayers.create', { content: 'Stays' }, { as: hannah })).data
    const closed = (await app.ask('prayers.create', { content: 'Goes' }, { as: hannah })).data
    await app.ask('prayers.edit', { id: closed.id, visibility: 'private' }, { as: hannah })
    const { text } = await app.ask('live.stream', { since, once: true }, { as: await app.signIn('grace') })
    expect(text).toContain(`{"kind":"prayers.new","prayer_request_id":"${kept.id}"}`)
    expect(text).not.toContain(closed.id)
    expect(text).toContain('{"kind":"reset"}')
  })

  it('tell to ask again when that was long ago', async () => {
    const since = Math.floor(app.ctx.clock().getTime() / 1000) - 3600
    const { text } = await app.ask('live.stream', { since, once: true }, { as: await app.signIn('grace') })
    expect(text.split('\n\n').filter((frame) => frame.startsWith('data'))).toEqual(['data: {"kind":"reset"}'])
  })

  it('never number what happened: the id of a frame is the time', async () => {
    const page = await listenAs('grace')
    await app.ask('prayers.create', { content: 'Once' }, { as: await app.signIn('hannah') })
    await told(page)
    const at = app.ctx.clock().getTime() / 1000
    for (const [, id] of page.bytes().matchAll(/^id: (.*)$/gm)) expect(Math.abs(Number(id) - at)).toBeLessThan(60)
  })

  it('allow a person so many open pages, and others theirs', async () => {
    const as = await app.signIn('tomas')
    for (let count = 0; count < 12; count += 1) await listen(as)
    const answer = await app.ask('live.stream', {}, { as })
    expect([answer.status, answer.problem.code]).toEqual([429, 'events.too_many'])
    expect((await listenAs('grace')).isOpen()).toBe(true)
  })

  it('are forgotten after an hour', async () => {
    await app.ask('prayers.create', { content: 'Long ago' }, { as: await app.signIn('hannah') })
    const until = app.ctx.clock().toISOString()
    app.advance(2 * 3_600_000)
    await app.runJobs()
    const left = await app.ctx.db.selectFrom('events').select('kind').where('created_at', '<=', until).execute()
    expect(left).toEqual([])
  })
})

describe.runIf(engine === 'postgres')('an event of a change that takes long', () => {
  const app = sharedTestApp()

  it.each([
    ['before it began', true],
    ['meanwhile', false],
  ])('is told after those that were sooner, on a page that was opened %s', async (_, isBefore) => {
    await expect.poll(() => app.app.live.size).toBe(0)
    const as = await app.signIn('grace')
    const early = isBefore ? await openLivePage(app, as) : undefined
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = app.ctx.transaction(async (ctx) => {
      await publishEvents(ctx, [{ kind: 'queues', audience: 'members' }])
      begun.resolve()
      await held.promise
    })
    await begun.promise
    await app.ctx.transaction((ctx) => publishEvents(ctx, [{ kind: 'notices', audience: 'members' }]))
    const page = early ?? (await openLivePage(app, as))
    await app.app.live.publish()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
    await app.app.live.publish()
    clock.mockRestore()
    held.resolve()
    await slow
    await app.app.live.publish()
    const told = isBefore ? [{ kind: 'notices' }, { kind: 'queues' }] : [{ kind: 'queues' }]
    await expect.poll(() => page.events).toEqual(told)
    page.close()
  })
})

describe.runIf(engine === 'postgres')('two processes on one database', () => {
  it('tell their pages, and empty their caches, of what the other wrote', async () => {
    const url = await newSiteUrl()
    const folder = newFolder()
    const [one, other] = [
      await startTestApp({ folder, environment: { DATABASE_URL: url } }),
      await startTestApp({ folder, environment: { DATABASE_URL: url } }),
    ]
    const hannah = await one.signIn('hannah')
    // Fills the visitors' cache of the second process.
    expect((await other.ask('prayers.list')).data.items).toEqual([])
    const page = await openLivePage(other, hannah)
    const { id } = (await one.ask('prayers.create', { content: 'Written elsewhere' }, { as: hannah })).data
    await expect.poll(() => page.bytes()).toContain('prayers.new')
    expect(page.bytes()).toContain(id)
    expect((await other.ask('prayers.list')).data.items.map((prayer) => prayer.id)).toEqual([id])
    // A session that ends in one process ends in the other.
    await one.ask('sessions.sign_out', {}, { as: hannah })
    await one.ask('prayers.list')
    await expect.poll(() => page.isOpen()).toBe(false)
    await Promise.all([one.stop(), other.stop()])
  })
})
