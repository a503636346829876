import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCase } from '../../community/prayers/care-cases.commands.ts'
import { readActions } from '../../../test/audit-log.ts'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { makeGroup, makePrayer, setPrayers } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'

const HARMLESS = 'Please pray for rain.'
const PERHAPS = 'I cannot sleep and I wonder whether anybody would miss me if I were gone.'

const site = alarmSite()

const write = async (id: string, change: { content?: string; alert_model?: string | null }) => {
  await site.app.ctx.db.updateTable('prayers').set(change).where('id', '=', id).execute()
}
/** Holds a request as a model before this one did, which took its words for danger. Null: no model was asked again. */
const hold = async (content: string, part: object = {}, alert_model: string | null = 'a model before') => {
  const id = await site.share(DANGER, part)
  await write(id, { content, alert_model })
  return id
}
const lookAgain = async () => {
  await site.app.runJobs()
  site.app.advance(1000)
  await site.app.ctx.addJob('review.look_again', {})
  await site.app.runJobs()
}
const askAs = async (name: PersonName) => ({ as: await site.app.signIn(name) })
const alertsOf = async (name: PersonName) => (await site.app.ask('review.alerts', {}, await askAs(name))).data
const todayOf = async (name: PersonName) => (await site.app.ask('desk.today', {}, await askAs(name))).data
const clearedIds = async () => (await alertsOf('ines')).filter(({ is_cleared }) => is_cleared).map(({ id }) => id)
const readOwn = async (id: string) => (await site.app.ask('prayers.one', { id }, await askAs('hannah'))).data

