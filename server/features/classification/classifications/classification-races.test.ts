import { expect, it } from 'vitest'
import { depth } from '../../../test/depth.ts'
import { makePrayer } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
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
