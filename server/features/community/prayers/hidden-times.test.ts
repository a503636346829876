import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { setPrayers } from '../../../test/make.ts'

const app = sharedTestApp()

// The search for leaks looks at every answer here and at the end: `server/test/sweep.ts`.
it('staff read when an anonymous author wrote, changed and appealed to the hour only', async () => {
  const [hannah, ruth] = [await app.signIn('hannah'), await app.signIn('ruth')]
  const words = () => `Please pray. canary-${randomUUID()}`
  const expires_at = new Date(app.ctx.clock().getTime() + 90_061_000).toISOString()
  const written = { content: words(), is_anonymous: true, expires_at }
  const { data: prayer } = await app.ask('prayers.create', written, { as: hannah })
  expect(prayer.expires_at).toBe(expires_at)
  await app.ask('prayers.edit', { id: prayer.id, content: words() }, { as: hannah })
  const waiting = { publication: 'held', held_reason: 'links', held_at: app.ctx.clock().toISOString() } as const
  await setPrayers(app.ctx, waiting, prayer.id)
  const held = await app.ask('review.list', {}, { as: ruth })
  expect(held.data.items.map(({ held_at }) => held_at.slice(13))).toEqual([':00:00.000Z'])
  await app.ask('review.publish', { id: prayer.id }, { as: ruth })
  const { data: read } = await app.ask('prayers.one', { id: prayer.id }, { as: ruth })
  expect(read.expires_at?.slice(13)).toBe(':00:00.000Z')
  const { data: edits } = await app.ask('prayers.edits', { id: prayer.id }, { as: ruth })
  expect(edits.map(({ id, created_at }) => [id[14], created_at.slice(13)])).toEqual([['4', ':00:00.000Z']])
  await app.ask('moderations.act', { ids: [prayer.id], act: 'hide', reason: 'a reason' }, { as: ruth })
  await app.runJobs()
  const { data: decided } = await app.ask('decisions.own', {}, { as: hannah })
  const [decision] = decided
  await app.ask('appeals.create', { id: decision?.id ?? '', appeal: 'Please look again.' }, { as: hannah })
  const { data: appeals } = await app.ask('appeals.list', {}, { as: await app.signIn('peter') })
  expect(appeals.map(({ appealed_at }) => appealed_at.slice(13))).toEqual([':00:00.000Z'])
  await app.ask('moderations.list', {}, { as: ruth })
})
