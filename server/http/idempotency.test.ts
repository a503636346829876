import { expect, it } from 'vitest'
import { startTestApp } from '../test/app.ts'

it('a stored answer is given again, and is no secret for whoever has a copy of the database', async () => {
  const app = await startTestApp()
  const as = await app.signIn('hannah')
  const make = (key: string) => app.ask('calendar_feeds.make', {}, { as, headers: { 'idempotency-key': key } })
  const { data } = await make('the-first-key')
  expect((await make('the-first-key')).data).toEqual(data)
  expect((await make('another-key')).data).not.toEqual(data)
  const rows = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(data.path.split('/').at(-1))
  await app.stop()
})
