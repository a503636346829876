import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { readActs } from '../../../test/audit-log.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setPrayers } from '../../../test/make.ts'
import { openCase } from '../../community/prayers/care-cases.commands.ts'
import { publicationAfter } from './moderations.rules.ts'

describe('the desk of moderators', () => {
  const app = sharedTestApp()
  let ruth: string
  let hannah: string
  let tomas: string
  let author: string
  let id: string
  beforeAll(async () => {
    author = await app.person('hannah')
    ;[ruth, hannah, tomas] = await Promise.all([app.signIn('ruth'), app.signIn('hannah'), app.signIn('tomas')])
  })
  beforeEach(async () => {
    id = await makePrayer(app.ctx, author)
  })

  const list = async (input: object = {}) =>
    (await app.ask('moderations.list', { pageSize: 100, ...input }, { as: ruth })).data.items
  const ids = async (input: object = {}) => (await list(input)).map((one) => one.id)
  const act = (what: string, of: unknown[], part: object = {}) =>
    app.ask('moderations.act', { ids: of, act: what, reason: 'A fraud.', ...part }, { as: ruth })

  it.each([
    ['hide', 'published', 'hidden'],
    ['hide', 'held', null],
    ['hide', 'hidden', null],
    ['publish', 'hidden', 'published'],
    ['publish', 'held', 'published'],
    ['publish', 'published', null],
    ['delete', 'hidden', 'deleted'],
    ['delete', 'deleted', null],
  ] as const)('%s, of what is %s: %s', (one, publication, to) => {
    expect(publicationAfter(one, { publication, held_reason: null })).toBe(to)
  })

  it('shows what everybody or all members can read, and nothing of groups, the team and single people', async () => {
    const group = await makeGroup(app.ctx, [author])
    const members = await makePrayer(app.ctx, author, { visibility: 'members', is_anonymous: true })
    const others = await Promise.all([
      makePrayer(app.ctx, author, { visibility: 'private' }),
      makePrayer(app.ctx, author, { visibility: 'team' }),
      makePrayer(app.ctx, author, { visibility: 'group', group_id: group }),
      makePrayer(app.ctx, await app.person('ruth')),
    ])
    const found = await list()
    const shown = found.map((one) => one.id)
    expect(shown).toEqual(expect.arrayContaining([id, members]))
    expect(shown.filter((one) => others.includes(one))).toEqual([])
    expect(found.find((one) => one.id === members)).toMatchObject({ author: null, publication: 'published' })
    expect(found.find((one) => one.id === members)?.pseudonym).not.toBeNull()
    expect((await act('delete', [id, others[2]])).status).toBe(404)
    expect((await act('hide', [others[3]])).status).toBe(404)
    expect(await ids()).toContain(id)
  })

  it('is narrowed by words, category, reports and place, and paged', async () => {
    const word = crypto.randomUUID().slice(0, 8)
    const found = await makePrayer(app.ctx, author, { title: `Lighthouse ${word}` })
    expect(await ids({ search: word })).toEqual([found])
    const category = (await app.ask('categories.list')).data[4]?.id
    expect(await ids({ category_id: category })).not.toContain(found)
    await app.ask('classifications.replace_links', { id: found, categoryIds: [category] }, { as: hannah })
    expect(await ids({ category_id: category })).toContain(found)
    expect(await ids({ reported: true })).not.toContain(found)
    await app.ask('reports.create', { id: found, report_type: 'other' }, { as: tomas })
    expect((await list({ reported: true })).find((one) => one.id === found)).toMatchObject({ open_reports: 1 })
    expect(await ids({ publication: 'hidden' })).not.toContain(found)
    const first = await app.ask('moderations.list', { pageSize: 1 }, { as: ruth })
    expect(first.data).toMatchObject({ has_more: true, page: 0, pageSize: 1 })
  })

  it('hides, shows again and deletes, all or none, and tells the author', async () => {
    const other = await makePrayer(app.ctx, author)
    const { data } = await act('hide', [id, other], { template: 'not_true' })
    expect(data.decision_ids).toHaveLength(2)
    expect(await ids({ publication: 'hidden' })).toEqual(expect.arrayContaining([id, other]))
    expect((await app.ask('prayers.one', { id })).status).toBe(404)
    await app.runJobs()
    const told = await app.ask('decisions.own', {}, { as: hannah })
    expect(told.data.filter((one) => data.decision_ids.includes(one.id))).toMatchObject([
      { decision: 'hidden', template: 'not_true' },
      { decision: 'hidden', template: 'not_true' },
    ])
    await act('publish', [id])
    expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(200)
    expect((await act('delete', [id, crypto.randomUUID()])).status).toBe(404)
    const gone = await act('delete', [id, other])
    expect((await app.ask('prayers.one', { id }, { as: hannah })).status).toBe(404)
    expect((await app.ask('decisions.undo', { ids: gone.data.decision_ids }, { as: ruth })).status).toBe(200)
    expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(200)
    expect(await ids({ publication: 'hidden' })).toContain(other)
    const done = ['moderations.hide', 'moderations.publish', 'moderations.delete']
    expect(await readActs(app.ctx, id)).toMatchObject(done.map((action) => ({ action, reason: 'A fraud.' })))
  })

  const undo = async (decision_ids: string[]) => {
    expect((await app.ask('decisions.undo', { ids: decision_ids }, { as: ruth })).status).toBe(200)
  }
  const state = async () =>
    (await app.ctx.db.selectFrom('prayers').select('publication').where('id', '=', id).executeTakeFirstOrThrow())
      .publication

  it.each([
    ['hide, then delete', ['hide', 'delete'], 'deleted', 'published'],
    ['hide, then show', ['hide', 'publish'], 'published', 'published'],
    ['hide, show, delete', ['hide', 'publish', 'delete'], 'deleted', 'published'],
  ] as const)('%s: undone the earliest first, nothing of it is left', async (_, made, meanwhile, end) => {
    const decisions: string[][] = []
    for (const one of made) decisions.push((await act(one, [id])).data.decision_ids)
    for (const one of decisions.slice(0, -1)) {
      await undo(one)
      expect(await state()).toBe(meanwhile)
    }
    await undo(decisions.at(-1) ?? [])
    expect(await state()).toBe(end)
  })

  it('keeps hidden what reports hid a moment before, when they are put aside', async () => {
    const report = { id, report_type: 'private_information' } as const
    const { data } = await app.ask('reports.create', report, { as: tomas })
    const { decision_ids } = (await act('hide', [id])).data
    expect(decision_ids).toHaveLength(1)
    const peter = { as: await app.signIn('peter') }
    expect((await app.ask('reports.decide', { id: data.id, status: 'dismissed' }, peter)).status).toBe(200)
    expect(await state()).toBe('hidden')
    expect((await act('hide', [id])).data.decision_ids).toEqual([])
  })

  it('undoes several decisions about one request at once, whatever their order', async () => {
    const hidden = await act('hide', [id])
    const gone = await act('delete', [id])
    await undo([...hidden.data.decision_ids, ...gone.data.decision_ids])
    expect(await state()).toBe('published')
  })

  it.each(['held', 'hidden'] as const)(
    'publishes what is %s as it was read, with its updates, or nothing',
    async (was) => {
      const wait = (of: string) =>
        setPrayers(app.ctx, { publication: was, held_reason: was === 'held' ? 'moderator' : null }, of)
      const other = await makePrayer(app.ctx, author)
      await Promise.all([wait(id), wait(other)])
      const versions = async () =>
        (await list({ publication: was }))
          .filter((one) => [id, other].includes(one.id))
          .map((one) => ({ id: one.id, version: one.version }))
      const read = await versions()
      await app.ask('updates.create', { id, content: 'He is at home again.' }, { as: hannah })
      expect((await act('publish', [other, id], { versions: read })).problem.code).toBe('holds.changed')
      expect(await ids({ publication: was })).toEqual(expect.arrayContaining([id, other]))
      const [one] = (await list({ publication: was })).filter((listed) => listed.id === id)
      expect(one?.waiting_updates).toMatchObject([{ content: 'He is at home again.' }])
      expect((await act('publish', [other, id], { versions: await versions() })).status).toBe(200)
      expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(200)
    },
  )

  it('leaves an update of danger to the care team, who publish it as they close the case', async () => {
    const ines = { as: await app.signIn('ines') }
    await act('hide', [id])
    const danger = { id, content: 'I want to end my life and I have collected pills' }
    const { data: update } = await app.ask('updates.create', danger, { as: hannah })
    expect((await list({ publication: 'hidden' })).find((one) => one.id === id)?.waiting_updates).toEqual([])
    await act('publish', [id])
    const read = async () =>
      (await app.ask('prayers.updates', { id }, { as: tomas })).data.map(({ content }) => content)
    expect(await read()).toEqual([])
    const shown = async () => (await app.ask('cases.one', { id }, ines)).data
    const before = await shown()
    expect(before.waiting_updates).toMatchObject([{ content: danger.content }])
    const content = 'It is a line of a song.'
    await app.ask('updates.edit', { id, updateId: update.id, content }, { as: hannah })
    const close = async ({ version }: typeof before) => {
      const last_word = (await shown()).entries.findLast((entry) => entry.act === 'found_again')?.id
      return await app.ask('cases.close', { id, outcome: 'no_danger', last_word, version }, ines)
    }
    expect((await close(before)).problem.code).toBe('holds.changed')
    expect(await read()).toEqual([])
    expect((await close(await shown())).status).toBe(200)
    expect(await read()).toEqual([content])
  })

  it('publishes no words of danger that came while it was hidden, until their case is closed as none', async () => {
    const ines = { as: await app.signIn('ines') }
    await act('hide', [id])
    app.advance(1000)
    const content = 'I want to end my life and I have collected pills'
    await app.ask('prayers.edit', { id, content }, { as: hannah })
    expect((await act('publish', [id])).problem.code).toBe('reports.danger_of_care')
    expect((await app.ask('cases.one', { id }, ines)).data.content).toBe(content)
    expect((await app.ask('cases.close', { id, outcome: 'no_danger' }, ines)).status).toBe(200)
    expect((await act('publish', [id])).status).toBe(200)
    expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(200)
  })

  it('leaves them to the care team where its removal, or its hiding while it waited, no longer stands', async () => {
    const ines = { as: await app.signIn('ines') }
    const content = 'I want to end my life and I have collected pills'
    const write = async (one: string) => {
      app.advance(1000)
      await app.ask('prayers.edit', { id: one, content }, { as: hannah })
    }
    await act('hide', [id])
    await write(id)
    const of = (await act('delete', [id])).data.decision_ids[0] ?? ''
    await app.ask('appeals.create', { id: of, appeal: 'It is about me.' }, { as: hannah })
    const answer = { id: of, outcome: 'overturned', answer: 'We looked again.' }
    expect((await app.ask('appeals.decide', answer, { as: await app.signIn('peter') })).status).toBe(200)

    const other = await makePrayer(app.ctx, author)
    const reported = await app.ask('reports.create', { id: other, report_type: 'other' }, { as: tomas })
    await setPrayers(app.ctx, { publication: 'held', held_reason: 'limited', held_at: now(app.ctx) }, other)
    const decided = { id: reported.data.id, decision: 'hidden', decision_reason: 'A fraud.' }
    const { data } = await app.ask('reports.decide', decided, { as: ruth })
    await write(other)
    await undo([data.decision_id ?? ''])

    for (const one of [id, other]) {
      const { publication, held_reason } = (await app.ask('prayers.one', { id: one }, { as: hannah })).data
      expect({ publication, held_reason }).toEqual({ publication: 'held', held_reason: 'crisis' })
      expect((await app.ask('cases.one', { id: one }, ines)).data.content).toBe(content)
    }
  })

  it.each(['undone', 'overturned'])('leaves them to the care team where the hiding is gone before: %s', async (why) => {
    const content = 'I want to end my life and I have collected pills'
    const hidden = (await act('hide', [id])).data.decision_ids
    app.advance(1000)
    await app.ask('prayers.edit', { id, content }, { as: hannah })
    const removed = (await act('delete', [id])).data.decision_ids
    await undo(hidden)
    if (why === 'undone') await undo(removed)
    else {
      await app.ask('appeals.create', { id: removed[0], appeal: 'It is about me.' }, { as: hannah })
      const answer = { id: removed[0], outcome: 'overturned', answer: 'We looked again.' }
      const { data } = await app.ask('appeals.decide', answer, { as: await app.signIn('peter') })
      expect(data.is_shown).toBe(false)
    }
    const { publication, held_reason } = (await app.ask('prayers.one', { id }, { as: hannah })).data
    expect({ publication, held_reason }).toEqual({ publication: 'held', held_reason: 'crisis' })
    expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(404)
  })

  it('publishes other words that came while it was hidden, where a case was closed before', async () => {
    const ines = { as: await app.signIn('ines') }
    await app.ctx.transaction((ctx) => openCase(ctx, id, 'words'))
    expect((await app.ask('cases.close', { id, outcome: 'with_them' }, ines)).status).toBe(200)
    app.advance(1000)
    await act('hide', [id])
    app.advance(1000)
    await app.ask('prayers.edit', { id, content: 'He is at home again.' }, { as: hannah })
    expect((await app.ask('cases.one', { id }, ines)).data.content).toBeNull()
    expect((await act('publish', [id])).status).toBe(200)
  })

  it('shows an update of danger to no moderator once its case is closed either, and publishes it by no undoing', async () => {
    const hidden = (await act('hide', [id])).data.decision_ids[0] ?? ''
    const danger = { id, content: 'I want to end my life and I have collected pills' }
    await app.ask('updates.create', danger, { as: hannah })
    // The care team reads the words that it was called for, and not what was hidden.
    const read = (await app.ask('cases.one', { id }, { as: await app.signIn('ines') })).data
    expect([read.content, read.waiting_updates.map(({ content }) => content)]).toEqual([null, [danger.content]])
    const closed = await app.ask('cases.close', { id, outcome: 'with_them' }, { as: await app.signIn('ines') })
    expect(closed.status, closed.text).toBe(200)
    expect((await list({ publication: 'hidden' })).find((one) => one.id === id)?.waiting_updates).toEqual([])
    expect((await app.ask('decisions.undo', { ids: [hidden] }, { as: ruth })).status).toBe(200)
    const waiting = (await app.ask('review.list', { pageSize: 100 }, { as: ruth })).data.items
    expect(waiting.filter((one) => one.id === id)).toEqual([])
    const { publication, held_reason } = (await app.ask('prayers.one', { id }, { as: hannah })).data
    expect({ publication, held_reason }).toEqual({ publication: 'held', held_reason: 'crisis' })
  })

  it('writes into its case that what was held for danger, or hidden before it was, is published', async () => {
    await app.writeSetting('care_on_call', [await app.person('ruth')])
    const content = 'I want to end my life and I have collected pills'
    const { data } = await app.ask('prayers.create', { content }, { as: hannah })
    expect((await act('publish', [data.id])).status).toBe(200)
    await act('hide', [id])
    app.advance(1000)
    await app.ask('prayers.edit', { id, content }, { as: hannah })
    expect((await act('publish', [id])).status).toBe(200)
    for (const one of [data.id, id]) {
      const { entries } = (await app.ask('cases.one', { id: one }, { as: ruth })).data
      expect(entries.filter(({ by }) => by !== null).map((entry) => entry.act)).toEqual(['taken', 'published'])
    }
    const log = { action: 'moderations.publish', pageSize: 1 }
    const [line] = (await app.ask('audit.list', log, { as: await app.signIn('peter') })).data.items
    expect([line?.target_id, line?.reason, line?.subject]).toEqual([null, null, null])
    await app.writeSetting('care_on_call', [])
  })

  it('asks for at least one, and for an act that there is', async () => {
    expect((await act('hide', [])).status).toBe(400)
    expect((await act('burn', [id])).status).toBe(400)
  })
})
