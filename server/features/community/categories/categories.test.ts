import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makePrayer } from '../../../test/make.ts'
import { lockPrayers } from '../prayers/prayers.commands.ts'
import { adjustCategoryCounts } from './categories.commands.ts'

describe('categories', () => {
  const app = sharedTestApp()
  let peter: string
  let hannah: string

  beforeAll(async () => {
    ;[peter, hannah] = await Promise.all([app.signIn('peter'), app.signIn('hannah')])
  })

  const create = (name: string, part: object = {}) => app.ask('categories.create', { name, ...part }, { as: peter })
  const count = async (id: string) => (await app.ask('categories.counts')).data.find((one) => one.id === id)?.count

  it('are made by administrators, come last, and have a colour or none', async () => {
    const before = (await app.ask('categories.list')).data
    const { data } = await create('Courage', { color: '#12AB34', description: 'For what is hard to begin' })
    expect(data).toMatchObject({ name: 'Courage', key: null, color: '#12AB34', order: before.length })
    const after = (await app.ask('categories.list')).data
    expect(after.at(-1)?.id).toBe(data.id)
    for (const color of ['red', '#12345', '#1234567', 'url(x)', '#12345g']) {
      expect((await create(`Category ${color.length}`, { color })).status, color).toBe(400)
    }
  })

  it('take their place when they are made and changed, too', async () => {
    const { data } = await create('Hospitality', { order: 2 })
    const ids = async () => (await app.ask('categories.list')).data.map(({ id }) => id)
    expect([data.order, (await ids())[2]]).toEqual([2, data.id])
    const moved = await app.ask('categories.edit', { ...data, order: 0, description: 'Guests' }, { as: peter })
    expect(moved.data).toMatchObject({ order: 0, description: 'Guests' })
    expect((await ids())[0]).toBe(data.id)
    await app.ask('categories.delete', { id: data.id }, { as: peter })
  })

  it('have names of their own, in any case', async () => {
    const { data } = await create('Patience')
    expect((await create('PATIENCE')).problem).toMatchObject({ status: 409, code: 'categories.name_taken' })
    const other = await create('Gentleness')
    const rename = (name: string) => app.ask('categories.edit', { id: other.data.id, name }, { as: peter })
    expect((await rename('patience')).status).toBe(409)
    expect((await rename('gentleness')).data).toMatchObject({ id: other.data.id, name: 'gentleness' })
    expect((await app.ask('categories.one', { id: data.id })).data.name).toBe('Patience')
  })

  it('are said in the reader’s language only while they bear the name that they came with', async () => {
    const { data } = await app.ask('categories.list')
    const health = data.find(({ key }) => key === 'health')
    expect(health?.is_built_in).toBe(true)
    const rename = async (name: string) =>
      (await app.ask('categories.edit', { id: health?.id, name }, { as: peter })).data
    expect(await rename('Body and soul')).toMatchObject({ key: 'health', is_built_in: false })
    expect(await rename('Health')).toMatchObject({ key: 'health', is_built_in: true })
  })

  it('take their place among the others', async () => {
    const { data: all } = await app.ask('categories.list')
    const last = all.at(-1)?.id ?? ''
    const moved = await app.ask('categories.order', { id: last, order: 2 }, { as: peter })
    expect(moved.data.map(({ id }) => id).indexOf(last)).toBe(2)
    expect(moved.data.map(({ order }) => order)).toEqual(moved.data.map((_, index) => index))
    const far = await app.ask('categories.order', { id: last, order: 9999 }, { as: peter })
    expect(far.data.at(-1)?.id).toBe(last)
  })

  it('give their requests to another when they go, and the counts stay right', async () => {
    const [one, other] = [(await create('Old')).data.id, (await create('New')).data.id]
    const author = await app.person('hannah')
    const share = async (categories: string[], part: object = {}) => {
      const id = await makePrayer(app.ctx, author, part)
      await app.ask('classifications.replace_links', { id, categoryIds: categories }, { as: hannah })
      return id
    }
    await share([one])
    await share([one, other])
    await share([one], { visibility: 'members' })
    expect([await count(one), await count(other)]).toEqual([2, 1])
    expect((await app.ask('categories.delete', { id: one, move_to: crypto.randomUUID() }, { as: peter })).status).toBe(
      404,
    )
    expect((await app.ask('categories.delete', { id: one, move_to: one }, { as: peter })).status).toBe(400)
    expect((await app.ask('categories.delete', { id: one, move_to: other }, { as: peter })).data).toEqual({ id: one })
    expect(await count(other)).toBe(2)
    expect((await app.ask('categories.one', { id: one })).status).toBe(404)
    expect((await app.ask('prayers.in_category', { id: other }, { as: hannah })).data.items).toHaveLength(3)
    await app.ask('categories.delete', { id: other }, { as: peter })
    expect(
      (await app.ask('prayers.list', {}, { as: hannah })).data.items.flatMap(({ categories }) => categories),
    ).toEqual([])
  })

  it('are a person’s choice where they take in another that the person chose', async () => {
    const [one, other] = [(await create('Chosen')).data.id, (await create('Guessed')).data.id]
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('classifications.replace_links', { id, categoryIds: [one, other] }, { as: hannah })
    const guessed = { is_machine_generated: true, confidence: 0.9 }
    await app.ctx.db.updateTable('prayer_categories').set(guessed).where('category_id', '=', other).execute()
    await app.ask('categories.delete', { id: one, move_to: other }, { as: peter })
    const { data } = await app.ask('prayers.one', { id }, { as: hannah })
    expect(data.categories).toMatchObject([{ id: other, is_machine_generated: false, confidence: null }])
  })

  it('are changed on the record', async () => {
    const acts = await app.ctx.db.selectFrom('audit_log').select('action').execute()
    expect(new Set(acts.map(({ action }) => action))).toEqual(
      new Set(['categories.create', 'categories.edit', 'categories.order', 'categories.delete']),
    )
  })

  it('keep places and names of their own when many are made and moved at once, and none is refused for it', async () => {
    const known = (await app.ask('categories.list')).data
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, turn) => [
        create(`Together ${turn}`),
        create('The same'),
        app.ask('categories.order', { id: known[turn]?.id, order: 9 - turn }, { as: peter }),
        app.ask(
          'prayers.create',
          { content: 'Please pray', categoryIds: known.slice(0, 3).map(({ id }) => id) },
          { as: hannah },
        ),
      ]).flat(),
    )
    const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    expect([answered(200), answered(409)]).toEqual([16, 4])
    const places = (await app.ask('categories.list')).data.map(({ order }) => order)
    expect(new Set(places).size).toBe(places.length)
  })

  it('hand on a request that is given one while it is deleted, or refuse it, and count it', async () => {
    for (let round = 0; round < depth.http_rounds / 3; round += 1) {
      const [{ data: gone }, { data: left }] = [await create(`Going ${round}`), await create(`Staying ${round}`)]
      const shared = { content: 'Please pray', visibility: 'public', categoryIds: [gone.id] }
      const [removed, posted] = await Promise.all([
        app.ask('categories.delete', { id: gone.id, move_to: left.id }, { as: peter }),
        app.ask('prayers.create', shared, { as: hannah }),
      ])
      expect(removed.status).toBe(200)
      expect([posted.status, await count(left.id)]).toEqual(posted.status === 200 ? [200, 1] : [404, 0])
    }
  })

  it('go when nobody changes one of their requests any more, and keep nobody from it', async () => {
    const { data: gone } = await create('Waited for')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('classifications.replace_links', { id, categoryIds: [gone.id] }, { as: hannah })
    const isChanged = Promise.withResolvers<void>()
    const changing = app.ctx.transaction(async (ctx) => {
      await lockPrayers(ctx.db, [id])
      await ctx.db.deleteFrom('prayer_categories').where('prayer_request_id', '=', id).execute()
      isChanged.resolve()
      // Meanwhile the deletion comes to what is changed.
      await untilAwaited(ctx)
      await adjustCategoryCounts(ctx.db, new Map([[gone.id, -1]]))
    })
    await isChanged.promise
    const [removed] = await Promise.all([app.ask('categories.delete', { id: gone.id }, { as: peter }), changing])
    expect(removed.status).toBe(200)
  })
})
