import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../../contract/prayers.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer } from '../../../test/make.ts'
import { walk } from '../../../test/walk.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'

describe('prayers', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string

  beforeAll(async () => {
    hannah = await app.signIn('hannah')
    tomas = await app.signIn('tomas')
  })

  const post = async (input: Record<string, unknown> = {}) => {
    const { data, status, text } = await app.ask(
      'prayers.create',
      { content: 'My father is in hospital. Please pray.', ...input },
      { as: hannah },
    )
    expect(status, text).toBe(200)
    return data
  }

  describe('asking', () => {
    it('saves the words as they were written, and sorts them into categories at once', async () => {
      const prayer = await post({
        title: '  Surgery  ',
        content: 'My mother has surgery tomorrow.\r\nPray for the doctors.',
      })
      expect(prayer).toMatchObject({
        title: 'Surgery',
        content: 'My mother has surgery tomorrow.\nPray for the doctors.',
        categories: [{ name: 'Health', is_machine_generated: true }],
        is_mine: true,
      })
      const { data } = await app.ask('prayers.one', { id: prayer.id })
      expect(data.categories[0]).toMatchObject({ name: 'Health', is_machine_generated: true })
      expect(data.language).toBe('en')
      const links = await app.ask('prayers.categories', { id: prayer.id })
      expect(links.data[0]).toMatchObject({
        prayer_request_id: prayer.id,
        category_id: data.categories[0]?.id,
        is_machine_generated: true,
      })
    })

    it('makes ids that do not tell the time', async () => {
      expect((await post()).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    })

    it('does once what is sent twice with the same key', async () => {
      const headers = { 'idempotency-key': 'the-same-key-1' }
      const send = (content: string) => app.ask('prayers.create', { content }, { as: hannah, headers })
      const [first, second] = await Promise.all([send('Twice the same words'), send('Twice the same words')])
      expect(new Set([first.data.id, second.data.id]).size).toBe(1)
      const third = await send('Twice the same words')
      expect(third.text).toBe(first.text)
      expect((await send('Other words')).problem).toMatchObject({ status: 409, code: 'request.key_reused' })
      const mine = await app.ask('prayers.list', { mine: true, pageSize: 100 }, { as: hannah })
      expect(mine.data.items.filter(({ content }) => content === 'Twice the same words')).toHaveLength(1)
      // Idempotency keys are per user: the same key of somebody else is another request.
      expect((await app.ask('prayers.create', { content: 'Tomás writes' }, { as: tomas, headers })).data.content).toBe(
        'Tomás writes',
      )
    })

    it('slows down who posts far too much, and says when to come back', async () => {
      const strict = await newTestApp({ limit_scale: 1 })
      const as = await strict.signIn('hannah')
      const answers = []
      for (let times = 0; times < 21; times += 1)
        answers.push(await strict.ask('prayers.create', { content: `Request ${times}` }, { as }))
      expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true)
      expect(answers[20]?.problem).toMatchObject({
        status: 429,
        code: 'prayers.too_many_today',
        alias: 'prayers.too_many_this_hour',
      })
      expect(Number(answers[20]?.headers.get('retry-after'))).toBeGreaterThan(0)

      await strict.writeSetting('prayers_per_hour', 50)
      expect((await strict.ask('prayers.create', { content: 'One more' }, { as })).status).toBe(200)
      await strict.writeSetting('prayers_per_hour', 5)
      expect((await strict.ask('prayers.create', { content: 'Too many' }, { as })).status).toBe(429)
      // Words of danger are kept, never refused.
      const content = 'I do not want to live anymore. I have saved up my pills.'
      const { data } = await strict.ask('prayers.create', { content }, { as })
      expect(data).toMatchObject({ publication: 'held', held_reason: 'crisis' })
    })
  })

  describe('reading', () => {
    it('walks pages and cursors to the same end, without gaps or repeats', async () => {
      const own = await newTestApp()
      const author = await own.person('hannah')
      for (let index = 0; index < 25; index += 1) {
        await makePrayer(own.ctx, author, { content: `Request ${index}`, is_anonymous: index % 3 === 0 })
        own.advance(7 * 60_000)
      }
      const byPage: string[] = []
      for (const page of [0, 1, 2])
        byPage.push(...(await own.ask('prayers.list', { page, pageSize: 10 })).data.items.map(({ id }) => id))
      for (const view of ['newest', 'waiting']) {
        const byCursor = await walk(own, 'prayers.list', { pageSize: 4, view })
        expect(new Set(byCursor).size).toBe(25)
        if (view === 'newest') expect(byCursor).toEqual(byPage)
      }
    })

    it('tells no time through a cursor, and takes no made-up one', async () => {
      await post()
      await post()
      const { data } = await app.ask('prayers.list', { pageSize: 1 })
      const time = data.items[0]?.created_at.slice(0, 7) ?? ''
      // Longer than what is ever in it by chance.
      expect(time).toHaveLength(7)
      expect(Buffer.from(data.next_cursor ?? '', 'base64url').toString('latin1')).not.toContain(time)
      expect((await app.ask('prayers.list', { pageSize: 1 })).data.next_cursor).toBe(data.next_cursor)
      for (const cursor of ['x', 'AAAA', `${data.next_cursor}A`.slice(2), Buffer.alloc(60).toString('base64url')]) {
        expect((await app.ask('prayers.list', { cursor })).status).toBe(400)
      }
      // A cursor of one view is not valid in another.
      expect((await app.ask('prayers.list', { cursor: data.next_cursor, view: 'waiting' })).status).toBe(400)
    })

    it('places an anonymous request no more exactly than it shows its time', async () => {
      const own = await newTestApp()
      own.advance(HOUR_MS - (own.ctx.clock().getTime() % HOUR_MS))
      const author = await own.person('hannah')
      own.advance(50 * 60_000)
      const anonymous = await makePrayer(own.ctx, author, { content: 'anonymous', is_anonymous: true })
      const hour = new Date(Math.floor(own.ctx.clock().getTime() / HOUR_MS) * HOUR_MS).toISOString()
      const { data } = await own.ask('prayers.list')
      expect(data.items[0]).toMatchObject({ id: anonymous, created_at: hour, updated_at: hour, author: null })
      const { listed_at } = await own.ctx.db.selectFrom('prayers').select('listed_at').executeTakeFirstOrThrow()
      expect(listed_at).toBe(hour)
    })

    it('puts one first that comes to others, and leaves it there when more may read it', async () => {
      const own = await newTestApp()
      const [author, as] = [await own.person('hannah'), await own.signIn('hannah')]
      const newest = async () => (await own.ask('prayers.list', {}, { as })).data.items.map(({ id }) => id)
      const kept = await makePrayer(own.ctx, author, { visibility: 'private' })
      own.advance(60_000)
      const later = await makePrayer(own.ctx, author)
      own.advance(60_000)
      await own.ask('prayers.edit', { id: kept, visibility: 'members' }, { as })
      expect(await newest()).toEqual([kept, later])
      own.advance(60_000)
      const last = await makePrayer(own.ctx, author)
      await own.ask('prayers.edit', { id: kept, visibility: 'public' }, { as })
      expect(await newest()).toEqual([last, kept, later])
    })

    it('names the way to go deep when a page is too deep', async () => {
      const answer = await app.ask('prayers.list', { page: 501 })
      expect(answer.problem).toMatchObject({ status: 400, code: 'prayers.too_deep' })
      expect(answer.problem.detail).toContain('cursor')
      expect((await app.ask('prayers.list', { page: 500 })).data.items).toEqual([])
    })
  })

  describe('editing and deleting', () => {
    it('lets the author change words and audience, keeps the old words, and sorts anew', async () => {
      const { id } = await post({ content: 'My father is in hospital after his operation' })
      await app.runJobs()
      const answer = await app.ask(
        'prayers.edit',
        { id, content: 'I lost my job and look for new work', visibility: 'members' },
        { as: hannah },
      )
      expect(answer.data).toMatchObject({
        content: 'I lost my job and look for new work',
        visibility: 'members',
        may: { edit: true, delete: true },
      })
      await app.runJobs()
      expect((await app.ask('prayers.one', { id }, { as: hannah })).data.categories[0]?.name).toBe('Work')
      const edits = await app.ctx.db
        .selectFrom('prayer_edits')
        .selectAll()
        .where('prayer_request_id', '=', id)
        .execute()
      expect(edits.map(({ content }) => content)).toEqual(['My father is in hospital after his operation'])
      expect((await app.ask('prayers.one', { id })).status).toBe(404)
    })

    /** A site whose only request is one of Hannah, about health. */
    const startOwn = async (visibility: Visibility) => {
      const own = await newTestApp()
      const as = await own.signIn('hannah')
      const words = { content: 'My mother has cancer and begins chemotherapy', visibility }
      const { id } = (await own.ask('prayers.create', words, { as })).data
      await own.runJobs()
      const health = async () => (await own.ask('categories.counts')).data.find(({ name }) => name === 'Health')?.count
      return { own, as, id, health }
    }

    it('removes a deleted request everywhere, at once, also for its author, and moves the counts', async () => {
      const { own, as, id, health } = await startOwn('public')
      expect(await health()).toBe(1)
      expect((await own.ask('prayers.list')).data.items).toHaveLength(1)
      expect((await own.ask('prayers.delete', { id }, { as: await own.signIn('ruth') })).status).toBe(200)
      expect(await health()).toBe(0)
      expect((await own.ask('prayers.list')).data.items).toEqual([])
      expect((await own.ask('prayers.one', { id }, { as })).status).toBe(404)
      expect((await own.ask('prayers.delete', { id }, { as })).status).toBe(404)
    })

    it('counts a request in or out as its audience changes', async () => {
      const { own, as, id, health } = await startOwn('members')
      expect(await health()).toBe(0)
      await own.ask('prayers.edit', { id, visibility: 'public' }, { as })
      expect(await health()).toBe(1)
      await own.ask('prayers.edit', { id, visibility: 'team' }, { as })
      expect(await health()).toBe(0)
    })
  })

  describe('praying', () => {
    let id: string
    beforeEach(async () => {
      ;({ id } = await post())
    })

    it('counts a person once, and lets them pray again after the cooldown without counting twice', async () => {
      const first = await app.ask('prayers.pray', { id }, { as: tomas })
      expect(first.data).toMatchObject({ pray_count: 1, has_prayed: true })
      app.advance(HOUR_MS / 12)
      const again = await app.ask('prayers.pray', { id }, { as: tomas })
      expect(again.data).toEqual(first.data)
      // A quarter of an hour past the cooldown; the token has expired by then.
      app.advance(12 * HOUR_MS)
      const later = await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
      expect(later.data.pray_count).toBe(1)
      expect(later.data.next_at > first.data.next_at).toBe(true)
      hannah = await app.signIn('hannah')
      tomas = await app.signIn('tomas')
      const seen = await app.ask('prayers.one', { id }, { as: hannah })
      expect(seen.data).toMatchObject({ pray_count: 1, has_prayed: false })
      expect((await app.ask('prayers.one', { id }, { as: tomas })).data.has_prayed).toBe(true)
    })
  })
})