describe('a request that a model before held for danger', () => {
  it.each([
    ['is none', HARMLESS, 'a model before', true],
    ['is none', HARMLESS, null, true],
    ['is perhaps', PERHAPS, 'a model before', true],
    ['is danger', DANGER, 'a model before', false],
  ])('%s to the new one (%s, %s): cleared %s, and still held', async (_, content, alert_model, is_cleared) => {
    const id = await hold(content, {}, alert_model)
    const before = await readOwn(id)
    await lookAgain()
    expect(await clearedIds()).toEqual(is_cleared ? [id] : [])
    expect(await readOwn(id)).toEqual(before)
    expect(before).toMatchObject({ publication: 'held', held_reason: 'crisis' })
    expect((await todayOf('ines')).danger.waiting).toBe(is_cleared ? 0 : 1)
    expect((await todayOf('ines')).cleared?.count).toBe(is_cleared ? 1 : 0)
  })

  it.each([
    [HARMLESS, true],
    [DANGER, false],
  ])('is cleared where it is a line, too (%s): %s', async (content, is_cleared) => {
    const of = await makePrayer(site.app.ctx, site.id.tomas)
    const as = await askAs('hannah')
    await site.app.ask('prayers.pray', { id: of }, as)
    const { data } = await site.app.ask('prayers.leave_line', { id: of, content: DANGER }, as)
    await write(data.id, { content, alert_model: 'a model before' })
    await lookAgain()
    expect(await clearedIds()).toEqual(is_cleared ? [data.id] : [])
  })

  it('is asked about once for each model, and what a later one takes for danger is danger again', async () => {
    const id = await hold(HARMLESS)
    await lookAgain()
    expect(await clearedIds()).toEqual([id])
    await write(id, { content: DANGER })
    await lookAgain()
    expect(await clearedIds()).toEqual([id])
    await write(id, { alert_model: 'another' })
    await lookAgain()
    expect([await clearedIds(), (await alertsOf('ines')).map((one) => one.id)]).toEqual([[], [id]])
  })

  it('is looked at again though another, which has waited longer, cannot be', async () => {
    const { db, classifier } = site.app.ctx
    const broken = await hold(HARMLESS)
    const asked = await hold(DANGER, {}, classifier().id)
    site.app.advance(1000)
    const id = await hold(HARMLESS)
    // The model that was asked about one of the two cannot be noted for the other.
    const two = sql.join([sql.lit(broken), sql.lit(asked)])
    await sql`create unique index one_only on prayers (alert_model) where id in (${two})`.execute(db)
    await lookAgain()
    expect(await clearedIds()).toEqual([id])
    await sql`drop index one_only`.execute(db)
    site.app.advance(10_000)
    await site.app.runJobs()
    expect((await clearedIds()).toSorted((one, other) => one.localeCompare(other))).toEqual(
      [broken, id].toSorted((one, other) => one.localeCompare(other)),
    )
  })

  it.each([null, 'a model before'])(
    'is danger for the words that its author has taken out (%s)',
    async (alert_model) => {
      const id = await site.share(DANGER)
      await site.app.ask('prayers.edit', { id, content: HARMLESS }, await askAs('hannah'))
      await write(id, { alert_model })
      await lookAgain()
      expect(await clearedIds()).toEqual([])
    },
  )

  it.each([
    ['was harmless', HARMLESS, HARMLESS, true],
    ['is danger', DANGER, HARMLESS, false],
  ])('with an update that %s', async (_, content, request, is_cleared) => {
    const id = await site.share(request)
    const { data } = await site.app.ask('updates.create', { id, content: DANGER }, { as: site.as.hannah })
    await site.app.ctx.db.updateTable('prayer_updates').set({ content }).where('id', '=', data.id).execute()
    await write(id, { alert_model: 'a model before' })
    await lookAgain()
    expect(await clearedIds()).toEqual(is_cleared ? [id] : [])
  })

  it('is danger where the former words of an update are not known', async () => {
    const id = await site.share(HARMLESS)
    const { data } = await site.app.ask('updates.create', { id, content: DANGER }, { as: site.as.hannah })
    site.app.advance(1000)
    await site.app.ask('updates.edit', { id, updateId: data.id, content: HARMLESS }, { as: site.as.hannah })
    await write(id, { alert_model: 'a model before' })
    await lookAgain()
    expect(await clearedIds()).toEqual([])
  })

  it.each([
    [
      'decided to keep held',
      async (id: string) => site.app.ask('review.keep', { id, reason: 'No.' }, await askAs('ines')),
    ],
    ['deleted', async (id: string) => site.app.ask('prayers.delete', { id }, await askAs('hannah'))],
    ['published', async (id: string) => site.app.ask('review.publish', { id }, await askAs('ines'))],
  ])('that somebody has %s is not listed', async (_, act) => {
    const [before, after] = [await hold(HARMLESS), await hold(HARMLESS)]
    expect((await act(before)).status).toBe(200)
    await lookAgain()
    expect(await clearedIds()).toEqual([after])
    expect((await act(after)).status).toBe(200)
    expect([await clearedIds(), (await todayOf('ines')).cleared?.count]).toEqual([[], 0])
  })

  it('is danger again when people speak of it as such, and when it is held anew', async () => {
    const [reported, changed] = [await hold(HARMLESS), await hold(HARMLESS)]
    await lookAgain()
    const as = site.as.hannah
    await site.app.ctx.transaction((ctx) => openCase(ctx, reported, 'report'))
    expect(await clearedIds()).toEqual([changed])
    site.app.advance(1000)
    await site.app.ask('prayers.edit', { id: changed, content: `${DANGER} Still.` }, { as })
    expect([await clearedIds(), (await todayOf('ines')).danger.waiting]).toEqual([[], 2])
  })
})

it('is published by one press of the care team, with a line in the activity log and a notice to its author', async () => {
  const id = await hold(HARMLESS)
  await lookAgain()
  expect((await site.app.ask('review.publish', { id }, await askAs('ines'))).status).toBe(200)
  await site.app.runJobs()
  expect((await readOwn(id)).publication).toBe('published')
  expect((await readActions(site.app.ctx, id)).toSorted()).toEqual(['holds.acknowledge', 'holds.publish'])
})

it('stands in the list with all its words, which are published from there', async () => {
  const words = `${HARMLESS} `.repeat(10).trim()
  const id = await hold(words, { title: 'In summer' })
  await lookAgain()
  const { items } = (await site.app.ask('cases.list', {}, await askAs('ines'))).data
  expect(items).toMatchObject([{ id, is_cleared: true, excerpt: `In summer\n\n${words}` }])
})

