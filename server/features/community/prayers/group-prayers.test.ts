import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readActs } from '../../../test/audit-log.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setMember } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { walk } from '../../../test/walk.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { truncateToHour } from './prayers.rules.ts'

describe('requests inside of groups', () => {
  const app = sharedTestApp()
  let id: string
  const token = {} as Record<PersonName, string>
  const user = {} as Record<PersonName, string>
  const names = ['hannah', 'tomas', 'grace', 'marcos', 'ruth', 'peter'] as const

  beforeAll(async () => {
    for (const name of names) user[name] = await app.person(name)
  })
  beforeEach(async () => {
    // Signs in again, because the clock is moved and tokens live ten minutes.
    for (const name of names) token[name] = await app.signIn(name)
    // Hannah is its owner, Tomás a member.
    id = await makeGroup(app.ctx, [user.hannah, user.tomas])
  })

  const as = (name: PersonName) => ({ as: token[name] })
  const at = () => app.ctx.clock().toISOString()
  const words = () => `Please pray. canary-${randomUUID()}`
  const setGroup = (change: Record<string, unknown>) =>
    app.ctx.db.updateTable('groups').set(change).where('id', '=', id).execute()
  const inGroup = (author: PersonName, part = {}) =>
    makePrayer(app.ctx, user[author], { visibility: 'group', group_id: id, ...part })
  const listed = async (name: PersonName, input = {}) =>
    (await app.ask('prayers.in_group', { id, ...input }, as(name))).data.items.map((prayer) => prayer.id)
  const noticesOf = async (name: PersonName) =>
    (await app.ask('notifications.list', {}, as(name))).data.items.filter(({ kind }) => kind === 'group')

  describe('of authors who left', () => {
    const category = async () =>
      (await app.ctx.db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()).id
    /** Calls of an author about their own request and its update, with what the others see of it when they succeed. */
    const acts = (prayer: string, update: string) =>
      [
        ['prayers.edit', { id: prayer, content: words() }],
        ['prayers.edit', { id: prayer, visibility: 'public' }],
        ['prayers.edit', { id: prayer, status: 'answered' }],
        ['updates.create', { id: prayer, content: words() }],
        ['updates.edit', { id: prayer, updateId: update, content: words() }],
        ['prayers.pray', { id: prayer }],
        ['prayers.follow', { id: prayer }],
        ['reactions.create', { prayer_request_id: prayer, type: 'amen' }],
        ['reactions.create', { update_id: update, type: 'amen' }],
      ] as const

    it.each([
      ['left', () => app.ask('groups.leave', { id }, as('tomas'))],
      ['was removed', () => app.ask('groups.delete_member', { id, userId: user.tomas }, as('hannah'))],
      ['was banned', () => app.ask('groups.edit_member', { id, userId: user.tomas, status: 'banned' }, as('hannah'))],
    ])('nothing is possible but to delete, when the author %s', async (_, leave) => {
      const prayer = await inGroup('tomas')
      const { data: update } = await app.ask('updates.create', { id: prayer, content: words() }, as('tomas'))
      expect((await leave()).status).toBe(200)
      await app.runJobs()
      const followed = await noticesOf('hannah')
      const before = await app.ctx.db.selectFrom('prayers').selectAll().where('id', '=', prayer).execute()
      for (const [name, input] of acts(prayer, update.id)) {
        const { status, problem } = await app.ask(name, input, as('tomas'))
        expect([name, status], problem.detail).toEqual([name, 'update_id' in input ? 404 : 403])
      }
      const links = { id: prayer, categoryIds: [await category()] }
      expect((await app.ask('classifications.replace_links', links, as('tomas'))).status).toBe(403)
      const { data: read } = await app.ask('prayers.one', { id: prayer }, as('tomas'))
      expect(read.may).toEqual({ edit: false, delete: true, categorize: false })
      await app.runJobs()
      expect(await noticesOf('hannah')).toEqual(followed)
      expect(await app.ctx.db.selectFrom('prayers').selectAll().where('id', '=', prayer).execute()).toEqual(before)
      expect((await app.ask('updates.delete', { id: prayer, updateId: update.id }, as('tomas'))).status).toBe(200)
      expect((await app.ask('prayers.delete', { id: prayer }, as('tomas'))).status).toBe(200)
    })

    it('a call that removes and a call that edits at the same moment: an edit is before or not at all', async () => {
      const prayer = await inGroup('tomas')
      const content = words()
      const [edited] = await Promise.all([
        app.ask('prayers.edit', { id: prayer, content }, as('tomas')),
        app.ask('groups.delete_member', { id, userId: user.tomas }, as('hannah')),
      ])
      const { data } = await app.ask('prayers.one', { id: prayer }, as('tomas'))
      expect(data.content === content).toBe(edited.status === 200)
    })
  })

  describe('sharing', () => {
    it('takes the group from the address, whatever is said inside', async () => {
      const other = await makeGroup(app.ctx, [user.marcos])
      const input = { id, content: words(), group_id: other, visibility: 'public' }
      const { status, data } = await app.ask('prayers.create_in_group', input, as('tomas'))
      expect([status, data.group_id, data.visibility]).toEqual([200, id, 'group'])
      expect(await listed('hannah')).toEqual([data.id])
    })

    it('makes one request for each of several groups', async () => {
      const other = await makeGroup(app.ctx, [user.marcos, user.tomas])
      // Without a canary: the same text is shared in two groups.
      const input = { content: 'Please pray for rain.', visibility: 'group', group_ids: [id, other, id] }
      const { data } = await app.ask('prayers.create', input, as('tomas'))
      const ids = [data.id, ...(data.other_ids ?? [])]
      const rows = await app.ctx.db.selectFrom('prayers').select('group_id').where('id', 'in', ids).execute()
      expect(new Set(rows.map(({ group_id }) => group_id))).toEqual(new Set([id, other]))
      expect(await listed('hannah')).toHaveLength(1)
    })

    it('shares with all of the groups or with none', async () => {
      const foreign = await makeGroup(app.ctx, [user.marcos])
      const content = words()
      const input = { content, visibility: 'group', group_ids: [id, foreign] }
      expect((await app.ask('prayers.create', input, as('tomas'))).problem.code).toBe('groups.not_found')
      expect(await app.ctx.db.selectFrom('prayers').select('id').where('content', '=', content).execute()).toEqual([])
    })

    it.each([
      ['no group', { visibility: 'group' }],
      ['an empty list', { visibility: 'group', group_ids: [] }],
      ['a group and a list', { visibility: 'group', group_id: 'own', group_ids: ['own'] }],
      ['a group for everybody', { visibility: 'public', group_id: 'own' }],
      ['a list for everybody', { visibility: 'public', group_ids: ['own'] }],
      ['eleven groups', { visibility: 'group', group_ids: Array.from({ length: 11 }, () => randomUUID()) }],
    ])('refuses %s', async (_, input) => {
      const filled = JSON.parse(JSON.stringify({ content: words(), ...input }).replaceAll('"own"', `"${id}"`)) as object
      expect((await app.ask('prayers.create', { ...filled }, as('tomas'))).status).toBe(400)
    })

    it('is for leaders alone where the group says so, in every call', async () => {
      await setGroup({ posting: 'leaders' })
      const mine = await makePrayer(app.ctx, user.tomas)
      const target = { visibility: 'group', group_id: id }
      const tries = [
        await app.ask('prayers.create', { content: words(), ...target }, as('tomas')),
        await app.ask('prayers.create', { content: words(), visibility: 'group', group_ids: [id] }, as('tomas')),
        await app.ask('prayers.create_in_group', { id, content: words() }, as('tomas')),
        await app.ask('prayers.edit', { id: mine, ...target }, as('tomas')),
      ]
      for (const { problem } of tries) expect(problem).toMatchObject({ status: 403, code: 'groups.leaders_only' })
      await setMember(app.ctx, id, user.tomas, { role: 'leader' })
      expect((await app.ask('prayers.create_in_group', { id, content: words() }, as('tomas'))).status).toBe(200)
      expect((await app.ask('prayers.edit', { id: mine, ...target }, as('tomas'))).status).toBe(200)
    })

    it('moves a request in and out as its author wishes, into groups of theirs only', async () => {
      const mine = await makePrayer(app.ctx, user.tomas)
      const foreign = await makeGroup(app.ctx, [user.marcos])
      const move = (input: object) => app.ask('prayers.edit', { id: mine, ...input }, as('tomas'))
      expect((await move({ visibility: 'group', group_id: foreign })).problem.code).toBe('groups.not_found')
      expect((await move({ visibility: 'group' })).status).toBe(400)
      expect((await move({ visibility: 'group', group_id: id })).data.group_id).toBe(id)
      expect((await app.ask('prayers.one', { id: mine }, as('grace'))).status).toBe(404)
      expect((await move({ group_id: foreign })).problem.code).toBe('groups.not_found')
      expect((await move({ visibility: 'members' })).data.group_id).toBeNull()
      expect(await listed('hannah')).toEqual([])
    })

    it('puts one that comes in first, where it stays, and counts it as new', async () => {
      const mine = await makePrayer(app.ctx, user.tomas)
      app.advance(60_000)
      const later = await inGroup('tomas')
      app.advance(1000)
      await app.ask('groups.see', { id }, as('hannah'))
      app.advance(1000)
      await app.ask('prayers.edit', { id: mine, visibility: 'group', group_id: id }, as('tomas'))
      expect((await app.ask('groups.one', { id }, as('hannah'))).data.new_count).toBe(1)
      expect(await listed('hannah')).toEqual([mine, later])
      app.advance(1000)
      await app.ask('prayers.edit', { id: mine, content: words() }, as('tomas'))
      expect(await listed('hannah')).toEqual([mine, later])
    })

    it('puts it first again once a day at most, however often it goes and comes', async () => {
      const mine = await makePrayer(app.ctx, user.tomas)
      const comeAgain = async () => {
        await app.ask('prayers.edit', { id: mine, visibility: 'private' }, as('tomas'))
        await app.ask('prayers.edit', { id: mine, visibility: 'group', group_id: id }, as('tomas'))
      }
      app.advance(60_000)
      await comeAgain()
      app.advance(60_000)
      const later = await inGroup('tomas')
      app.advance(60_000)
      await comeAgain()
      expect(await listed('hannah')).toEqual([later, mine])
      app.advance(24 * HOUR_MS)
      for (const name of ['tomas', 'hannah'] as const) token[name] = await app.signIn(name)
      await comeAgain()
      expect(await listed('hannah')).toEqual([mine, later])
    })

    it('tells the hour alone in which an anonymous one comes in, by its place too', async () => {
      const mine = await makePrayer(app.ctx, user.tomas, { is_anonymous: true })
      // To half past a later hour.
      app.advance(2.5 * HOUR_MS - (app.ctx.clock().getTime() % HOUR_MS))
      for (const name of ['tomas', 'hannah'] as const) token[name] = await app.signIn(name)
      const named = await inGroup('tomas')
      app.advance(60_000)
      const came_in = truncateToHour(at())
      await app.ask('prayers.edit', { id: mine, visibility: 'group', group_id: id }, as('tomas'))
      const listedAt = async () =>
        (await app.ctx.db.selectFrom('prayers').select('listed_at').where('id', '=', mine).executeTakeFirstOrThrow())
          .listed_at
      expect([await listed('hannah'), await listedAt()]).toEqual([[named, mine], came_in])
      // With the name put on it keeps that place.
      app.advance(60_000)
      await app.ask('prayers.edit', { id: mine, is_anonymous: false }, as('tomas'))
      expect([await listed('hannah'), await listedAt()]).toEqual([[named, mine], came_in])
    })

    it('lets who has left take their request out, and puts nothing back', async () => {
      const mine = await inGroup('tomas')
      await app.ask('groups.leave', { id }, as('tomas'))
      expect((await app.ask('prayers.delete_from_group', { id, prayerId: mine }, as('tomas'))).status).toBe(200)
      expect((await app.ask('prayers.edit', { id: mine, content: words() }, as('tomas'))).status).toBe(200)
      const back = { id: mine, visibility: 'group', group_id: id }
      expect((await app.ask('prayers.edit', back, as('tomas'))).problem.code).toBe('groups.not_found')
    })
  })

  describe('reading', () => {
    it.each(['newest', 'waiting', 'answered'] as const)('goes page by page, %s', async (view) => {
      const ids: string[] = []
      for (let made = 0; made < 5; made += 1) {
        app.advance(60_000)
        ids.unshift(await inGroup('tomas', { is_anonymous: made === 2 }))
      }
      if (view === 'answered') {
        for (const one of ids) await app.ask('prayers.edit', { id: one, status: 'answered' }, as('tomas'))
      }
      const byNumber = [
        ...(await listed('hannah', { view, pageSize: 3 })),
        ...(await listed('hannah', { view, pageSize: 3, page: 1 })),
      ]
      const seen = await walk(app, 'prayers.in_group', { id, view, pageSize: 2 }, token.hannah)
      expect(seen.toSorted()).toEqual(ids.toSorted())
      expect(byNumber).toEqual(seen)
    })

    it('ends with the membership, on the next call', async () => {
      const mine = await inGroup('hannah')
      expect(await listed('tomas')).toEqual([mine])
      await app.ask('groups.delete_member', { id, userId: user.tomas }, as('hannah'))
      const list = await app.ask('prayers.in_group', { id }, as('tomas'))
      const missing = await app.ask('prayers.in_group', { id: randomUUID() }, as('tomas'))
      expect([list.status, list.text]).toEqual([404, missing.text])
      const page = await app.ask('prayers.one', { id: mine }, as('tomas'))
      expect([page.status, page.text]).toEqual([
        404,
        (await app.ask('prayers.one', { id: randomUUID() }, as('tomas'))).text,
      ])
      expect((await app.ask('prayers.of_groups', {}, as('tomas'))).text).not.toContain(mine)
      for (const name of ['prayers.pray', 'prayers.follow'] as const)
        expect((await app.ask(name, { id: mine }, as('tomas'))).status).toBe(404)
    })

    it('writes down that an administrator looked in, and still hides who wrote', async () => {
      const mine = await inGroup('hannah', { is_anonymous: true })
      const { data } = await app.ask('prayers.in_group', { id }, as('peter'))
      expect(data.items.map((prayer) => [prayer.id, prayer.author])).toEqual([[mine, null]])
      const acts = (await readActs(app.ctx, id)).filter(({ action }) => action === 'groups.read_prayers')
      expect(acts).toMatchObject([{ actor_id: user.peter }])
      expect((await app.ask('prayers.one', { id: mine }, as('peter'))).status).toBe(404)
    })

    it('brings the newest of all one’s groups together', async () => {
      const other = await makeGroup(app.ctx, [user.grace, user.hannah])
      const foreign = await makeGroup(app.ctx, [user.marcos])
      await setMember(app.ctx, id, user.grace)
      const ids: string[] = []
      for (let made = 0; made < 6; made += 1) {
        app.advance(60_000)
        const group_id = made % 2 === 0 ? id : other
        ids.unshift(await makePrayer(app.ctx, user.hannah, { visibility: 'group', group_id }))
      }
      await makePrayer(app.ctx, user.marcos, { visibility: 'group', group_id: foreign })
      await makePrayer(app.ctx, user.hannah)
      expect(await walk(app, 'prayers.of_groups', { pageSize: 4 }, token.grace)).toEqual(ids)
    })

    it('counts for each member what others shared since they last looked', async () => {
      const counted = async (name: PersonName) => (await app.ask('groups.one', { id }, as(name))).data.new_count
      app.advance(1000)
      await inGroup('tomas')
      app.advance(1000)
      await inGroup('tomas', { is_anonymous: true })
      const held = await inGroup('tomas')
      await app.ctx.db.updateTable('prayers').set({ publication: 'held' }).where('id', '=', held).execute()
      expect([await counted('hannah'), await counted('tomas')]).toEqual([2, 0])
      const { data } = await app.ask('groups.list', { mine: 'true', pageSize: 100 }, as('hannah'))
      expect(data.items.find((group) => group.id === id)?.new_count).toBe(2)

      app.advance(1000)
      expect((await app.ask('groups.see', { id }, as('hannah'))).status).toBe(200)
      expect(await counted('hannah')).toBe(0)
      app.advance(1000)
      await inGroup('tomas', { is_anonymous: true })
      expect(await counted('hannah')).toBe(1)

      // A new member has no unread requests, and a non-member learns no number.
      app.advance(1000)
      await setMember(app.ctx, id, user.grace)
      expect([await counted('grace'), await counted('marcos')]).toEqual([0, 0])
      expect((await app.ask('groups.see', { id }, as('marcos'))).status).toBe(404)
    })

    it('tells its name with a request to those alone who can read it there', async () => {
      const request = await inGroup('tomas')
      const { name } = (await app.ask('groups.one', { id }, as('hannah'))).data
      expect((await app.ask('prayers.one', { id: request }, as('hannah'))).data.group_name).toBe(name)
      expect((await app.ask('prayers.one', { id: request }, as('marcos'))).text).not.toContain(name)
      expect(
        (await app.ask('prayers.one', { id: await inGroup('tomas', { visibility: 'public', group_id: null }) })).data
          .group_name,
      ).toBeNull()
    })

    it('shows nothing to who belongs to no group', async () => {
      const { data } = await app.ask('prayers.of_groups', {}, as('ruth'))
      expect(data).toMatchObject({ items: [], has_more: false, next_cursor: null })
    })

    it('moves no number that others see', async () => {
      const counts = async (name?: PersonName) =>
        (await app.ask('categories.counts', {}, name ? as(name) : {})).text +
        (await app.ask('prayers.list', { pageSize: 100 }, name ? as(name) : {})).text
      const before = [await counts(), await counts('grace'), await counts('ruth')]
      const { data } = await app.ask('prayers.create_in_group', { id, content: words() }, as('tomas'))
      await app.runJobs()
      await app.ask('prayers.pray', { id: data.id }, as('hannah'))
      expect([await counts(), await counts('grace'), await counts('ruth')]).toEqual(before)
      await app.ask('prayers.delete_from_group', { id, prayerId: data.id }, as('hannah'))
      expect([await counts(), await counts('grace'), await counts('ruth')]).toEqual(before)
    })
  })

  describe('taking one out', () => {
    const takeOut = (name: PersonName, prayerId: string) =>
      app.ask('prayers.delete_from_group', { id, prayerId }, as(name))

    it.each([
      ['its author', 'tomas', false],
      ['the owner', 'hannah', true],
      ['an administrator', 'peter', true],
    ] as const)('is for %s: it stays with its author alone', async (_, name, told) => {
      const prayer = await inGroup('tomas', { is_anonymous: true })
      await app.ask('prayers.follow', { id: prayer }, as('hannah'))
      expect(await takeOut(name, prayer)).toMatchObject({ status: 200, data: { id: prayer } })
      const kept = await app.ask('prayers.one', { id: prayer }, as('tomas'))
      expect(kept.data).toMatchObject({ visibility: 'private', group_id: null })
      expect((await app.ask('prayers.one', { id: prayer }, as('hannah'))).status).toBe(404)
      await app.runJobs()
      const notices = (await noticesOf('tomas')).filter(({ prayer_request_id }) => prayer_request_id === prayer)
      expect(notices.map(({ is_mine }) => is_mine)).toEqual(told ? [true] : [])
      expect(await noticesOf('hannah')).toEqual([])
      const acts = await app.ctx.db.selectFrom('audit_log').select('actor_id').where('target_id', '=', prayer).execute()
      expect(acts).toEqual(name === 'peter' ? [{ actor_id: user.peter }] : [])
    })

    it('reaches requests of this group only', async () => {
      const other = await makeGroup(app.ctx, [user.grace, user.hannah])
      const prayer = await makePrayer(app.ctx, user.grace, { visibility: 'group', group_id: other })
      expect((await takeOut('hannah', prayer)).problem.code).toBe('prayers.not_found')
      expect((await takeOut('hannah', await makePrayer(app.ctx, user.grace))).problem.code).toBe('prayers.not_found')
    })
  })
})
