import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { adjustCategoryCounts } from '../categories/categories.commands.ts'
import { withCategoryCounts } from './prayers.commands.ts'

const app = sharedTestApp()

it('a request gets other readers and categories while both are counted, and neither change fails', async () => {
  const as = await app.signIn('hannah')
  const [first = '', second = ''] = (await app.ask('categories.list')).data.map(({ id }) => id).toSorted()
  const countsOf = async () => {
    const { data } = await app.ask('categories.counts', {}, { as })
    return [first, second].map((category) => data.find(({ id }) => id === category)?.count)
  }
  const written = { content: 'Please pray.', visibility: 'members', categoryIds: [second] }
  const { id } = (await app.ask('prayers.create', written, { as })).data
  const isCounted = Promise.withResolvers<void>()
  const counting = app.ctx.transaction(async ({ db }) => {
    await adjustCategoryCounts(db, new Map([[first, 1]]))
    isCounted.resolve()
    // Meanwhile the request is changed, and comes to the first.
    await sleep(300)
    await adjustCategoryCounts(db, new Map([[second, 1]]))
  })
  await isCounted.promise
  const edit = app.ask('prayers.edit', { id, visibility: 'public', categoryIds: [first] }, { as })
  const [{ status }] = await Promise.all([edit, counting])
  expect(status).toBe(200)
  expect(await countsOf()).toEqual([2, 1])
})

it('a request is hidden while its category goes to another, which does not count it', async () => {
  const peter = { as: await app.signIn('peter') }
  const create = async (name: string) => (await app.ask('categories.create', { name }, peter)).data.id
  const [gone, left] = [await create('Going'), await create('Staying')]
  const written = { content: 'Please pray.', visibility: 'public', categoryIds: [gone] }
  const { id } = (await app.ask('prayers.create', written, { as: await app.signIn('hannah') })).data
  const isHidden = Promise.withResolvers<void>()
  const hiding = app.ctx.transaction(({ db }) =>
    withCategoryCounts(db, id, async () => {
      await db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', id).execute()
      isHidden.resolve()
      // Meanwhile its category is deleted.
      await sleep(300)
    }),
  )
  await isHidden.promise
  const [{ status }] = await Promise.all([app.ask('categories.delete', { id: gone, move_to: left }, peter), hiding])
  expect(status).toBe(200)
  const { data } = await app.ask('categories.counts', {}, peter)
  expect(data.find((category) => category.id === left)?.count).toBe(0)
})