it('tells, mails and publishes nothing by itself', async () => {
  await hold(HARMLESS)
  await hold(DANGER)
  await site.app.runJobs()
  await site.wait(90)
  site.takeTold()
  await site.app.ctx.db.deleteFrom('events').execute()
  const count = async () =>
    await Promise.all(
      (['notifications', 'audit_log', 'events'] as const).map(
        async (table) => (await site.app.ctx.db.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const before = await count()
  await lookAgain()
  await site.wait(90)
  expect([await count(), site.takeTold()]).toEqual([before, []])
  const jobs = await site.app.ctx.db.selectFrom('jobs').select('kind').where('status', '!=', 'done').execute()
  expect(jobs).toEqual([])
})

it('is known to the care team alone, who know nothing of what is private, and never of their own', async () => {
  const group_id = await makeGroup(site.app.ctx, [site.id.hannah])
  const held: Record<string, string> = {}
  for (const visibility of ['public', 'members', 'team', 'group', 'private'] as const)
    held[visibility] = await hold(HARMLESS, { visibility, ...(visibility === 'group' && { group_id }) })
  const own = await site.app.ask('prayers.create', { content: DANGER }, { as: site.as.ines })
  await write(own.data.id, { content: HARMLESS, alert_model: null })
  await lookAgain()
  const { private: alone, ...others } = held
  expect(new Set(await clearedIds())).toEqual(new Set(Object.values(others)))
  expect((await todayOf('ines')).cleared?.count).toBe(4)
  expect(
    await site.app.ctx.db
      .selectFrom('prayers')
      .select('alert_model')
      .where('id', '=', alone ?? '')
      .execute(),
  ).toEqual([{ alert_model: 'a model before' }])
  for (const name of ['ruth', 'peter'] as const) {
    const { cleared, danger } = await todayOf(name)
    expect({ cleared, waiting: danger.waiting, alerts: await alertsOf(name) }).toEqual({
      cleared: null,
      waiting: 0,
      alerts: [],
    })
  }
})

it('stands after whoever is in danger, and tells no minute', async () => {
  const cleared = await hold(HARMLESS, { is_anonymous: true })
  site.app.advance(1000)
  const danger = await site.share(DANGER)
  await lookAgain()
  expect((await alertsOf('ines')).map(({ id }) => id)).toEqual([danger, cleared])
  expect((await todayOf('ines')).cleared?.oldest_at).toMatch(/:00:00\.000Z$/)
})

describe('a request that waits although nobody may read it', () => {
  const holdUnread = async (part: object) => {
    const group_id = await makeGroup(site.app.ctx, [site.id.hannah])
    const id = await makePrayer(site.app.ctx, site.id.hannah)
    const held = { publication: 'held', held_reason: 'limited', visibility: 'group', group_id } as const
    await setPrayers(site.app.ctx, { ...held, ...part }, id)
    return id
  }

  it.each([
    ['to a group', 'published', {}],
    ['to the team', 'published', { visibility: 'team', group_id: null }],
    ['to nobody', 'published', { visibility: 'private', group_id: null }],
    ['narrowed after it was held for a link', 'published', { held_reason: 'links' }],
    ['which moderators may read', 'held', { visibility: 'members', group_id: null }],
    ['that a moderator keeps', 'held', { kept_at: '2026-05-09T10:00:00.000Z' }],
    ['held for danger', 'held', { held_reason: 'crisis' }],
    ['once taken for danger', 'held', { alert: 'self_harm' }],
    ['that is danger to this model', 'held', { content: DANGER }],
  ])('%s is %s after an hour', async (_, publication, part) => {
    const id = await holdUnread(part)
    await lookAgain()
    expect((await readOwn(id)).publication).toBe(publication)
  })

  it('has a case where it is danger to this model, unless it is for its author alone', async () => {
    const id = await holdUnread({ content: DANGER })
    await holdUnread({ content: DANGER, visibility: 'private', group_id: null })
    await lookAgain()
    expect(await readOwn(id)).toMatchObject({ publication: 'held', held_reason: 'crisis', alert: 'self_harm' })
    expect((await alertsOf('ines')).map((one) => one.id)).toEqual([id])
  })

  it('tells its author that it is shared, unless it is for themselves alone', async () => {
    const shared = await holdUnread({})
    await holdUnread({ visibility: 'private', group_id: null })
    await lookAgain()
    const { data } = await site.app.ask('notifications.list', {}, await askAs('hannah'))
    expect(data.items.flatMap((one) => (one.kind === 'released' ? [one.prayer_request_id] : []))).toEqual([shared])
  })

  it('waits on while it has a case', async () => {
    const id = await holdUnread({})
    await site.app.ctx.transaction((ctx) => openCase(ctx, id, 'report'))
    await lookAgain()
    expect((await readOwn(id)).publication).toBe('held')
  })
})
