import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { sortNewPrayer } from './classifications.jobs.ts'

const ILL = 'My mother has cancer and begins chemotherapy'

describe('categories of requests', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let ruth: string
  let peter: string
  let category: (key: string) => string
  let id: string

  beforeAll(async () => {
    ;[hannah, tomas, ruth, peter] = await Promise.all([
      app.signIn('hannah'),
      app.signIn('tomas'),
      app.signIn('ruth'),
      app.signIn('peter'),
    ])
    const { data } = await app.ask('categories.list')
    category = (key) => data.find((one) => one.key === key)?.id ?? ''
  })

  const share = async (content = ILL, part: object = {}) => {
    const made = await makePrayer(app.ctx, await app.person('hannah'), { content, ...part })
    await app.ctx.addJob('prayers.classify', { id: made })
    await app.runJobs()
    return made
  }
  beforeEach(async () => {
    // A correction in one test must not affect the next.
    await app.runJobs()
    await app.ctx.db.deleteFrom('classification_examples').execute()
    await app.ctx.db.deleteFrom('classifier_versions').execute()
    id = await share()
  })
  const names = async (of = id) =>
    (await app.ask('prayers.one', { id: of }, { as: hannah })).data.categories.map(({ name, is_machine_generated }) => [
      name,
      is_machine_generated,
    ])
  const count = async (key: string) =>
    (await app.ask('categories.counts')).data.find((one) => one.id === category(key))?.count ?? 0

  describe('chosen by people', () => {
    it('of a new request count at once, or after its job when it cannot be sorted at once', async () => {
      const health = () => app.ctx.db.selectFrom('categories').select('prayer_count').where('key', '=', 'health')
      const countHealth = async () => (await health().executeTakeFirst())?.prayer_count
      const before = (await countHealth()) ?? 0
      const ask = () => app.ask('prayers.create', { content: ILL }, { as: hannah })
      expect((await ask()).data.categories[0]?.name).toBe('Health')
      expect(await countHealth()).toBe(before + 1)
      app.ctx.doAtOnce('prayers.classify', () => Promise.resolve(false))
      const later = await ask()
      app.ctx.doAtOnce('prayers.classify', sortNewPrayer)
      expect(later.data.categories).toEqual([])
      await app.runJobs()
      expect((await app.ask('prayers.one', { id: later.data.id }, { as: hannah })).data.categories[0]?.name).toBe(
        'Health',
      )
      expect(await countHealth()).toBe(before + 2)
    })

    it('replace the machine’s, move the counts, and are touched by no machine', async () => {
      const before = { health: await count('health'), faith: await count('faith') }
      const answer = await app.ask(
        'classifications.replace_links',
        { id, categoryIds: [category('faith'), category('family')] },
        { as: hannah },
      )
      expect(answer.data).toMatchObject([
        { prayer_request_id: id, category_id: category('faith'), is_machine_generated: false, confidence: null },
        { category_id: category('family'), is_machine_generated: false },
      ])
      expect(await count('health')).toBe(before.health - 1)
      expect(await count('faith')).toBe(before.faith + 1)
      await app.ctx.addJob('prayers.classify', { id })
      await app.runJobs()
      await app.ask('classifications.recategorize', { id }, { as: ruth })
      await app.ask('classifications.recategorize_many', { ids: [id] }, { as: peter })
      await app.ask('classifications.recategorize_many', {}, { as: peter })
      await app.runJobs()
      expect(await names()).toEqual([
        ['Faith', false],
        ['Family', false],
      ])
    })

    it('are added one by one, and turn the machine’s choice into theirs', async () => {
      const categories = [
        { prayer_request_id: id, category_id: category('health'), is_machine_generated: true },
        { category_id: category('family') },
      ]
      const answer = await app.ask('classifications.add_links', { id, categories }, { as: hannah })
      expect(answer.data.map((link) => [link.category_id, link.is_machine_generated])).toEqual([
        [category('health'), false],
        [category('family'), false],
      ])
    })

    it('are removed by body or by query', async () => {
      await app.ask(
        'classifications.add_links',
        { id, categories: [{ category_id: category('family') }] },
        { as: hannah },
      )
      await app.ask('classifications.remove_links', { id, category_ids: [category('family')] }, { as: hannah })
      expect(await names()).toEqual([['Health', true]])
      const path = `/api/prayers/${id}/categories?category_ids=${category('health')}`
      await app.fetch(path, { method: 'DELETE', headers: { authorization: `Bearer ${hannah}` } })
      expect(await names()).toEqual([])
    })

    it('belong to the request of the address, are known, and are ten at most', async () => {
      const other = await share()
      const add = (part: object) =>
        app.ask(
          'classifications.add_links',
          { id, categories: [{ category_id: category('family'), ...part }] },
          { as: hannah },
        )
      expect((await add({ prayer_request_id: other })).status).toBe(400)
      expect((await add({ category_id: crypto.randomUUID() })).problem.code).toBe('categories.not_found')
      const { data } = await app.ask('categories.list')
      const all = data.map((one) => one.id)
      expect((await app.ask('classifications.replace_links', { id, categoryIds: all }, { as: hannah })).status).toBe(
        400,
      )
      const nine = all.filter((one) => one !== category('health')).slice(0, 9)
      expect((await app.ask('classifications.replace_links', { id, categoryIds: nine }, { as: hannah })).status).toBe(
        200,
      )
      const two = { id, categories: all.slice(-3).map((category_id) => ({ category_id })) }
      expect((await app.ask('classifications.add_links', two, { as: hannah })).problem.code).toBe('categories.too_many')
      expect(await names()).toHaveLength(9)
    })

    it('may be changed by moderators where everybody reads, which is written down', async () => {
      const links = { id, categoryIds: [category('work')] }
      expect((await app.ask('classifications.replace_links', links, { as: ruth })).status).toBe(200)
      const act = await app.ctx.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).executeTakeFirst()
      expect(act).toMatchObject({ action: 'classifications.change_links', detail: { categories: [category('work')] } })
    })
  })

  describe('sorting again', () => {
    it('answers what the classifier said', async () => {
      const { data } = await app.ask('classifications.recategorize', { id, _t: 1_700_000_000 }, { as: ruth })
      expect(data).toMatchObject({
        success: true,
        results: [{ prayer_request_id: id, categories: [{ name: 'Health' }] }],
      })
      expect(data.results[0]?.categories[0]?.score).toBeGreaterThan(0.5)
    })

    it('speaks the specification’s sentences', async () => {
      const recategorize = async (of: string, as = ruth) =>
        (await app.ask('classifications.recategorize', { id: of }, { as })).problem
      expect(await recategorize('12345')).toMatchObject({
        status: 400,
        detail: 'Invalid prayer ID format. Must be a valid UUID.',
      })
      expect(await recategorize(crypto.randomUUID())).toMatchObject({
        status: 404,
        detail: 'Prayer not found in database',
      })
      await app.ctx.db.updateTable('prayers').set({ content: ' ' }).where('id', '=', id).execute()
      expect(await recategorize(id)).toMatchObject({ status: 400, detail: 'Prayer has no content to classify' })
      const secret = await share(ILL, { visibility: 'private' })
      expect(await recategorize(secret, tomas)).toMatchObject({ status: 404, detail: 'Prayer not found in database' })
      await app.ctx.db.deleteFrom('prayers').where('id', '=', id).execute()
    })

    it('sorts few requests at once, says how, and leaves nothing to do', async () => {
      await app.ctx.db.deleteFrom('prayer_categories').where('prayer_request_id', '=', id).execute()
      const { data } = await app.ask('classifications.recategorize_many', { _t: 1 }, { as: peter })
      expect(data.job).toMatchObject({ status: 'done', done: data.job?.total })
      expect(data.results.find((one) => one.prayer_request_id === id)).toMatchObject({ changed: true })
      expect(await names()).toEqual([['Health', true]])
      app.advance(6 * 60_000)
      await app.runJobs()
      const { job } = (await app.ask('classifications.progress', {}, { as: peter })).data
      expect(job).toEqual(data.job)
    })

    it('is asked for at least one request, or for all', async () => {
      const { status } = await app.ask('classifications.recategorize_many', { ids: [] }, { as: peter })
      expect(status).toBe(400)
    })

    it('goes through all that no person has sorted, one walk at a time, and can be cancelled', async () => {
      const author = await app.person('hannah')
      for (let index = 0; index < 120; index += 1) await makePrayer(app.ctx, author, { content: `${ILL} ${index}` })
      const begun = await app.ask('classifications.recategorize_many', {}, { as: peter })
      expect(begun.data).toMatchObject({ success: true, results: [], job: { status: 'running', done: 0 } })
      expect(begun.data.job?.total).toBeGreaterThanOrEqual(120)
      expect((await app.ask('classifications.recategorize_many', {}, { as: peter })).problem).toMatchObject({
        status: 409,
        code: 'classifications.running',
      })
      await app.runJobs()
      const { job } = (await app.ask('classifications.progress', {}, { as: peter })).data
      expect(job).toMatchObject({ id: begun.data.job?.id, status: 'done', done: begun.data.job?.total })
      expect(job?.changed).toBeGreaterThanOrEqual(120)
      expect((await app.ask('classifications.cancel', {}, { as: peter })).problem.code).toBe(
        'classifications.not_running',
      )
      await app.ask('classifications.recategorize_many', {}, { as: peter })
      expect((await app.ask('classifications.cancel', {}, { as: peter })).data.job.status).toBe('cancelled')
      await app.runJobs()
      expect((await app.ask('classifications.progress', {}, { as: peter })).data.job).toMatchObject({
        status: 'cancelled',
        done: 0,
      })
    })
  })

  describe('that are not sure enough', () => {
    const UNSURE = 'Four hours of sleep in two days'

    it('are not given, suggested or answered, and a moderator looks', async () => {
      const unsure = await share(UNSURE)
      expect(await names(unsure)).toEqual([])
      const doubted = await app.ask('classifications.doubted', { pageSize: 100 }, { as: ruth })
      expect(doubted.data.items.find((one) => one.id === unsure)?.doubts).toEqual(['unsure'])
      const sorted = await app.ask('classifications.recategorize', { id: unsure }, { as: ruth })
      expect(sorted.data.results).toEqual([{ prayer_request_id: unsure, categories: [], changed: false }])
      expect((await app.ask('models.suggest', { text: UNSURE }, { as: hannah })).data.categories).toEqual([])
      expect((await app.ask('models.classify', { text: UNSURE })).data.predictions).toEqual([])
      expect(await names(unsure)).toEqual([])
    })
  })

  describe('for moderators', () => {
    it('lists requests without a category, hardly sorted, or reported, of those that they may read', async () => {
      const author = await app.person('hannah')
      const group = await makeGroup(app.ctx, [author])
      const unsorted = await share('zzz qqq www')
      const hidden = await share('zzz qqq www', { visibility: 'group', group_id: group })
      const hers = await makeGroup(app.ctx, [author, await app.person('ruth')])
      const readOnly = await share('zzz qqq www', { visibility: 'group', group_id: hers })
      const mine = await makePrayer(app.ctx, await app.person('ruth'), { content: 'zzz', visibility: 'private' })
      await app.ctx.addJob('prayers.classify', { id: mine })
      await app.runJobs()
      await app.ask('reports.create', { id, report_type: 'miscategorized' }, { as: tomas })
      const { data } = await app.ask('classifications.doubted', { pageSize: 100 }, { as: ruth })
      const doubts = new Map(data.items.map((one) => [one.id, one.doubts]))
      expect(doubts.get(unsorted)).toEqual(['unsorted'])
      expect(doubts.get(id)).toEqual(['reported'])
      expect(doubts.has(hidden)).toBe(false)
      expect(doubts.has(mine)).toBe(false)
      // She may read it, but not change its categories.
      expect((await app.ask('prayers.one', { id: readOnly }, { as: ruth })).status).toBe(200)
      expect(doubts.has(readOnly)).toBe(false)
      // A person has reviewed it.
      await app.ask('classifications.replace_links', { id: unsorted, categoryIds: [category('faith')] }, { as: ruth })
      const after = await app.ask('classifications.doubted', { pageSize: 100 }, { as: ruth })
      expect(after.data.items.some((one) => one.id === unsorted)).toBe(false)
    })

    it('lists what has lost every category, and no more what its author has given one', async () => {
      const doubtsOf = async (of: string) => {
        const { items } = (await app.ask('classifications.doubted', { pageSize: 100 }, { as: ruth })).data
        return items.find((one) => one.id === of)?.doubts
      }
      const choose = async (of: string, categoryIds: string[]) => {
        expect((await app.ask('prayers.edit', { id: of, categoryIds }, { as: hannah })).status).toBe(200)
        await app.runJobs()
      }
      const unsorted = await share('zzz qqq www')
      expect([await doubtsOf(unsorted), await doubtsOf(id)]).toEqual([['unsorted'], undefined])
      await choose(unsorted, [category('faith')])
      await choose(id, [])
      expect([await doubtsOf(unsorted), await doubtsOf(id)]).toEqual([undefined, ['unsorted']])
      const { data } = await app.ask('categories.create', { name: 'For a while' }, { as: peter })
      await choose(id, [data.id])
      await choose(unsorted, [data.id, category('faith')])
      expect(await doubtsOf(id)).toBeUndefined()
      await app.ask('categories.delete', { id: data.id }, { as: peter })
      expect([await doubtsOf(unsorted), await doubtsOf(id)]).toEqual([undefined, ['unsorted']])
    })

    it('lists where another model disagrees by now, without changing a link', async () => {
      await app.ctx.db
        .updateTable('classifications')
        .set({ model_id: 'older' })
        .where('prayer_request_id', '=', id)
        .execute()
      await app.ctx.db
        .updateTable('prayer_categories')
        .set({ category_id: category('work') })
        .where('prayer_request_id', '=', id)
        .execute()
      await app.ctx.addJob('classifications.judge', {})
      await app.runJobs()
      expect(await names()).toEqual([['Work', true]])
      const { data } = await app.ask('classifications.doubted', { pageSize: 100 }, { as: ruth })
      expect(data.items.find((one) => one.id === id)?.doubts).toEqual(['disagrees'])
    })

    it('counts as corrected what the classifier had not said, and not what it had', async () => {
      const shares = async (key: string) =>
        (await app.ask('classifications.shares', {}, { as: peter })).data.find((one) => one.id === category(key))
      const before = { health: await shares('health'), work: await shares('work') }
      const categoryIds = [category('health'), category('work')]
      await app.ask('classifications.replace_links', { id, categoryIds }, { as: hannah })
      const after = { health: await shares('health'), work: await shares('work') }
      expect((after.health?.by_people ?? 0) - (before.health?.by_people ?? 0)).toBe(1)
      expect((after.health?.corrected ?? 0) - (before.health?.corrected ?? 0)).toBe(0)
      expect((after.work?.corrected ?? 0) - (before.work?.corrected ?? 0)).toBe(1)
    })

    it('pages through the links that the machine made, of those that they may read', async () => {
      const group = await makeGroup(app.ctx, [await app.person('hannah')])
      const hidden = await share(ILL, { visibility: 'group', group_id: group })
      const anonymous = await share(`${ILL} in secret${', and for all who wait'.repeat(5)}`, { is_anonymous: true })
      const titles = new Map<string, string>()
      const seen: string[] = []
      for (let page = 0, more = true; more; page += 1) {
        const { data, text } = await app.ask('classifications.machine_links', { page, pageSize: 7 }, { as: ruth })
        expect(data.items.every((one) => one.is_machine_generated)).toBe(true)
        expect(text).not.toContain(await app.person('hannah'))
        seen.push(...data.items.map((one) => `${one.prayer_request_id} ${one.category_id}`))
        for (const one of data.items) titles.set(one.prayer_request_id, one.prayer_title)
        more = data.has_more
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.some((one) => one.startsWith(hidden))).toBe(false)
      expect(titles.get(anonymous)).toMatch(/…$/)
    })
  })
})
