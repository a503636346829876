import { expect, it } from 'vitest'
import { lockRows } from '../../../db/open.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { adjustCategoryCounts, deleteCategory } from '../categories/categories.commands.ts'
import { archiveQuietPrayers } from './prayer-lifecycle.ts'
import { withCategoryCounts } from './prayers.commands.ts'

const app = sharedTestApp()
const daysBefore = (now: number, days: number): string => new Date(now - days * DAY_MS).toISOString()

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
  const counting = app.ctx.transaction(async (ctx) => {
    await adjustCategoryCounts(ctx.db, new Map([[first, 1]]))
    isCounted.resolve()
    // Meanwhile the request is changed, and comes to the first.
    await untilAwaited(ctx)
    await adjustCategoryCounts(ctx.db, new Map([[second, 1]]))
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
  const hiding = app.ctx.transaction((ctx) =>
    withCategoryCounts(ctx.db, id, async () => {
      await ctx.db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', id).execute()
      isHidden.resolve()
      // Meanwhile its category is deleted.
      await untilAwaited(ctx)
    }),
  )
  await isHidden.promise
  const [{ status }] = await Promise.all([app.ask('categories.delete', { id: gone, move_to: left }, peter), hiding])
  expect(status).toBe(200)
  const { data } = await app.ask('categories.counts', {}, peter)
  expect(data.find((category) => category.id === left)?.count).toBe(0)
})

it('requests that stayed quiet are archived while their category goes to another, and neither change fails', async () => {
  const peter = { as: await app.signIn('peter') }
  const create = async (name: string) => (await app.ask('categories.create', { name }, peter)).data.id
  const [gone, left] = [await create('Ebbing'), await create('Flowing')]
  const as = await app.signIn('hannah')
  const written = { content: 'Please pray.', visibility: 'public', categoryIds: [gone] }
  const share = async () => (await app.ask('prayers.create', written, { as })).data.id
  const ids = [await share(), await share()].toSorted()
  const now = app.ctx.clock().getTime()
  for (const [index, id] of ids.entries()) {
    // The last one has been quiet the longest.
    const quiet = { last_activity_at: daysBefore(now, 200 + index), asked_at: daysBefore(now, 40) }
    await app.ctx.db.updateTable('prayers').set(quiet).where('id', '=', id).execute()
  }
  const isLocked = Promise.withResolvers<void>()
  const deleting = app.ctx.transaction(async (ctx) => {
    // As the deletion does: in the order of their ids.
    const first = ctx.db
      .selectFrom('prayers')
      .select('id')
      .where('id', '=', ids[0] ?? '')
    await lockRows(first, ctx.database).execute()
    isLocked.resolve()
    // Meanwhile they are archived.
    await untilAwaited(ctx)
    await deleteCategory(ctx, gone, left)
  })
  await isLocked.promise
  await Promise.all([app.ctx.transaction((ctx) => archiveQuietPrayers(ctx)), deleting])
  const rows = await app.ctx.db.selectFrom('prayers').select('status').where('id', 'in', ids).execute()
  expect(rows).toEqual([{ status: 'archived' }, { status: 'archived' }])
  const { data } = await app.ask('categories.counts', {}, peter)
  expect(data.find((category) => category.id === left)?.count).toBe(0)
})
