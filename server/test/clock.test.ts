import { describe, expect, it } from 'vitest'
import { eachTestApp } from './shared-app.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time.values.ts'

describe('a clock that is put', () => {
  const app = eachTestApp()

  it.each([
    ['an hour back', -HOUR_MS],
    ['a day back', -DAY_MS],
    ['an hour on', HOUR_MS],
    ['a day on', DAY_MS],
  ])('%s leaves everything readable and writable, and lets work be done', async (_, ms) => {
    const [before, other] = [await app.signIn('hannah'), await app.signIn('tomas')]
    const first = (await app.ask('prayers.create', { content: 'Before' }, { as: before })).data.id
    // What is edited is sorted by a job.
    await app.ask('prayers.edit', { id: first, content: 'Before, and edited' }, { as: before })
    await app.ask('prayers.pray', { id: first }, { as: other })
    app.advance(ms)
    // A token of ten minutes expires when the clock moves forward; a token from the future stays valid.
    expect((await app.ask('prayers.list', {}, { as: before })).status).toBe(ms > 0 ? 401 : 200)
    const as = await app.signIn('hannah')
    const second = (await app.ask('prayers.create', { content: 'After' }, { as })).data.id
    await app.ask('prayers.edit', { id: second, content: 'After, and edited' }, { as })
    const listed = (await app.ask('prayers.list', {}, { as })).data.items.map(({ id }) => id)
    expect(listed.toSorted()).toEqual([first, second].toSorted())
    expect((await app.ask('prayers.pray', { id: second }, { as: await app.signIn('tomas') })).status).toBe(200)
    app.advance(20 * 60_000)
    await app.runJobs()
    const late = await app.ctx.db
      .selectFrom('jobs')
      .select(['kind', 'last_error'])
      .where('last_error', 'is not', null)
      .execute()
    expect(late).toEqual([])
    const sorted = await app.ctx.db.selectFrom('jobs').select('status').where('kind', '=', 'prayers.classify').execute()
    expect(sorted.map(({ status }) => status)).toEqual(['done', 'done'])
  })
})
