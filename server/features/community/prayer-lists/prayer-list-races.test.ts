import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { depth } from '../../../test/depth.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const app = sharedTestApp()

it('a list that one tab deletes while another sets a reminder of it leaves none', async () => {
  const as = await app.signIn('hannah')
  const remind_at = new Date(app.ctx.clock().getTime() + DAY_MS).toISOString()
  for (let round = 0; round < depth.http_rounds; round += 1) {
    const { id } = (await app.ask('prayer_lists.create', { name: 'The sick' }, { as })).data
    const [reminded, deleted] = await Promise.all([
      app.ask('prayer_lists.remind', { prayer_list_id: id, remind_at, repeats: 'once' }, { as }),
      app.ask('prayer_lists.delete', { id }, { as }),
    ])
    expect(deleted.status).toBe(200)
    expect([undefined, 'prayer_lists.not_found']).toContain(reminded.problem?.code)
  }
  expect((await app.ask('prayer_lists.reminders', {}, { as })).data).toEqual([])
})

it('three devices of one person make a list at once, each with a key, and all are made', async () => {
  const as = await app.signIn('hannah')
  const make = () =>
    app.ask('prayer_lists.create', { name: 'The sick' }, { as, headers: { 'idempotency-key': randomUUID() } })
  for (let round = 0; round < depth.http_rounds; round += 1) {
    const made = await Promise.all([make(), make(), make()])
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { data } of made) await app.ask('prayer_lists.delete', { id: data.id }, { as })
  }
})
