import { beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { setPeople } from '../../../test/make.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

describe('updates', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let ruth: string
  let id: string

  const share = async (input: object = {}, as = hannah) => {
    const { data } = await app.ask('prayers.create', { content: 'My father is in hospital.', ...input }, { as })
    return data.id
  }
  const signIn = async () => {
    ;[hannah, tomas, ruth] = await Promise.all([app.signIn('hannah'), app.signIn('tomas'), app.signIn('ruth')])
  }
  beforeEach(async () => {
    await signIn()
    id = await share()
  })
  const tell = (input: object, as = hannah) => app.ask('updates.create', { id, content: 'News.', ...input }, { as })
  const read = async (as = tomas) => (await app.ask('prayers.one', { id }, { as })).data

  it('show what happened, newest first, and are counted', async () => {
    expect((await tell({ content: '  The operation went well.\r\nHe sleeps. ' })).data).toMatchObject({
      prayer_request_id: id,
      content: 'The operation went well.\nHe sleeps.',
      status: null,
      language: 'en',
      is_held: false,
      reactions: {},
    })
    app.advance(1000)
    await tell({ content: 'He is at home again.' })
    const prayer = await read()
    expect(prayer.update_count).toBe(2)
    expect(prayer.updates.map(({ content }) => content)).toEqual([
      'He is at home again.',
      'The operation went well.\nHe sleeps.',
    ])
    expect(prayer).toMatchObject({ status: 'open', answered_at: null })
  })

  it.each([
    ['answered', true],
    ['answered_differently', true],
    ['ongoing', false],
    ['passed_away', false],
    ['withdrawn', false],
  ] as const)('say that it is %s', async (status, is_answer) => {
    await tell({ status })
    const prayer = await read()
    expect(prayer.status).toBe(status)
    expect(prayer.answered_at !== null).toBe(is_answer)
    const answered = await app.ask('prayers.list', { view: 'answered', pageSize: 100 }, { as: tomas })
    expect(answered.data.items.some((item) => item.id === id)).toBe(is_answer)
    await tell({ status: 'open' })
    expect(await read()).toMatchObject({ status: 'open', answered_at: null })
  })

  describe('the latest of them, in lists', () => {
    const latest = async (as: string | undefined = tomas) => {
      const { items } = (await app.ask('prayers.list', { pageSize: 100 }, { as })).data
      return items.find((item) => item.id === id)?.latest_update
    }

    it('is none without any, then the newest', async () => {
      expect(await latest()).toBeNull()
      await tell({ content: 'The operation went well.' })
      app.advance(1000)
      await tell({ content: 'He is at home again.', status: 'ongoing' })
      expect(await latest()).toMatchObject({ content: 'He is at home again.', status: 'ongoing', language: 'en' })
      expect((await read()).latest_update).toEqual(await latest())
      expect(await latest(undefined)).toEqual(await latest())
    })

    it.each(['answered', 'answered_differently'] as const)('is what told of the answer: %s', async (status) => {
      await tell({ content: 'The scan was clear.', status })
      app.advance(1000)
      await tell({ content: 'Thank you for every evening.' })
      expect(await latest()).toMatchObject({ content: 'The scan was clear.', status })
      // Open again: what is new comes first.
      app.advance(1000)
      await tell({ content: 'It has come back.', status: 'open' })
      expect(await latest()).toMatchObject({ content: 'It has come back.' })
    })

    it('is none that waits, was hidden or was taken away', async () => {
      const { data } = await tell({ content: 'He is at home again.' })
      for (const publication of ['held', 'hidden'] as const) {
        await app.ctx.db.updateTable('prayer_updates').set({ publication }).where('id', '=', data.id).execute()
        expect([await latest(), await latest(hannah)]).toEqual([null, null])
      }
      await app.ctx.db
        .updateTable('prayer_updates')
        .set({ publication: 'published' })
        .where('id', '=', data.id)
        .execute()
      expect(await latest()).toMatchObject({ id: data.id })
      expect((await app.ask('updates.delete', { id, updateId: data.id }, { as: hannah })).status).toBe(200)
      expect(await latest()).toBeNull()
    })

    it('has no time more exact than the hour when its author is not named', async () => {
      id = await share({ is_anonymous: true })
      await tell({ content: 'He is at home again.' })
      expect((await latest())?.created_at).toMatch(/:00:00\.000Z$/)
      expect((await latest(hannah))?.created_at).not.toMatch(/:00:00\.000Z$/)
    })
  })

  it('cannot archive a request, nor hold nothing', async () => {
    expect((await tell({ status: 'archived' })).status).toBe(400)
    expect((await tell({ content: '  ' })).status).toBe(400)
    expect((await read()).update_count).toBe(0)
  })

  it('can be changed and taken away, and with them what they said', async () => {
    await tell({ status: 'ongoing' })
    app.advance(1000)
    const { data } = await tell({ status: 'answered', content: 'Answerd.' })
    const edited = await app.ask('updates.edit', { id, updateId: data.id, content: 'Answered.' }, { as: hannah })
    expect(edited.data).toMatchObject({ content: 'Answered.', status: 'answered' })
    expect((await read()).status).toBe('answered')
    await app.ask('updates.delete', { id, updateId: data.id }, { as: hannah })
    expect(await read()).toMatchObject({ status: 'ongoing', answered_at: null, update_count: 1 })
    expect((await app.ask('updates.delete', { id, updateId: data.id }, { as: hannah })).problem).toMatchObject({
      status: 404,
      code: 'updates.not_found',
    })
  })

  it('undo what they said of the request when they are changed to say nothing of it', async () => {
    const { data: first } = await tell({ status: 'answered', content: 'He is home.' })
    const { answered_at } = await read()
    app.advance(HOUR_MS)
    await signIn()
    const { data } = await tell({ status: 'answered_differently', content: 'He is with my sister.' })
    const edit = (updateId: string) => app.ask('updates.edit', { id, updateId, status: null }, { as: hannah })
    expect((await edit(data.id)).data.status).toBeNull()
    // The answer from before, and its time.
    expect(await read()).toMatchObject({ status: 'answered', answered_at, update_count: 2 })
    await edit(data.id)
    expect((await read()).status).toBe('answered')
    await edit(first.id)
    expect(await read()).toMatchObject({ status: 'open', answered_at: null })
  })

  it('give an answer its time back when they are taken away that said otherwise', async () => {
    const { data: first } = await tell({ status: 'answered', content: 'He is home.' })
    app.advance(HOUR_MS)
    await signIn()
    await tell({ status: 'answered_differently', content: 'He is with my sister.' })
    app.advance(HOUR_MS)
    await signIn()
    const { data } = await tell({ status: 'open', content: 'It has come back.' })
    expect(await read()).toMatchObject({ status: 'open', answered_at: null })
    app.advance(HOUR_MS)
    await signIn()
    await app.ask('updates.delete', { id, updateId: data.id }, { as: hannah })
    expect(await read()).toMatchObject({ status: 'answered_differently', answered_at: first.created_at })
  })

  it('change nothing that a newer one has said, when an older one says something else', async () => {
    const { data } = await tell({ status: 'ongoing' })
    app.advance(1000)
    await tell({ status: 'answered', content: 'He is home.' })
    const older = { id, updateId: data.id, status: 'answered_differently' } as const
    expect((await app.ask('updates.edit', older, { as: hannah })).data.status).toBe('answered_differently')
    expect((await read()).status).toBe('answered')
    await app.ask('updates.edit', { ...older, status: 'ongoing' }, { as: hannah })
    expect((await read()).status).toBe('answered')
  })

  it('tell of the answer in the hour alone when the author hid their name', async () => {
    await app.ask('prayers.edit', { id, is_anonymous: true }, { as: hannah })
    app.advance(HOUR_MS - (app.ctx.clock().getTime() % HOUR_MS) + 42 * 60_000)
    await signIn()
    await tell({ status: 'answered' })
    const hour = new Date(Math.floor(app.ctx.clock().getTime() / HOUR_MS) * HOUR_MS).toISOString()
    const row = await app.ctx.db.selectFrom('prayers').select('answered_at').where('id', '=', id).executeTakeFirst()
    expect(row?.answered_at).toBe(hour)
    const prayer = await read()
    expect(prayer.answered_at).toBe(hour)
    expect(prayer.updates[0]?.created_at).toBe(hour)
    // Also when the name is hidden afterwards.
    const named = await share()
    await app.ask('updates.create', { id: named, content: 'Thanks.', status: 'answered' }, { as: hannah })
    await app.ask('prayers.edit', { id: named, is_anonymous: true }, { as: hannah })
    const later = await app.ctx.db
      .selectFrom('prayers')
      .select('answered_at')
      .where('id', '=', named)
      .executeTakeFirst()
    expect(later?.answered_at).toBe(hour)
  })

  it('can be deleted by a moderator, which is written down with the reason, and told to their author', async () => {
    const { data } = await tell({ status: 'answered' })
    const gone = await app.ask('updates.delete', { id, updateId: data.id, reason: 'Names a neighbour.' }, { as: ruth })
    expect(gone.status).toBe(200)
    expect((await read()).update_count).toBe(0)
    const act = await app.ctx.db.selectFrom('audit_log').selectAll().where('target_id', '=', data.id).executeTakeFirst()
    expect(act).toMatchObject({
      action: 'updates.delete',
      reason: 'Names a neighbour.',
      actor_id: await app.person('ruth'),
    })
    await app.runJobs()
    const { data: decided } = await app.ask('decisions.own', {}, { as: hannah })
    const decision = decided.find(({ prayer_request_id }) => prayer_request_id === id)
    expect(decision).toMatchObject({ is_of_update: true, content: 'News.', decision: 'removed', may_appeal: true })
    const told = (await app.ask('notifications.list', {}, { as: hannah })).data.items
    expect(told.map(({ decision_id }) => decision_id)).toContain(decision?.id)
    // What it said of the request comes back with it.
    expect(await read()).toMatchObject({ status: 'open', answered_at: null })
    await app.ask('appeals.create', { id: decision?.id, appeal: 'She agreed.' }, { as: hannah })
    const answer = { id: decision?.id, outcome: 'overturned', answer: 'We looked again.' }
    expect((await app.ask('appeals.decide', answer, { as: await app.signIn('peter') })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'answered', answered_at: data.created_at, update_count: 1 })
  })

  it('tell their version to their author, and to nobody else', async () => {
    await tell({})
    for (const name of ['prayers.one', 'prayers.updates'] as const) {
      const versions = async (token?: string) => {
        const { data } = await app.ask(name, { id }, { as: token })
        return ('updates' in data ? data.updates : data).map(({ updated_at }) => updated_at)
      }
      expect(await versions(hannah)).toEqual([expect.any(String)])
      expect([await versions(tomas), await versions()]).toEqual([[null], [null]])
    }
  })

  it('lets the author say what became of it without a word, too', async () => {
    await app.ask('prayers.edit', { id, status: 'answered' }, { as: hannah })
    expect((await read()).answered_at).not.toBeNull()
    await app.ask('prayers.edit', { id, status: 'open' }, { as: hannah })
    expect((await read()).answered_at).toBeNull()
  })

  describe('that sound of danger', () => {
    const DANGER = 'I want to end my life and I have collected pills'
    let grace: string
    beforeEach(async () => {
      grace = await app.signIn('grace')
      await setPeople(app.ctx, { role: 'care' }, await app.person('grace'))
    })
    const queue = async () =>
      (await app.ask('review.list', { pageSize: 100 }, { as: grace })).data.items.find((hold) => hold.id === id)

    it('wait with their request, and call those who look after people in danger', async () => {
      const told = await tell({ content: DANGER })
      expect(told.data.is_held).toBe(true)
      expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(404)
      expect(await read(hannah)).toMatchObject({ publication: 'held', held_reason: 'crisis', alert: 'self_harm' })
      expect(await queue()).toMatchObject({
        held_reason: 'crisis',
        alert: 'self_harm',
        waiting_updates: [{ id: told.data.id, content: DANGER }],
      })
      await app.runJobs()
      const notices = await app.ask('notifications.list', {}, { as: grace })
      expect(notices.data.items.some((one) => one.kind === 'care' && one.prayer_request_id === id)).toBe(true)
    })

    it('are noticed when a harmless one is changed into one, too', async () => {
      const { data } = await tell({ content: 'He is at home again.' })
      await app.ask('updates.edit', { id, updateId: data.id, content: DANGER }, { as: hannah })
      expect((await app.ask('prayers.one', { id }, { as: tomas })).status).toBe(404)
      expect((await queue())?.waiting_updates).toMatchObject([{ content: DANGER }])
    })

    it('are read by whoever publishes their request, harmless ones that nobody has read too', async () => {
      id = await share({ visibility: 'private' })
      const before = await tell({ content: 'He is at home again.', status: 'ongoing' })
      await app.ask('prayers.edit', { id, visibility: 'members', content: DANGER }, { as: hannah })
      const meanwhile = await tell({ content: 'He sleeps better.' })
      const shown = [before, meanwhile].map(({ data }) => ({ id: data.id, content: data.content }))
      const held = await queue()
      expect(held?.waiting_updates).toMatchObject(shown)
      await tell({ content: 'He eats again.', status: 'open' })
      const publish = async (version = held?.version) =>
        (await app.ask('review.publish', { id, version }, { as: grace })).status
      expect(await publish()).toBe(409)
      expect(await publish((await queue())?.version)).toBe(200)
      expect(await read()).toMatchObject({ status: 'open', update_count: 3 })
    })

    it('keep their followers from no harmless one, once the request is published', async () => {
      await app.ask('prayers.follow', { id }, { as: tomas })
      const news = async () => {
        await app.runJobs()
        const { data } = await app.ask('notifications.list', { pageSize: 100 }, { as: tomas })
        return data.items.filter((one) => one.prayer_request_id === id).map(({ update_id }) => update_id)
      }
      const before = await tell({ content: 'He was taken to hospital.' })
      expect(await news()).toEqual([before.data.id])
      app.advance(1000)
      const danger = await tell({ content: DANGER })
      app.advance(1000)
      const early = await tell({ content: 'He sleeps better.' })
      expect(await news()).toEqual([])
      const late = await tell({ content: 'He eats again.' })
      expect((await app.ask('review.publish', { id }, { as: grace })).status).toBe(200)
      const heard = await news()
      expect(heard).toEqual(expect.arrayContaining([before, danger, early, late].map(({ data }) => data.id)))
      expect(heard, 'each once').toHaveLength(4)
    })

    it('of a request for its author alone are told to nobody', async () => {
      id = await share({ visibility: 'private' })
      await tell({ content: DANGER })
      expect(await queue()).toBe(undefined)
      await app.runJobs()
      const notices = await app.ask('notifications.list', {}, { as: grace })
      expect(notices.data.items.some((one) => one.prayer_request_id === id)).toBe(false)
    })

    it('are told from those that are harmless', async () => {
      await tell({ content: 'I am dying to know the result, pray on.' })
      expect(await read()).toMatchObject({ publication: 'published', update_count: 1 })
    })
  })

  describe('of a limited author', () => {
    const listHeld = async () =>
      (await app.ask('review.list', { pageSize: 100 }, { as: ruth })).data.items.filter((one) => one.id === id)
    let silas: string
    beforeEach(async () => {
      silas = await app.signIn('silas')
      id = await share({}, silas)
    })

    it('wait with the request until a moderator has read them, also those that are written anew', async () => {
      await app.ask('review.publish', { id }, { as: ruth })
      const { data } = await tell({ status: 'answered' }, silas)
      expect(await read(silas)).toMatchObject({ status: 'open', update_count: 0, updates: [{ is_held: true }] })
      expect(await listHeld()).toMatchObject([{ held_reason: 'limited', waiting_updates: [{ content: 'News.' }] }])
      await app.ask('review.publish', { id }, { as: ruth })
      expect(await read()).toMatchObject({ status: 'answered', updates: [{ content: 'News.' }] })
      await app.ask('updates.edit', { id, updateId: data.id, content: 'Other news.' }, { as: silas })
      expect(await listHeld()).toMatchObject([{ waiting_updates: [{ content: 'Other news.' }] }])
      await app.ask('review.publish', { id }, { as: ruth })
      await app.ask('prayers.edit', { id, content: 'Other words.' }, { as: silas })
      expect(await listHeld()).toMatchObject([{ content: 'Other words.' }])
    })

    it('wait where all is held for the same reason as all, which does not say whose account is limited', async () => {
      await app.ask('review.publish', { id }, { as: ruth })
      await app.writeSetting('moderation_mode', 'all_held')
      await tell({}, silas)
      await app.writeSetting('moderation_mode', 'open')
      expect((await read(silas)).held_reason).toBe('all_held')
      expect(await listHeld()).toMatchObject([{ held_reason: 'all_held', waiting_updates: [{ content: 'News.' }] }])
    })

    it('change nothing that a newer one has said, when an older one is written anew', async () => {
      await app.ask('review.publish', { id }, { as: ruth })
      const { data } = await tell({ status: 'answered' }, silas)
      app.advance(1000)
      await tell({ content: 'It has come back.', status: 'open' }, silas)
      await app.ask('review.publish', { id }, { as: ruth })
      expect(await read()).toMatchObject({ status: 'open', update_count: 2 })
      await app.ask('updates.edit', { id, updateId: data.id, content: 'Good news.' }, { as: silas })
      await app.ask('review.publish', { id }, { as: ruth })
      expect(await read()).toMatchObject({ status: 'open', update_count: 2 })
    })

    it.each(['team', 'private'] as const)('to %s wait for nobody, for no moderator reads them', async (visibility) => {
      id = await share({ visibility }, silas)
      expect((await tell({}, silas)).data.is_held).toBe(false)
      expect(await listHeld()).toEqual([])
    })

    it('keep their place among those that wait when more is written', async () => {
      const { data } = await tell({}, silas)
      const [before] = await listHeld()
      app.advance(MINUTE_MS)
      await app.ask('prayers.edit', { id, content: 'I want to kill myself tonight.' }, { as: silas })
      app.advance(MINUTE_MS)
      await app.ask('updates.edit', { id, updateId: data.id, content: 'I will kill myself tonight.' }, { as: silas })
      const { held_at } = await app.ctx.db
        .selectFrom('prayers')
        .select('held_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(held_at).toBe(before?.held_at)
    })
  })
})
