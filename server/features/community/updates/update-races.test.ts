import { expect, it } from 'vitest'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makePrayer } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { deletePrayers } from '../prayers/prayers.commands.ts'

const app = sharedTestApp()

it('an update that two tabs change, and a third deletes, is deleted, and nobody waits for another', async () => {
  const as = await app.signIn('hannah')
  const author = await app.person('hannah')
  for (let round = 0; round < depth.http_rounds; round += 1) {
    const id = await makePrayer(app.ctx, author)
    const { id: updateId, updated_at } = (await app.ask('updates.create', { id, content: 'He is awake.' }, { as })).data
    const edit = (content: string) => app.ask('updates.edit', { id, updateId, content, updated_at }, { as })
    const [first, deleted, second] = await Promise.all([
      edit('He is at home.'),
      app.ask('updates.delete', { id, updateId }, { as }),
      edit('He eats.'),
    ])
    expect(deleted.status).toBe(200)
    for (const { problem } of [first, second])
      expect([undefined, 'updates.changed', 'updates.not_found']).toContain(problem?.code)
    expect((await app.ask('prayers.updates', { id }, { as })).data).toEqual([])
  }
})

const DANGER = 'I want to end my life and I have collected pills'

it.each(['updates.create', 'prayers.edit'] as const)('what is removed during %s does not come back', async (name) => {
  const as = await app.signIn('hannah')
  const id = await makePrayer(app.ctx, await app.person('hannah'))
  const isRemoved = Promise.withResolvers<void>()
  const removing = app.ctx.transaction(async (ctx) => {
    await deletePrayers(ctx, [id])
    isRemoved.resolve()
    // Meanwhile its author writes.
    await untilAwaited(ctx)
  })
  await isRemoved.promise
  await Promise.all([app.ask(name, { id, content: DANGER }, { as }), removing])
  const row = await app.ctx.db.selectFrom('prayers').select('publication').where('id', '=', id).executeTakeFirst()
  expect(row?.publication).toBe('deleted')
})
