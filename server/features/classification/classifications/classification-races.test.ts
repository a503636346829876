import { expect, it } from 'vitest'
import { lockRows } from '../../../db/open.ts'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makePrayer } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { deleteCategory } from '../../community/categories/categories.commands.ts'
import { type PrayerPrediction, applyPredictions } from './classifications.commands.ts'
import { readClassifiable } from './classifications.queries.ts'

const app = sharedTestApp()
const SORTED = 20
const POSTED = 3

it('many requests are sorted while people post others of the same categories, and all are counted', async () => {
  const as = await app.signIn('hannah')
  const author = await app.person('hannah')
  const listed = (await app.ask('categories.list')).data.map(({ id }) => id).toSorted()
  // Who posts a request of both counts the first one first. The sorting comes to it last.
  const [first = '', second = ''] = listed
  const countsOf = async () => {
    const { data } = await app.ask('categories.counts', {}, { as })
    return [first, second].map((id) => data.find((one) => one.id === id)?.count ?? 0)
  }
  const predict = async (category_id: string): Promise<PrayerPrediction[]> => {
    const prayer = await readClassifiable(app.ctx.db, await makePrayer(app.ctx, author))
    const matches = [{ category_id, confidence: 0.9 }]
    return prayer ? [{ prayer, said: { model_id: 'test', matches, unlikely: [], unmatched: 0 } }] : []
  }
  const post = () => app.ask('prayers.create', { content: 'For both.', categoryIds: [first, second] }, { as })
  for (let round = 0; round < depth.http_rounds / 3; round += 1) {
    const before = await countsOf()
    const predictions: PrayerPrediction[] = []
    for (let made = 0; made < SORTED; made += 1) predictions.push(...(await predict(second)))
    predictions.push(...(await predict(first)))
    const [results, ...posted] = await Promise.all([
      app.ctx.transaction((ctx) => applyPredictions(ctx, predictions, [])),
      ...Array.from({ length: POSTED }, post),
    ])
    expect(posted.map(({ status }) => status)).toEqual(posted.map(() => 200))
    expect(results).toHaveLength(SORTED + 1)
    const [ofFirst = 0, ofSecond = 0] = before
    expect(await countsOf()).toEqual([ofFirst + 1 + POSTED, ofSecond + SORTED + POSTED])
  }
})

it('a request gets another category while its own is deleted, and neither change fails', async () => {
  const as = await app.signIn('hannah')
  const author = await app.person('hannah')
  const peter = await app.signIn('peter')
  const create = async (name: string) => (await app.ask('categories.create', { name }, { as: peter })).data.id
  const changes = [
    (id: string, wanted: string) => app.ask('classifications.replace_links', { id, categoryIds: [wanted] }, { as }),
    (id: string, wanted: string) => app.ask('prayers.edit', { id, categoryIds: [wanted] }, { as }),
    async (id: string, wanted: string) => {
      const prayer = await readClassifiable(app.ctx.db, id)
      const said = { model_id: 'test', matches: [{ category_id: wanted, confidence: 0.9 }], unlikely: [], unmatched: 0 }
      await app.ctx.transaction((ctx) => applyPredictions(ctx, prayer ? [{ prayer, said }] : [], []))
      return { status: 200 }
    },
  ]
  for (const [turn, change] of changes.entries()) {
    const [gone, wanted] = [await create(`Going ${turn}`), await create(`Wanted ${turn}`)]
    const id = await makePrayer(app.ctx, author)
    await app.ask('classifications.replace_links', { id, categoryIds: [gone] }, { as })
    const guessed = { is_machine_generated: true, confidence: 0.8 }
    await app.ctx.db.updateTable('prayer_categories').set(guessed).where('prayer_request_id', '=', id).execute()
    const isLocked = Promise.withResolvers<void>()
    const deleting = app.ctx.transaction(async (ctx) => {
      // As the deletion does: the requests first.
      await lockRows(ctx.db.selectFrom('prayers').select('id').where('id', '=', id), ctx.database).execute()
      await lockRows(ctx.db.selectFrom('categories').select('id').where('id', '=', gone), ctx.database).execute()
      isLocked.resolve()
      // Meanwhile the request is changed, and comes to what is locked.
      await untilAwaited(ctx)
      await deleteCategory(ctx, gone, wanted)
    })
    await isLocked.promise
    const [{ status }] = await Promise.all([change(id, wanted), deleting])
    expect([turn, status]).toEqual([turn, 200])
    const { data } = await app.ask('categories.counts', {}, { as })
    expect(data.filter((one) => one.id === gone || one.id === wanted)).toMatchObject([{ id: wanted, count: 1 }])
    const { categories } = (await app.ask('prayers.one', { id }, { as })).data
    expect(categories.map((category) => category.id)).toEqual([wanted])
  }
})
