import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import { writeSetting } from '../../../settings/settings.ts'
import { depth } from '../../../test/depth.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer } from '../../../test/make.ts'

describe('acts on requests', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let id: string

  beforeAll(async () => {
    ;[hannah, tomas] = await Promise.all([app.signIn('hannah'), app.signIn('tomas')])
  })
  beforeEach(async () => {
    id = await makePrayer(app.ctx, await app.person('hannah'))
  })
  const read = async (as?: string) => (await app.ask('prayers.one', { id }, { as })).data

  describe('praying', () => {
    it('counts many at once by one person once, and many people each', async () => {
      const once = await Promise.all(
        Array.from({ length: depth.crowd }, async () => (await app.ask('prayers.pray', { id }, { as: tomas })).status),
      )
      expect(new Set(once)).toEqual(new Set([200]))
      expect((await read(hannah)).pray_count).toBe(1)
      const crowd = await app.createMembers(depth.crowd)
      const each = await Promise.all(crowd.map(async (as) => (await app.ask('prayers.pray', { id }, { as })).status))
      expect(new Set(each)).toEqual(new Set([200]))
      expect((await read(hannah)).pray_count).toBe(depth.crowd + 1)
    })

    it('can be taken back for a minute, as if it had not been', async () => {
      await app.ask('prayers.pray', { id }, { as: tomas })
      expect((await app.ask('prayers.unpray', { id }, { as: tomas })).data).toEqual({
        pray_count: 0,
        has_prayed: false,
      })
      expect(await read(tomas)).toMatchObject({ pray_count: 0, has_prayed: false })
      // Undoing a prayer that does not exist has no effect.
      expect((await app.ask('prayers.unpray', { id }, { as: tomas })).data.pray_count).toBe(0)
      await app.ask('prayers.pray', { id }, { as: tomas })
      app.advance(61_000)
      expect((await app.ask('prayers.unpray', { id }, { as: tomas })).problem).toMatchObject({
        status: 409,
        code: 'prayers.undo_too_late',
      })
      expect((await read(tomas)).pray_count).toBe(1)
    })

    it('is not waited for any more by who prayed today', async () => {
      const isWaiting = async (as: string, search?: string) => {
        const { data } = await app.ask(
          'prayers.list',
          { view: 'waiting', pageSize: 100, ...(search && { search }) },
          { as },
        )
        return data.items.some((item) => item.id === id)
      }
      expect(await isWaiting(tomas)).toBe(true)
      await app.ask('prayers.pray', { id }, { as: tomas })
      const { content } = await read(tomas)
      expect([await isWaiting(tomas), await isWaiting(tomas, content.slice(0, 25))]).toEqual([false, false])
      expect([await isWaiting(hannah), await isWaiting(hannah, content.slice(0, 25))]).toEqual([true, true])
      app.advance(12 * 3_600_000)
      tomas = await app.signIn('tomas')
      hannah = await app.signIn('hannah')
      expect(await isWaiting(tomas)).toBe(true)
    })

    it('is counted rightly when it is said and taken back at once', async () => {
      await app.ask('prayers.pray', { id }, { as: tomas })
      await Promise.all(Array.from({ length: 20 }, () => app.ask('prayers.unpray', { id }, { as: tomas })))
      expect((await read(hannah)).pray_count).toBe(0)
    })
  })

  describe('how many prayed', () => {
    const hide = async (value: boolean, where = app) => {
      const peter = await where.person('peter')
      await where.ctx.transaction((ctx) => writeSetting(ctx, peter, 'shows_pray_counts', !value))
    }

    it('is not told to others when the author does not want it', async () => {
      await app.ask('prayers.edit', { id, shows_pray_count: false }, { as: hannah })
      expect((await app.ask('prayers.pray', { id }, { as: tomas })).data).toMatchObject({
        pray_count: null,
        has_prayed: true,
      })
      for (const as of [tomas, await app.signIn('peter'), undefined]) expect((await read(as)).pray_count).toBeNull()
      expect(await read(hannah)).toMatchObject({ pray_count: 1, shows_pray_count: false })
    })

    it('is not told to a reader who does not want it', async () => {
      const user_id = await app.person('tomas')
      await app.ctx.db.insertInto('preferences').values({ user_id, notify: '{}', shows_pray_counts: false }).execute()
      expect((await read(tomas)).pray_count).toBeNull()
      expect((await read()).pray_count).toBe(0)
      await app.ctx.db.deleteFrom('preferences').where('user_id', '=', user_id).execute()
    })

    it('is told to nobody but the author when the site does not want it', async () => {
      await hide(true)
      app.app.cache.clear()
      for (const as of [tomas, undefined]) expect((await read(as)).pray_count).toBeNull()
      expect(
        (await app.ask('prayers.list', {}, { as: tomas })).data.items.every(({ pray_count }) => pray_count === null),
      ).toBe(true)
      expect((await read(hannah)).pray_count).toBe(0)
      await hide(false)
      app.app.cache.clear()
      expect((await read()).pray_count).toBe(0)
    })

    it('cannot be read from the order of those who wait', async () => {
      const own = await newTestApp()
      const author = await own.person('hannah')
      const crowd = await own.createMembers(5)
      const make = async (prayed: number, shows_pray_count: boolean): Promise<string> => {
        own.advance(60_000)
        const made = await makePrayer(own.ctx, author, { shows_pray_count })
        for (const as of crowd.slice(0, prayed)) await own.ask('prayers.pray', { id: made }, { as })
        return made
      }
      const order = async () =>
        (await own.ask('prayers.list', { view: 'waiting' })).data.items.map((prayer) => prayer.id)
      const none = await make(0, true)
      const hiddenThree = await make(3, false)
      const one = await make(1, true)
      const hiddenFive = await make(5, false)
      const five = await make(5, true)
      // A hidden number of three orders like none, one of five like four.
      expect(await order()).toEqual([hiddenThree, none, one, hiddenFive, five])
      await hide(true, own)
      await own.runJobs()
      expect(await order()).toEqual([one, hiddenThree, none, five, hiddenFive])
      await hide(false, own)
      await own.runJobs()
      expect(await order()).toEqual([hiddenThree, none, one, hiddenFive, five])
    })
  })

  describe('following', () => {
    it('is told to the follower alone', async () => {
      expect((await app.ask('prayers.follow', { id }, { as: tomas })).data).toEqual({ is_following: true })
      expect((await app.ask('prayers.follow', { id }, { as: tomas })).status).toBe(200)
      expect((await read(tomas)).is_following).toBe(true)
      expect((await read(hannah)).is_following).toBe(false)
      const isListed = async (as: string) =>
        (await app.ask('prayers.list', { following: true }, { as })).data.items.some((item) => item.id === id)
      expect([await isListed(tomas), await isListed(hannah)]).toEqual([true, false])
      expect((await app.ask('prayers.one', { id }, { as: hannah })).text).not.toContain(await app.person('tomas'))
      expect((await app.ask('prayers.unfollow', { id }, { as: tomas })).data).toEqual({ is_following: false })
      expect((await read(tomas)).is_following).toBe(false)
    })
  })

  describe('deleting several', () => {
    const make = async (who: 'hannah' | 'tomas', part = {}) => await makePrayer(app.ctx, await app.person(who), part)

    it('deletes all of one’s own, by body or by query', async () => {
      const [one, two, three] = [await make('hannah'), await make('hannah'), await make('hannah')]
      const answer = await app.ask('prayers.delete_batch', { ids: [one, two, one] }, { as: hannah })
      expect(answer.data.ids).toEqual([one, two])
      const byQuery = await app.fetch(`/api/prayers/batch?ids=${three},${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${hannah}` },
      })
      expect(byQuery.status).toBe(200)
      for (const gone of [one, two, three, id])
        expect((await app.ask('prayers.one', { id: gone }, { as: hannah })).status).toBe(404)
    })

    it('deletes none when one is another’s, is not there, or cannot be known', async () => {
      const foreign = await make('tomas')
      const secret = await make('tomas', { visibility: 'private' })
      const missing = crypto.randomUUID()
      const texts = new Set<string>()
      for (const other of [foreign, secret, missing]) {
        const answer = await app.ask('prayers.delete_batch', { ids: [id, other] }, { as: hannah })
        expect(answer.status).toBe(404)
        texts.add(answer.text)
      }
      expect(texts.size).toBe(1)
      expect((await read(hannah)).id).toBe(id)
    })

    it('lets a moderator delete what everybody reads, writes each one down, and tells its author', async () => {
      const other = await make('tomas')
      const ruth = await app.signIn('ruth')
      await app.ask('prayers.delete_batch', { ids: [id, other], reason: 'Advertising' }, { as: ruth })
      const acts = await app.ctx.db.selectFrom('audit_log').selectAll().where('reason', '=', 'Advertising').execute()
      expect(new Set(acts.map(({ target_id }) => target_id))).toEqual(new Set([id, other]))
      await app.runJobs()
      for (const [author, one] of [['hannah', id] as const, ['tomas', other] as const]) {
        const as = await app.signIn(author)
        const { data } = await app.ask('decisions.own', {}, { as })
        const decision = data.find(({ prayer_request_id }) => prayer_request_id === one)
        expect(decision).toMatchObject({ decision: 'removed', may_appeal: true })
        const told = (await app.ask('notifications.list', {}, { as })).data.items
        expect(told.map(({ decision_id }) => decision_id)).toContain(decision?.id)
      }
    })

    it('says that an id is none, and takes a hundred at most', async () => {
      const bad = await app.ask('prayers.delete_batch', { ids: [id, 'nothing'] }, { as: hannah })
      expect(bad.problem).toMatchObject({ status: 400, code: 'prayers.invalid_id' })
      expect(bad.problem.detail).toBe('Invalid prayer ID format. Must be a valid UUID.')
      const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
      expect((await app.ask('prayers.delete_batch', { ids }, { as: hannah })).status).toBe(400)
      expect((await app.ask('prayers.delete_batch', { ids: [] }, { as: hannah })).status).toBe(400)
    })
  })

  describe('earlier words', () => {
    it('are shown to moderators, but none that was meant for fewer people', async () => {
      const author = await app.signIn('hannah')
      id = await makePrayer(app.ctx, await app.person('hannah'), {
        content: 'canary-first: for myself',
        visibility: 'private',
      })
      const say = (change: object) => app.ask('prayers.edit', { id, ...change }, { as: author })
      await say({ content: 'For my father', visibility: 'members' })
      await say({ content: 'For my father and my mother', title: 'My parents' })
      await say({ content: 'For my family' })
      const { status, data } = await app.ask('prayers.edits', { id }, { as: await app.signIn('ruth') })
      expect(status).toBe(200)
      expect(new Map(data.map(({ title, content }) => [content, title]))).toEqual(
        new Map([
          ['For my father and my mother', 'My parents'],
          ['For my father', null],
        ]),
      )
    })

    it('stay the care team’s where they were of danger, also once it has published the later ones', async () => {
      const author = await app.signIn('hannah')
      const content = 'I want to kill myself tonight, I have the pills here. canary-taken-back'
      const { data } = await app.ask('prayers.create', { content }, { as: author })
      expect(data.publication).toBe('held')
      await app.ask('prayers.edit', { id: data.id, content: 'Please pray for my family.' }, { as: author })
      await app.ask('review.publish', { id: data.id }, { as: await app.signIn('ines') })
      const earlier = await app.ask('prayers.edits', { id: data.id }, { as: await app.signIn('ruth') })
      expect(earlier.status).toBe(200)
      expect(earlier.data).toEqual([])
    })

    it('go on after the first hundred', async () => {
      await app.ask('prayers.edit', { id, content: 'Later words' }, { as: await app.signIn('hannah') })
      const { content, created_at } = await app.ctx.db
        .selectFrom('prayer_edits')
        .select(['content', 'created_at'])
        .where('prayer_request_id', '=', id)
        .executeTakeFirstOrThrow()
      const later = Array.from({ length: HISTORY_PAGE }, () => ({
        id: randomUUID(),
        prayer_request_id: id,
        title: null,
        content: 'Between',
        visibility: 'public' as const,
        edited_by: null,
        created_at: new Date(Date.parse(created_at) + 1000).toISOString(),
      }))
      await app.ctx.db.insertInto('prayer_edits').values(later).execute()
      const as = await app.signIn('ruth')
      const list = async (page: number) =>
        (await app.ask('prayers.edits', { id, page }, { as })).data.map((one) => one.content)
      expect(await list(0)).toEqual(later.map((one) => one.content))
      expect(await list(1)).toEqual([content])
    })
  })
})
