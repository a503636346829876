import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { readActs } from '../../../test/audit-log.ts'
import { makePrayer, makeUpdate, setPeople, setPrayers } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const WORDS = 'Please pray for my neighbour canary-appeal-77aa'

describe('decisions about requests', () => {
  const app = sharedTestApp()
  let id: string
  beforeAll(async () => {
    for (const name of ['hannah', 'tomas', 'ines', 'ruth', 'peter'] as const) await app.person(name)
  })
  beforeEach(async () => {
    id = await makePrayer(app.ctx, await app.person('hannah'), { content: WORDS })
  })

  // Signs in again, because the clock is moved by days.
  const as = async (name: PersonName) => ({ as: await app.signIn(name) })
  const report = async (part: object = {}) =>
    (await app.ask('reports.create', { id, report_type: 'other', ...part }, await as('tomas'))).data.id
  const decide = async (of: string, change: object) =>
    await app.ask('reports.decide', { id: of, decision_reason: 'It names a child.', ...change }, await as('ruth'))
  const own = async (name: PersonName = 'hannah') =>
    (await app.ask('decisions.own', {}, await as(name))).data.filter((one) => one.prayer_request_id === id)
  const notices = async (name: PersonName = 'hannah') =>
    (await app.ask('notifications.list', { pageSize: 100 }, await as(name))).data.items
  // Filters by decision instead of taking the newest: several notices, also of earlier tests, may have the same
  // millisecond.
  const noticesOf = async (decision: string | null | undefined) =>
    (await notices()).filter((one) => one.decision_id === decision)
  const shown = async () => {
    app.app.cache.clear()
    return (await app.ask('prayers.one', { id })).status === 200
  }
  const undo = async (ids: (string | null | undefined)[]) => await app.ask('decisions.undo', { ids }, await as('ruth'))
  const appeal = async (of: string | undefined) =>
    await app.ask('appeals.create', { id: of, appeal: 'She asked me to share it.' }, await as('hannah'))
  const answer = async (of: string | undefined, outcome: string, name: PersonName = 'peter') => {
    const read = (await app.ask('appeals.list', {}, await as(name))).data.find(({ id: one }) => one === of)
    return await app.ask('appeals.decide', { ...read, id: of, outcome, answer: 'We looked again.' }, await as(name))
  }
  const queue = async (name: PersonName) =>
    (await app.ask('appeals.list', {}, await as(name))).data.map((one) => one.id)

  describe('taken back', () => {
    it.each(['hidden', 'removed', 'warned'] as const)(
      'within ten minutes are as if never made: %s',
      async (decision) => {
        const made = await report()
        const { data } = await decide(made, { decision, template: 'private_information' })
        expect(data).toMatchObject({ status: 'actioned', decision })
        expect(data.undo_until).not.toBeNull()
        await app.runJobs()
        expect(await own()).toHaveLength(1)
        expect(await shown()).toBe(decision === 'warned')
        app.advance(9 * MINUTE_MS)
        expect((await undo([data.decision_id])).status).toBe(200)
        expect(await shown()).toBe(true)
        const found = await app.ask('prayers.list', { search: 'appeal-77aa' })
        expect(found.data.items.some((one) => one.id === id)).toBe(true)
        const again = await app.ask('reports.one', { id: made }, await as('ruth'))
        expect(again.data).toMatchObject({ status: 'open', decision: 'none', decision_reason: null, decision_id: null })
        expect(await own()).toEqual([])
        expect(await noticesOf(data.decision_id)).toEqual([])
        expect((await undo([data.decision_id])).status).toBe(404)
      },
    )

    it('are told to nobody when that is quicker than the notice', async () => {
      const before = (await notices()).length
      const { data } = await decide(await report(), { decision: 'removed' })
      await undo([data.decision_id])
      await app.runJobs()
      expect(await notices()).toHaveLength(before)
    })

    it('stay after ten minutes', async () => {
      const { data } = await decide(await report(), { decision: 'hidden' })
      app.advance(10 * MINUTE_MS + 1000)
      expect((await undo([data.decision_id])).problem.code).toBe('decisions.undo_too_late')
      const closed = await app.ask('reports.list', { status: 'actioned', limit: 100 }, await as('ruth'))
      expect(closed.data.items.find((one) => one.prayer_request_id === id)).toMatchObject({ undo_until: null })
      expect(await shown()).toBe(false)
    })

    it('do not bring back what its author has deleted since', async () => {
      const { data } = await decide(await report(), { decision: 'hidden' })
      await app.ask('prayers.delete', { id }, await as('hannah'))
      await undo([data.decision_id])
      expect((await app.ask('prayers.one', { id }, await as('hannah'))).status).toBe(404)
    })

    it('leave deleted what its author deleted before anybody decided', async () => {
      const made = await report()
      await app.ask('prayers.delete', { id }, await as('hannah'))
      await decide(made, { decision: 'hidden' })
      expect((await app.ask('prayers.one', { id }, await as('hannah'))).status).toBe(404)
    })
  })

  describe('answered by the author', () => {
    it('are told with a ready sentence and own words, never by whom', async () => {
      await decide(await report({ reason: 'canary-reason-11' }), {
        decision: 'removed',
        template: 'respect',
        message: 'Please think of her.',
      })
      await app.runJobs()
      const { text, data } = await app.ask('decisions.own', {}, await as('hannah'))
      expect(data[0]).toMatchObject({
        prayer_request_id: id,
        content: WORDS,
        decision: 'removed',
        template: 'respect',
        message: 'Please think of her.',
        may_appeal: true,
        appeal: null,
      })
      for (const name of ['tomas', 'ruth'] as const) expect(text).not.toContain(await app.person(name))
      expect(text).not.toContain('canary-reason')
      expect(text).not.toContain('names a child')
      expect(await noticesOf(data[0]?.id)).toMatchObject([{ kind: 'report', prayer_request_id: null }])
      expect(await own('tomas')).toEqual([])
    })

    it('go to somebody else, who puts the request back', async () => {
      const made = await report()
      await decide(made, { decision: 'removed' })
      const [decision] = await own()
      expect((await appeal(decision?.id)).status).toBe(200)
      expect((await appeal(decision?.id)).problem.code).toBe('appeals.not_possible')
      const { data, text } = await app.ask('appeals.list', {}, await as('peter'))
      expect(data.find((one) => one.id === decision?.id)).toMatchObject({
        appeal: 'She asked me to share it.',
        decision: 'removed',
        reason: 'It names a child.',
        decided_by: { display_name: 'Ruth M.' },
        may_answer: true,
        reported: { content: WORDS, author: { display_name: 'Hannah W.' } },
      })
      expect(text).not.toContain(await app.person('tomas'))
      expect((await answer(decision?.id, 'overturned', 'ruth')).problem.code).toBe('appeals.own_decision')
      expect((await answer(decision?.id, 'overturned')).data).toMatchObject({ is_shown: true })
      expect(await shown()).toBe(true)
      expect((await answer(decision?.id, 'upheld')).status).toBe(404)
      expect(await queue('peter')).not.toContain(decision?.id)
      await app.runJobs()
      expect(await noticesOf(decision?.id)).toContainEqual(
        expect.objectContaining({ kind: 'appeal', outcome: 'overturned' }),
      )
      expect(await own()).toMatchObject([{ appeal_outcome: 'overturned', appeal_answer: 'We looked again.' }])
      const log = await readActs(app.ctx, decision?.id ?? '')
      expect(log).toMatchObject([{ action: 'appeals.decide', reason: 'We looked again.' }])
    })

    it('show nobody what its author has deleted since, say that it stays away, and keep it no longer', async () => {
      const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id, { content: 'canary-update' })
      const ofUpdate = await decide(await report({ update_id }), { decision: 'hidden' })
      const ofRequest = await decide(await report(), { decision: 'hidden' })
      const appealed = [ofRequest, ofUpdate].map(({ data }) => data.decision_id ?? undefined)
      for (const one of appealed) await appeal(one)
      const read = async () => {
        const { data, text } = await app.ask('appeals.list', {}, await as('peter'))
        const words = appealed.map((of) => data.find((one) => one.id === of)?.reported?.content)
        expect(text.includes('canary-update')).toBe(words.includes('canary-update'))
        return words
      }
      expect(await read()).toEqual([WORDS, 'canary-update'])
      await app.ask('updates.delete', { id, updateId: update_id }, await as('hannah'))
      expect(await read()).toEqual([WORDS, undefined])
      await app.ask('prayers.delete', { id }, await as('hannah'))
      expect(await read()).toEqual([undefined, undefined])
      expect((await answer(appealed[0], 'overturned')).data).toMatchObject({ is_shown: false })
      app.advance(31 * DAY_MS)
      await app.ctx.addJob('prayers.purge_deleted', {})
      await app.runJobs()
      expect(await queue('peter')).not.toContain(appealed[1])
    })

    it('stay when the decision was right', async () => {
      await decide(await report(), { decision: 'hidden' })
      const [decision] = await own()
      await appeal(decision?.id)
      await answer(decision?.id, 'upheld')
      expect(await shown()).toBe(false)
      expect(await own()).toMatchObject([{ appeal_outcome: 'upheld', may_appeal: false }])
    })

    it('put back an update alone', async () => {
      const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id, { content: 'canary-update' })
      const made = await report({ update_id })
      await decide(made, { decision: 'removed' })
      const [decision] = await own()
      expect(decision).toMatchObject({ is_of_update: true, content: 'canary-update' })
      await appeal(decision?.id)
      await answer(decision?.id, 'overturned')
      app.app.cache.clear()
      const { data } = await app.ask('prayers.one', { id })
      expect(data.updates.map((one) => one.id)).toEqual([update_id])
    })

    it('are possible for two weeks', async () => {
      await decide(await report(), { decision: 'hidden' })
      const [decision] = await own()
      app.advance(14 * DAY_MS + MINUTE_MS)
      expect((await appeal(decision?.id)).problem.code).toBe('appeals.not_possible')
      expect(await own()).toMatchObject([{ may_appeal: false }])
    })

    it('name an author who hid their name by a pseudonym', async () => {
      id = await makePrayer(app.ctx, await app.person('hannah'), { content: WORDS, is_anonymous: true })
      await decide(await report(), { decision: 'hidden' })
      const [decision] = await own()
      await appeal(decision?.id)
      const { data, text } = await app.ask('appeals.list', {}, await as('peter'))
      const found = data.find((one) => one.id === decision?.id)
      expect(found?.reported).toMatchObject({ author: null, created_at: expect.stringMatching(/:00:00\.000Z$/) })
      expect(found?.reported?.pseudonym).not.toBeNull()
      expect(JSON.stringify(found)).not.toContain('Hannah')
      expect(text).not.toContain('hannah@')
    })

    it('about words of danger go to the care team alone', async () => {
      const { data } = await app.ask(
        'prayers.create',
        { content: 'I do not want to live anymore. I have saved up my pills.' },
        await as('hannah'),
      )
      ;({ id } = data)
      const kept = await app.ask('review.keep', { id, reason: 'We call her.', template: 'care' }, await as('ines'))
      await app.runJobs()
      expect(await noticesOf(kept.data.decision_id)).toMatchObject([{ kind: 'kept_held' }])
      await appeal(kept.data.decision_id)
      expect(await queue('ruth')).not.toContain(kept.data.decision_id)
      expect(await queue('peter')).not.toContain(kept.data.decision_id)
      expect(await queue('ines')).toContain(kept.data.decision_id)
      expect((await answer(kept.data.decision_id, 'overturned', 'peter')).status).toBe(404)
      // She is the only member of the care team.
      expect((await answer(kept.data.decision_id, 'overturned', 'ines')).status).toBe(200)
      expect(await shown()).toBe(true)
      const { entries } = (await app.ask('cases.one', { id }, await as('ines'))).data
      expect(entries.filter(({ by }) => by !== null).map(({ act }) => act)).toEqual(['taken', 'kept', 'published'])
      // Nor does an administrator read what she wrote in the activity log.
      const log = { action: 'appeals.decide', pageSize: 1 }
      const [line] = (await app.ask('audit.list', log, await as('peter'))).data.items
      expect([line?.target_id, line?.reason, line?.subject]).toEqual([null, null, null])
    })

    it('about what was held for danger go to the care team alone, whatever report it was decided by', async () => {
      const made = await report()
      const content = 'I do not want to live anymore. I have saved up my pills.'
      await app.ask('prayers.edit', { id, content }, await as('hannah'))
      const { data } = await decide(made, { decision: 'removed' })
      expect((await appeal(data.decision_id ?? undefined)).status).toBe(200)
      expect(await queue('peter')).not.toContain(data.decision_id)
      await answer(data.decision_id ?? undefined, 'overturned', 'ines')
      const { entries } = (await app.ask('cases.one', { id }, await as('ines'))).data
      expect(entries.filter(({ by }) => by !== null).map(({ act }) => act)).toEqual(['taken', 'published'])
    })

    /** Holds the request, and has its author appeal. Returns the decision. */
    const appealKept = async () => {
      const waiting = { publication: 'held', held_reason: 'moderator', held_at: app.ctx.clock().toISOString() } as const
      await setPrayers(app.ctx, waiting, id)
      const { data } = await app.ask('review.keep', { id, reason: 'A name.', template: 'other' }, await as('ruth'))
      await appeal(data.decision_id)
      return data.decision_id
    }

    it('show again the words and updates that were read, or none', async () => {
      const kept = await appealKept()
      const read = async () =>
        (await app.ask('appeals.list', {}, await as('peter'))).data.find((one) => one.id === kept)
      const overturn = async (version = '') =>
        await app.ask(
          'appeals.decide',
          { id: kept, outcome: 'overturned', answer: 'We looked again.', version },
          await as('peter'),
        )
      const before = await read()
      await app.ask('updates.create', { id, content: 'He is at home again.' }, await as('hannah'))
      expect((await overturn(before?.version)).problem.code).toBe('holds.changed')
      expect(await shown()).toBe(false)
      const now = await read()
      expect(now?.waiting_updates).toMatchObject([{ content: 'He is at home again.' }])
      expect((await overturn(now?.version)).status).toBe(200)
      expect(await shown()).toBe(true)
    })

    it('are the care team’s when their author has written of danger since, which stays held', async () => {
      const kept = await appealKept()
      const content = 'I do not want to live anymore. I have saved up my pills.'
      await app.ask('prayers.edit', { id, content }, await as('hannah'))
      expect(await queue('peter')).not.toContain(kept)
      expect((await answer(kept, 'overturned', 'peter')).status).toBe(404)
      const overturned = await answer(kept, 'overturned', 'ines')
      expect([overturned.status, overturned.data.is_shown, await shown()]).toEqual([200, false, false])
      expect((await app.ask('review.list', {}, await as('ines'))).data.items.map((held) => held.id)).toContain(id)
    })

    it('keep what was removed until somebody has answered', async () => {
      await decide(await report(), { decision: 'removed' })
      const [decision] = await own()
      await appeal(decision?.id)
      app.advance(31 * DAY_MS)
      await app.runJobs()
      expect(await queue('peter')).toContain(decision?.id)
      await answer(decision?.id, 'upheld')
      app.advance(2 * 60 * MINUTE_MS)
      await app.runJobs()
      expect(await own()).toEqual([])
    })
  })

  it('stand behind those that one may answer while somebody else may, and are counted apart from the list', async () => {
    await decide(await report(), { decision: 'hidden' })
    const [mine] = await own()
    await appeal(mine?.id)
    id = await makePrayer(app.ctx, await app.person('hannah'), { content: WORDS })
    await app.ask('moderations.act', { ids: [id], act: 'hide', reason: 'It names a child.' }, await as('peter'))
    const [theirs] = await own()
    await appeal(theirs?.id)
    const { data } = await app.ask('appeals.list', {}, await as('ruth'))
    const order = data.map((one) => one.id).filter((one) => one === mine?.id || one === theirs?.id)
    expect(order).toEqual([theirs?.id, mine?.id])
    const today = (await app.ask('desk.today', {}, await as('ruth'))).data
    expect(today.appeals.count).toBe(data.filter(({ may_answer }) => may_answer).length)
  })

  it('are answered by whoever decided where nobody else reads them, or only who wrote what they are about', async () => {
    const peter = await app.person('peter')
    const appealHidden = async (author: PersonName, part: object = {}) => {
      id = await makePrayer(app.ctx, await app.person(author), { content: WORDS, ...part })
      const { data } = await decide(await report(), { decision: 'hidden' })
      const of = { id: data.decision_id ?? '', appeal: 'She asked me to share it.' }
      expect((await app.ask('appeals.create', of, await as(author))).status).toBe(200)
      return of.id
    }
    const ofPeter = await appealHidden('peter')
    expect(await queue('peter')).not.toContain(ofPeter)
    expect((await answer(ofPeter, 'upheld', 'ruth')).status).toBe(200)
    // Nobody learns by it who wrote without a name.
    const ofNobody = await appealHidden('peter', { is_anonymous: true })
    expect((await answer(ofNobody, 'upheld', 'ruth')).problem.code).toBe('appeals.own_decision')

    // Whoever is on call reads those of danger alone.
    await app.writeSetting('care_on_call', [await app.person('ines')])
    await setPeople(app.ctx, { role: 'member' }, peter)
    const ofHannah = await appealHidden('hannah')
    expect(await queue('ines')).not.toContain(ofHannah)
    expect((await answer(ofHannah, 'upheld', 'ruth')).status).toBe(200)
    await setPeople(app.ctx, { role: 'admin' }, peter)
    await app.writeSetting('care_on_call', [])
  })

  it('call the care team where the appeal is of danger, which reads its words', async () => {
    const danger = 'I want to end my life and I have collected pills'
    await decide(await report(), { decision: 'hidden' })
    const [decision] = await own()
    const sent = await app.ask('appeals.create', { id: decision?.id, appeal: danger }, await as('hannah'))
    expect(sent.status).toBe(200)
    const { data } = await app.ask('cases.one', { id }, await as('ines'))
    expect(data.entries.filter(({ act }) => act === 'reply')).toMatchObject([{ content: danger }])
    // They read their talk once somebody has written.
    expect((await app.ask('cases.own', { id }, await as('hannah'))).data.messages).toEqual([])
    await app.ask('cases.write', { id, content: 'Are you safe?' }, await as('ines'))
    expect((await app.ask('cases.own', { id }, await as('hannah'))).data.messages).toHaveLength(2)
  })

  it('are in what their author downloads, without who decided', async () => {
    await decide(await report(), { decision: 'hidden', template: 'other' })
    const [decision] = await own()
    await appeal(decision?.id)
    const user_id = await app.person('hannah')
    const { data } = await app.ask('exports.make', { id: user_id }, await as('hannah'))
    const found = data.decisions.find((one) => one.prayer_request_id === id)
    expect(found).toMatchObject({ decision: 'hidden', template: 'other', appeal: 'She asked me to share it.' })
    expect(JSON.stringify(data.decisions)).not.toContain(await app.person('ruth'))
  })

  it('that wait too long are brought to moderators’ mind once a day', async () => {
    app.advance(DAY_MS)
    await app.runJobs()
    await report()
    const reminders = async (name: PersonName) =>
      (await notices(name)).filter(({ kind }) => kind === 'overdue').map(({ count }) => count)
    const before = (await reminders('ruth')).length
    app.advance(25 * 60 * MINUTE_MS)
    await app.runJobs()
    expect((await reminders('ruth')).length).toBe(before + 1)
    app.advance(60 * MINUTE_MS)
    await app.runJobs()
    expect((await reminders('ruth')).length).toBeLessThanOrEqual(before + 2)
    expect(await reminders('ines')).toEqual([])
    expect((await reminders('ruth'))[0]).toBeGreaterThan(0)
  })
})
