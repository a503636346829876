import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, makeUpdate, setPeople } from '../../../test/make.ts'

const WORDS = 'canary-reported-5e1f Please pray for my neighbour'

describe('reports', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let grace: string
  let marcos: string
  let ruth: string
  let peter: string
  let id: string

  beforeAll(async () => {
    ;[hannah, tomas, grace, marcos, ruth, peter] = await Promise.all([
      app.signIn('hannah'),
      app.signIn('tomas'),
      app.signIn('grace'),
      app.signIn('marcos'),
      app.signIn('ruth'),
      app.signIn('peter'),
    ])
  })
  const share = async (part: object = {}) =>
    await makePrayer(app.ctx, await app.person('hannah'), { content: WORDS, ...part })
  beforeEach(async () => {
    id = await share()
  })

  const report = (as: string, part: object = {}) =>
    app.ask('reports.create', { id, report_type: 'other', ...part }, { as })
  const shown = async () => {
    app.app.cache.clear()
    return (await app.ask('prayers.one', { id })).status === 200
  }
  const decide = (of: string, change: object, as = ruth) =>
    app.ask('reports.decide', { id: of, decision_reason: 'A reason.', ...change }, { as })
  const reportOf = async (as: string, part: object = {}) => (await report(as, part)).data.id

  describe('made by readers', () => {
    it('answer the same each time, and nothing of the request', async () => {
      const first = await report(tomas, { reason: 'It names a neighbour.' })
      const again = await report(tomas, { report_type: 'hate', reason: 'Another reason.' })
      expect(first.status).toBe(200)
      expect(again.text).toBe(first.text)
      expect(first.text).not.toContain('canary')
      expect(Object.keys(first.data)).toEqual(['id'])
    })

    it('know ten kinds, and a thousand characters', async () => {
      expect((await report(tomas, { report_type: 'boring' })).status).toBe(400)
      expect((await report(tomas, { reason: 'a'.repeat(1001) })).status).toBe(400)
    })

    it('hide a request when three people agree, and not when one says it three times', async () => {
      await report(tomas)
      await report(tomas)
      await report(tomas, { report_type: 'hate' })
      await report(grace, { report_type: 'spam_or_money' })
      expect(await shown()).toBe(true)
      await report(marcos, { report_type: 'hate' })
      expect(await shown()).toBe(false)
      // The author can still read it.
      expect((await app.ask('prayers.one', { id }, { as: hannah })).status).toBe(200)
    })

    it('hide a request when three people report it at the same moment', async () => {
      await Promise.all([report(tomas), report(grace), report(marcos)])
      expect(await shown()).toBe(false)
    })

    it('of danger hide nothing and call the team, also about a request that the team cannot read, without its words', async () => {
      const ines = await app.signIn('ines')
      const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
      const notices = async () => (await app.ask('notifications.list', {}, { as: ines })).data.items
      for (const part of [{}, { visibility: 'group', group_id: group, title: 'canary-title' }]) {
        id = await share(part)
        await report(tomas, { report_type: 'danger_to_self' })
        await app.runJobs()
        expect((await app.ask('prayers.one', { id }, { as: hannah })).status).toBe(200)
        const told = (await notices()).find((notice) => notice.prayer_request_id === id)
        expect(told).toMatchObject({ kind: 'care', is_read: false })
        // The text that she may read begins like this; a text that she may not read is not shown at all.
        expect(told?.prayer_title ?? null).toBe(part.visibility === undefined ? WORDS : null)
        await app.ask('cases.close', { id, outcome: 'other' }, { as: ines })
        const after = (await notices()).some((notice) => notice.prayer_request_id === id)
        // Once the case is closed, a report about a request that she may not read is no longer shown.
        expect(after).toBe(part.visibility === undefined)
      }
    })

    it('are about an update, too, which is then hidden alone', async () => {
      const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id, { content: 'canary-update' })
      await report(tomas, { update_id, report_type: 'private_information' })
      app.app.cache.clear()
      const { data } = await app.ask('prayers.one', { id }, { as: tomas })
      expect(data).toMatchObject({ update_count: 0, updates: [] })
    })
  })

  describe('seen by moderators', () => {
    it('show what was reported, with the danger first, and never who reported', async () => {
      const made = await reportOf(tomas, { reason: 'Too much about a neighbour.' })
      const other = await share()
      const danger = await reportOf(grace, { id: other, report_type: 'danger_to_self' })
      const list = await app.ask('reports.list', { page: 0, limit: 100 }, { as: ruth })
      expect(list.data).toMatchObject({ page: 0, limit: 100, total: list.data.items.length })
      const ids = list.data.items.map((one) => one.id)
      expect(ids.indexOf(danger)).toBeLessThan(ids.indexOf(made))
      const one = await app.ask('reports.one', { id: made }, { as: ruth })
      expect(one.data).toMatchObject({
        prayer_request_id: id,
        reason: 'Too much about a neighbour.',
        status: 'open',
        decision: 'none',
        reported: { content: WORDS, author: { display_name: 'Hannah W.' }, pseudonym: null, publication: 'published' },
      })
      for (const person of ['tomas', 'grace'] as const) {
        expect(one.text + list.text).not.toContain(await app.person(person))
      }
    })

    it('are filtered by kind and state, and paged', async () => {
      await report(tomas, { report_type: 'sexual' })
      id = await share()
      const second = await reportOf(tomas, { report_type: 'sexual' })
      await decide(second, { status: 'dismissed' })
      const ask = async (input: object) =>
        (await app.ask('reports.list', { report_type: 'sexual', ...input }, { as: ruth })).data
      expect(await ask({})).toMatchObject({ total: 2, limit: 20 })
      expect((await ask({ status: 'dismissed' })).items.map((one) => one.id)).toEqual([second])
      expect(await ask({ limit: 1, page: 1 })).toMatchObject({ total: 2, page: 1, items: [{ id: second }] })
    })

    it('name an author who hid their name by a pseudonym, another one for each request', async () => {
      const names = new Set<string | null | undefined>()
      for (let times = 0; times < 2; times += 1) {
        id = await share({ is_anonymous: true })
        const { data, text } = await app.ask('reports.one', { id: await reportOf(tomas) }, { as: peter })
        expect(data.reported).toMatchObject({ author: null, content: WORDS })
        expect(data.reported?.created_at).toMatch(/:00:00\.000Z$/)
        expect(text).not.toContain(await app.person('hannah'))
        expect(text).not.toContain('Hannah')
        names.add(data.reported?.pseudonym)
      }
      expect(names.size).toBe(2)
    })

    it('show the words of a group while they are open, and nothing afterwards', async () => {
      const group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
      id = await share({ visibility: 'group', group_id: group })
      const made = await reportOf(tomas)
      for (const as of [ruth, peter]) {
        expect((await app.ask('prayers.one', { id }, { as })).status).toBe(404)
        expect((await app.ask('reports.one', { id: made }, { as })).data.reported?.content).toBe(WORDS)
      }
      const closed = await decide(made, { status: 'dismissed' })
      expect(closed.data).toMatchObject({ status: 'dismissed', reported: null })
      for (const as of [ruth, peter]) {
        const list = await app.ask('reports.list', { limit: 100 }, { as })
        expect(list.data.items.find((one) => one.id === made)?.reported).toBeNull()
      }
    })

    it('show what was reported also once it is private, and not what its author makes of it then', async () => {
      const made = await reportOf(tomas, { report_type: 'private_information' })
      const read = async () => (await app.ask('reports.one', { id: made }, { as: ruth })).data.reported?.content
      await app.ask('prayers.edit', { id, visibility: 'private' }, { as: hannah })
      expect(await read()).toBe(WORDS)
      await app.ask('prayers.edit', { id, content: 'For my diary alone' }, { as: hannah })
      expect(await read()).toBeUndefined()
      await app.ask('prayers.edit', { id, visibility: 'members' }, { as: hannah })
      expect(await read()).toBe('For my diary alone')
    })

    it('are not shown to a moderator about their own request', async () => {
      id = await makePrayer(app.ctx, await app.person('ruth'), { content: 'Mine' })
      const made = await reportOf(tomas, { reason: 'canary-reason' })
      expect((await app.ask('reports.one', { id: made }, { as: ruth })).status).toBe(404)
      expect((await app.ask('reports.list', { limit: 100 }, { as: ruth })).text).not.toContain('canary-reason')
      expect((await app.ask('reports.one', { id: made }, { as: peter })).status).toBe(200)
    })

    it('hold no words of a request that was deleted, nor of its update', async () => {
      const made = await reportOf(tomas)
      const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
      const ofUpdate = await reportOf(tomas, { update_id })
      await app.ask('prayers.delete', { id }, { as: hannah })
      for (const one of [made, ofUpdate])
        expect((await app.ask('reports.one', { id: one }, { as: ruth })).data.reported).toBeNull()
    })
  })

  describe('decided', () => {
    it('as dismissed bring back what reports alone had hidden', async () => {
      const made = [await reportOf(tomas), await reportOf(grace), await reportOf(marcos)]
      expect(await shown()).toBe(false)
      await decide(made[0] ?? '', { status: 'dismissed', decision_reason: 'Nothing wrong with it.' })
      expect(await shown()).toBe(true)
      await app.runJobs()
      // Who heard that it was hidden until somebody had looked hears that somebody has.
      const { items } = (await app.ask('notifications.list', { pageSize: 100 }, { as: hannah })).data
      const told = items.filter((one) => one.prayer_request_id === id).map(({ kind }) => kind)
      expect(told).toHaveLength(2)
      expect(told).toEqual(expect.arrayContaining(['report', 'released']))
    })

    it.each(['warned', 'edited', 'referred_to_care'] as const)(
      'as %s bring back what reports alone had hidden, until that is undone',
      async (decision) => {
        const made = await reportOf(tomas, { report_type: 'private_information' })
        expect(await shown()).toBe(false)
        const { decision_id } = (await decide(made, { decision })).data
        expect(await shown()).toBe(true)
        await app.ask('decisions.undo', { ids: [decision_id ?? ''] }, { as: ruth })
        expect(await shown()).toBe(false)
      },
    )

    describe('and shown again', () => {
      const heard = async () => {
        await app.runJobs()
        const { items } = (await app.ask('notifications.list', {}, { as: grace })).data
        return items.filter((one) => one.prayer_request_id === id).map(({ update_id }) => update_id)
      }
      const tell = async () => (await app.ask('updates.create', { id, content: 'He is at home.' }, { as: hannah })).data
      const setRole = async (role: 'limited' | 'member') => setPeople(app.ctx, { role }, await app.person('hannah'))
      const undo = (decision_id: string | null) => app.ask('decisions.undo', { ids: [decision_id ?? ''] }, { as: ruth })
      beforeEach(() => app.ask('prayers.follow', { id }, { as: grace }))

      it.each(['dismissed', 'undone', 'overturned'])('as %s tell of what was told meanwhile', async (how) => {
        const isByReports = how === 'dismissed'
        const made = await reportOf(tomas, { report_type: isByReports ? 'private_information' : 'other' })
        const { decision_id = null } = isByReports ? {} : (await decide(made, { decision: 'hidden' })).data
        expect(await shown()).toBe(false)
        const { id: told } = await tell()
        expect(await heard()).toEqual([])
        if (isByReports) await decide(made, { status: 'dismissed' })
        else if (how === 'undone') await undo(decision_id)
        else {
          await app.ask('appeals.create', { id: decision_id ?? '', appeal: 'It is about me.' }, { as: hannah })
          const answer = { id: decision_id ?? '', outcome: 'overturned' as const, answer: 'So it is.' }
          expect((await app.ask('appeals.decide', answer, { as: peter })).status).toBe(200)
        }
        expect(await shown()).toBe(true)
        expect(await heard()).toEqual([told])
      })

      it('are held instead, and nobody hears that they were shown, while a moderator has to read what came', async () => {
        const hidden = await decide(await reportOf(marcos), { decision: 'hidden' })
        const first = await tell()
        await setRole('limited')
        const second = await tell()
        await setRole('member')
        expect(second.is_held).toBe(true)
        const news = app.ctx.db.selectFrom('events').select('kind').where('prayer_request_id', '=', id)
        const before = (await news.execute()).length
        await undo(hidden.data.decision_id)
        const kinds = (await news.execute()).slice(before).map(({ kind }) => kind)
        expect(kinds).not.toContain('prayers.new')
        const { items } = (await app.ask('review.list', { pageSize: 100 }, { as: ruth })).data
        const held = { held_reason: 'limited', waiting_updates: [{ id: first.id }, { id: second.id }] }
        expect(items.find((one) => one.id === id)).toMatchObject(held)
        await app.ask('review.publish', { id }, { as: ruth })
        expect(new Set(await heard())).toEqual(new Set([first.id, second.id]))
      })
    })

    it.each([{ decision: 'warned' }, { status: 'dismissed' }])(
      'as %o leave hidden what another report still hides',
      async (change) => {
        const made = await reportOf(tomas)
        await report(grace, { report_type: 'private_information' })
        await decide(made, change)
        expect(await shown()).toBe(false)
      },
    )

    it('hide, and show again only when that decision is taken back', async () => {
      const made = await reportOf(tomas)
      const other = await reportOf(grace)
      await decide(made, { decision: 'hidden' })
      expect(await shown()).toBe(false)
      await decide(other, { status: 'dismissed' })
      expect(await shown()).toBe(false)
      await decide(made, { status: 'dismissed', decision: 'none' })
      expect(await shown()).toBe(true)
    })

    it('stand: who decides a moment later is told so, and the author hears one thing', async () => {
      const made = await reportOf(tomas)
      await decide(made, { decision: 'hidden' })
      expect((await decide(made, { status: 'dismissed' }, peter)).problem.code).toBe('reports.decided')
      expect((await decide(made, { decision: 'removed' }, peter)).problem.code).toBe('reports.decided')
      expect(await shown()).toBe(false)
      const { data } = await app.ask('decisions.own', {}, { as: hannah })
      expect(data.filter((one) => one.prayer_request_id === id)).toMatchObject([{ decision: 'hidden' }])
    })

    it('remove, and tell the author that it was removed, not by whom', async () => {
      await decide(await reportOf(tomas), { decision: 'removed', decision_reason: 'A fraud.' })
      expect((await app.ask('prayers.one', { id }, { as: hannah })).status).toBe(404)
      await app.runJobs()
      const { data, text } = await app.ask('notifications.list', {}, { as: hannah })
      expect(data.items[0]).toMatchObject({ kind: 'report', decision: 'removed', prayer_request_id: null })
      for (const person of ['tomas', 'ruth'] as const) expect(text).not.toContain(await app.person(person))
    })

    it('are looked after by staff, and written down with the reason', async () => {
      const made = await reportOf(tomas)
      const refused = await decide(made, { assigned_to: await app.person('tomas') })
      expect(refused.problem.code).toBe('reports.wrong_assignee')
      const kept = await decide(made, {
        assigned_to: await app.person('peter'),
        status: 'in_review',
        decision_reason: 'He knows her.',
      })
      expect(kept.data).toMatchObject({ status: 'in_review', assigned_to: { display_name: 'Peter A.' } })
      const acts = await app.ctx.db.selectFrom('audit_log').selectAll().where('target_id', '=', made).execute()
      expect(acts).toMatchObject([{ action: 'reports.decide', reason: 'He knows her.' }])
    })

    it('take a reason or none, also when something is done to somebody', async () => {
      const made = await reportOf(tomas)
      const { status, data } = await decide(made, { decision: 'hidden', decision_reason: ' ' })
      expect([status, data.decision, data.decision_reason]).toEqual([200, 'hidden', null])
      expect(await shown()).toBe(false)
    })

    it('are made by whoever took the report on, until they let it go', async () => {
      const made = await reportOf(tomas)
      const claim = (as: string) => app.ask('reports.claim', { id: made }, { as })
      expect((await claim(ruth)).data).toMatchObject({
        status: 'in_review',
        assigned_to: { display_name: 'Ruth M.' },
      })
      expect((await claim(ruth)).status).toBe(200)
      expect((await claim(peter)).problem.code).toBe('reports.claimed')
      const other = await app.signIn('yusuf')
      const id_of_other = await app.person('yusuf')
      await app.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', id_of_other).execute()
      expect((await decide(made, { decision: 'hidden' }, other)).problem.code).toBe('reports.claimed')
      expect((await app.ask('reports.release', { id: made }, { as: other })).problem.code).toBe('reports.claimed')
      const open = await app.ask('reports.release', { id: made }, { as: ruth })
      expect(open.data).toMatchObject({ status: 'open', assigned_to: null })
      expect((await decide(made, { decision: 'hidden' }, other)).data.status).toBe('actioned')
      expect((await claim(ruth)).problem.code).toBe('reports.claimed')
    })

    it('are claimed by one of two who do so at once', async () => {
      const made = await reportOf(tomas)
      const answers = await Promise.all([ruth, peter].map((as) => app.ask('reports.claim', { id: made }, { as })))
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    })

    it('are counted, and said to wait too long after a day', async () => {
      const before = (await app.ask('reports.list', {}, { as: ruth })).data.counts
      const made = await reportOf(tomas)
      await reportOf(grace, { id: await share(), report_type: 'danger_to_self' })
      const { data } = await app.ask('reports.list', { limit: 100 }, { as: ruth })
      expect(data.counts).toEqual({ open: before.open + 2, in_review: before.in_review })
      expect(data.items.find((one) => one.id === made)?.is_overdue).toBe(false)
    })

    it('move the counts of categories', async () => {
      const category = (await app.ask('categories.list')).data[0]?.id ?? ''
      const count = async () => {
        app.app.cache.clear()
        return (await app.ask('categories.counts')).data[0]?.count
      }
      await app.ask('classifications.replace_links', { id, categoryIds: [category] }, { as: hannah })
      const before = (await count()) ?? 0
      const made = await reportOf(tomas, { report_type: 'private_information' })
      expect(await count()).toBe(before - 1)
      await decide(made, { status: 'dismissed' })
      expect(await count()).toBe(before)
    })
  })
})
