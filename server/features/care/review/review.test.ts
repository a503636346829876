import { beforeEach, describe, expect, it } from 'vitest'
import { readActions, readActs } from '../../../test/audit-log.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setPeople } from '../../../test/make.ts'

const DANGER = 'I do not want to live anymore. I have saved up my pills. canary-held-5e2b'

describe('requests that wait', () => {
  const app = sharedTestApp()
  const as = {} as Record<'hannah' | 'tomas' | 'ines' | 'ruth' | 'peter', string>
  beforeEach(async () => {
    for (const name of ['hannah', 'tomas', 'ines', 'ruth', 'peter'] as const) as[name] = await app.signIn(name)
    await app.writeSetting('care_on_call', [])
  })

  const share = async (content: string, part: object = {}) =>
    (await app.ask('prayers.create', { content, ...part }, { as: as.hannah })).data
  const queueOf = async (who: keyof typeof as) =>
    (await app.ask('review.list', { pageSize: 100 }, { as: as[who] })).data.items.map(({ id }) => id)
  const noticesOf = async (who: keyof typeof as) =>
    (await app.ask('notifications.list', { pageSize: 100 }, { as: as[who] })).data.items

  it('keeps words of danger, shows them to the care team alone, and tells the author why', async () => {
    const { id, publication, held_reason, alert } = await share(DANGER)
    expect({ publication, held_reason, alert }).toEqual({
      publication: 'held',
      held_reason: 'crisis',
      alert: 'self_harm',
    })
    await app.runJobs()
    for (const token of [undefined, as.tomas, as.ines, as.ruth, as.peter])
      expect((await app.ask('prayers.one', { id }, { as: token })).status).toBe(404)
    expect(await queueOf('ines')).toContain(id)
    expect(await queueOf('ruth')).not.toContain(id)
    expect(await queueOf('peter')).not.toContain(id)
    const told = (await noticesOf('ines')).find((notice) => notice.prayer_request_id === id)
    expect(told).toMatchObject({ kind: 'care', prayer_title: null })
    expect((await noticesOf('ruth')).some((notice) => notice.prayer_request_id === id)).toBe(false)

    const seen = await app.ask('review.acknowledge', { id }, { as: as.ines })
    expect(seen.data.acknowledged_by?.display_name).toBe('Inês D.')
    expect((await app.ask('review.publish', { id }, { as: as.ruth })).status).toBe(404)
    expect((await app.ask('review.publish', { id }, { as: as.ines })).status).toBe(200)
    await app.runJobs()
    expect((await app.ask('prayers.one', { id }, { as: as.tomas })).data).toMatchObject({
      publication: 'published',
      held_reason: null,
      alert: null,
    })
    expect((await noticesOf('hannah')).map(({ kind }) => kind)).toContain('released')
    expect((await readActions(app.ctx, id)).toSorted()).toEqual(['holds.acknowledge', 'holds.publish'])
  })

  it('tells the care team to the minute how long each waits, in that order, and others to the hour', async () => {
    const ageOf = async (id: string) =>
      (await app.ask('review.alerts', {}, { as: as.ines })).data.find((alert) => alert.id === id)?.held_at
    const minute = () => `${app.ctx.clock().toISOString().slice(0, 16)}:00.000Z`
    app.advance(2 * 60_000)
    const first = await share(DANGER)
    const firstAt = minute()
    app.advance(3 * 60_000)
    const second = await share(DANGER, { is_anonymous: true })
    const secondAt = minute()
    expect([await ageOf(first.id), await ageOf(second.id)]).toEqual([firstAt, secondAt])
    const ids = (await app.ask('review.alerts', {}, { as: as.ines })).data.map(({ id }) => id)
    expect(ids.filter((id) => [first.id, second.id].includes(id))).toEqual([first.id, second.id])
    const held = (await app.ask('review.list', { pageSize: 100 }, { as: as.ines })).data.items
    expect(held.find(({ id }) => id === second.id)?.held_at).toMatch(/:00:00\.000Z$/)

    // The age of a report about an update is that of the report.
    const { id } = await share('Please pray for rain.')
    const update = await app.ask('updates.create', { id, content: 'It rains.' }, { as: as.hannah })
    const report = { id, update_id: update.data.id, report_type: 'danger_to_self' } as const
    await app.ask('reports.create', report, { as: as.tomas })
    const reportedAt = minute()
    app.advance(2 * 60_000)
    expect(await ageOf(id)).toBe(reportedAt)
  })

  it('asks those on call, and moderators where there is nobody else', async () => {
    await app.writeSetting('care_on_call', [await app.person('ruth')])
    const { id } = await share(DANGER)
    await app.runJobs()
    expect((await noticesOf('ruth')).some((notice) => notice.prayer_request_id === id)).toBe(true)
    expect((await noticesOf('ines')).some((notice) => notice.prayer_request_id === id)).toBe(false)
    expect(await queueOf('ruth')).toContain(id)
    await app.writeSetting('care_on_call', [])
    const ines = await app.person('ines')
    await app.ctx.db.updateTable('users').set({ role: 'member' }).where('id', '=', ines).execute()
    expect(await queueOf('peter')).toContain(id)
    await app.ctx.db.updateTable('users').set({ role: 'care' }).where('id', '=', ines).execute()
  })

  it('asks those of the day first, by a plan that the team makes itself', async () => {
    const [ines, ruth] = [await app.person('ines'), await app.person('ruth')]
    // 1 June 2026 is a Monday; the test moves the clock to a Monday at noon.
    const noon = 12 * 3_600_000
    const day = 24 * 3_600_000
    const now = app.ctx.clock()
    app.advance(((8 - (now.getUTCDay() || 7)) % 7) * day + noon - (now.getTime() % day))
    for (const name of ['hannah', 'tomas', 'ines', 'ruth', 'peter'] as const) as[name] = await app.signIn(name)
    const set = (on_call: object[]) => app.ask('review.set_rota', { on_call }, { as: as.ines })
    // On other days the care team.
    expect((await set([{ id: ruth, weekdays: [2] }])).data.on_duty).toEqual([{ id: ines, display_name: 'Inês D.' }])
    const { data } = await set([{ id: ruth, weekdays: [3, 1, 1] }])
    expect(data).toMatchObject({
      on_call: [{ id: ruth, display_name: 'Ruth M.', weekdays: [1, 3] }],
      on_duty: [{ id: ruth, display_name: 'Ruth M.' }],
      sees_alerts: true,
      may_change: true,
    })
    expect((await app.ask('review.rota', {}, { as: as.ruth })).data.may_change).toBe(false)
    expect((await set([{ id: await app.person('tomas'), weekdays: [] }])).problem.code).toBe('holds.not_staff')
    expect((await set([{ id: ruth, weekdays: [8] }])).status).toBe(400)
    const told = async () => {
      const { id } = await share(DANGER)
      await app.runJobs()
      const people = []
      for (const who of ['ines', 'ruth'] as const)
        if ((await noticesOf(who)).some((notice) => notice.prayer_request_id === id)) people.push(who)
      return people
    }
    expect(await told()).toEqual(['ruth'])
    app.advance(day)
    for (const name of ['hannah', 'ines', 'ruth'] as const) as[name] = await app.signIn(name)
    expect(await told()).toEqual(['ines'])
    // Everybody on the rota still sees the queue, on duty or not.
    expect((await queueOf('ruth')).length).toBeGreaterThan(0)
    await set([{ id: ines, weekdays: [] }])
    expect(await told()).toEqual(['ines'])
  })

  it('lists who may be in danger, by words and by reports, for those who look after it', async () => {
    const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    const { id: held } = await share(DANGER)
    const open = await makePrayer(app.ctx, await app.person('hannah'), { is_anonymous: true })
    const closed = await makePrayer(app.ctx, await app.person('hannah'), { visibility: 'group', group_id: group })
    for (const id of [open, closed])
      await app.ask('reports.create', { id, report_type: 'danger_to_self' }, { as: as.tomas })
    const alerts = async (who: keyof typeof as) => (await app.ask('review.alerts', {}, { as: as[who] })).data
    const found = new Map((await alerts('ines')).map((one) => [one.id, one]))
    expect(found.get(held)).toMatchObject({ is_reported: false, content: DANGER, alert: 'self_harm' })
    expect(found.get(open)).toMatchObject({ is_reported: true, author: null, held_reason: null })
    expect(found.get(open)?.pseudonym).not.toBeNull()
    expect(found.get(closed)).toMatchObject({ content: null, title: null, author: null, pseudonym: null })
    expect(await alerts('ruth')).toEqual([])
    await app.ask('review.acknowledge', { id: open }, { as: as.ines })
    expect((await alerts('ines')).find((one) => one.id === open)?.acknowledged_by?.display_name).toBe('Inês D.')
    expect(found.get(held)?.is_overdue).toBe(false)
    app.advance(2 * 3_600_000)
    as.ines = await app.signIn('ines')
    const later = new Map((await alerts('ines')).map((one) => [one.id, one.is_overdue]))
    expect([later.get(held), later.get(open)]).toEqual([true, false])
  })

  it('is decided by moderators, with a reason that is kept, when there is no danger', async () => {
    await app.writeSetting('moderation_mode', 'all_held')
    const { id, held_reason } = await share('Please pray for my exam.')
    await app.writeSetting('moderation_mode', 'open')
    expect(held_reason).toBe('all_held')
    expect(await queueOf('ines')).not.toContain(id)
    expect(await queueOf('ruth')).toContain(id)
    expect((await app.ask('review.keep', { id, reason: 'It names a child.' }, { as: as.ruth })).status).toBe(200)
    expect(await queueOf('ruth')).not.toContain(id)
    await app.runJobs()
    expect((await noticesOf('hannah')).map(({ kind }) => kind)).toContain('kept_held')
    expect(await readActs(app.ctx, id)).toMatchObject([{ action: 'holds.keep', reason: 'It names a child.' }])
  })

  it('is published as it was read, or not at all', async () => {
    await app.writeSetting('moderation_mode', 'all_held')
    const { id } = await share('Please pray for my exam.')
    await app.writeSetting('moderation_mode', 'open')
    const version = async () =>
      (await app.ask('review.list', {}, { as: as.ruth })).data.items.find((one) => one.id === id)?.version
    const publish = (read?: string) => app.ask('review.publish', { id, version: read }, { as: as.ruth })
    const first = await version()
    await app.ask('prayers.edit', { id, content: 'Give here, please.' }, { as: as.hannah })
    expect((await publish(first)).problem.code).toBe('holds.changed')
    expect((await publish(await version())).status).toBe(200)
  })

  it.each([['review.keep'], ['review.publish']] as const)('is decided once by two at once: %s', async (act) => {
    await app.writeSetting('moderation_mode', 'all_held')
    const { id } = await share('Please pray for my exam.')
    await app.writeSetting('moderation_mode', 'open')
    const decide = (who: 'ruth' | 'peter') =>
      app.ask(act, { id, ...(act === 'review.keep' && { reason: 'It names a child.' }) }, { as: as[who] })
    const answers = await Promise.all([decide('ruth'), decide('peter')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await decide('peter')).status).not.toBe(200)
    expect(await readActs(app.ctx, id)).toHaveLength(1)
  })

  it('holds links and urgency of a new account in every mode', async () => {
    // New on whatever day of the week this runs: a test before went on to the next Monday.
    const created_at = app.ctx.clock().toISOString()
    await setPeople(app.ctx, { created_at }, await app.person('tomas'))
    const tomas = async (input: object) =>
      (await app.ask('prayers.create', { content: 'Please pray.', ...input }, { as: as.tomas })).data.held_reason
    expect(await tomas({ content: 'Please give at https://example.org now' })).toBe('links')
    expect(await tomas({ is_urgent: true })).toBe('urgent')
    expect(await tomas({})).toBe(null)
    app.advance(8 * 24 * 3_600_000)
    as.tomas = await app.signIn('tomas')
    expect(await tomas({ content: 'Please give at https://example.org now' })).toBe(null)
  })

  it('tells the care team of words in which an earlier model found no danger, once they are shared', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'), { content: DANGER, visibility: 'private' })
    const { data } = await app.ask('prayers.edit', { id, visibility: 'members' }, { as: as.hannah })
    expect(data).toMatchObject({ publication: 'held', held_reason: 'crisis', alert: 'self_harm' })
    await app.runJobs()
    expect((await noticesOf('ines')).map(({ prayer_request_id }) => prayer_request_id)).toContain(id)
  })

  it('knows nobody by what moderators cannot read', async () => {
    const [writer = ''] = await app.createMembers(1)
    const write = async (input: object) =>
      (await app.ask('prayers.create', { content: 'Please pray.', ...input }, { as: writer })).data.held_reason
    for (let turn = 0; turn < 3; turn++) expect(await write({ visibility: 'private' })).toBe(null)
    expect(await write({ is_urgent: true })).toBe('urgent')
    await app.writeSetting('moderation_mode', 'first_post_held')
    const first = await write({ visibility: 'members' })
    await app.writeSetting('moderation_mode', 'open')
    expect(first).toBe('first_post')
  })

  it('keeps the categories that the author chose, as a person’s', async () => {
    const category = (await app.ask('categories.list')).data.at(-1)?.id ?? ''
    const { id, categories } = await share('Please pray for my exam.', { categoryIds: [category] })
    expect(categories).toMatchObject([{ id: category, is_machine_generated: false }])
    await app.runJobs()
    expect((await app.ask('prayers.categories', { id })).data).toHaveLength(1)
    const none = await app.ask('prayers.create', { content: 'Please.', categoryIds: [id] }, { as: as.hannah })
    expect(none.status).toBe(404)
  })
})
