import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer } from '../../../test/make.ts'

describe('an author', () => {
  const app = sharedTestApp({ limit_scale: 1 })
  let id: string
  let as: string

  beforeAll(async () => {
    id = await makePrayer(app.ctx, await app.person('hannah'))
    as = await app.signIn('hannah')
  })

  /** The answers to so many calls, by how often each came. */
  const repeat = async (times: number, act: (turn: number) => Promise<{ status: number }>) => {
    const counts: Record<number, number> = {}
    for (let turn = 0; turn < times; turn++) {
      const { status } = await act(turn)
      counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  }

  it('changes requests, updates and categories so often that nobody is flooded with what follows', async () => {
    const { data: update } = await app.ask('updates.create', { id, content: 'News' }, { as })
    const { data: categories } = await app.ask('categories.list', {}, {})
    const categoryIds = categories.slice(0, 1).map((category) => category.id)
    const status = (turn: number) => (turn % 2 === 0 ? 'answered' : 'open')
    const edit = (turn: number) => app.ask('prayers.edit', { id, status: status(turn) }, { as })
    expect(await repeat(40, edit)).toEqual({ 200: 40 })
    expect(
      await repeat(40, (turn) => app.ask('updates.edit', { id, updateId: update.id, content: `${turn}` }, { as })),
    ).toEqual({ 200: 40 })
    expect(await repeat(40, () => app.ask('classifications.replace_links', { id, categoryIds }, { as }))).toEqual({
      200: 40,
    })
    for (const refused of [
      await edit(0),
      await app.ask('updates.edit', { id, updateId: update.id, content: 'Once more' }, { as }),
      await app.ask('classifications.replace_links', { id, categoryIds }, { as }),
    ]) {
      expect(refused.problem).toMatchObject({ status: 429, code: 'request.too_many' })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    }
    // What changes nothing is not counted, and deleting is always possible.
    expect((await app.ask('prayers.edit', { id, status: 'open' }, { as })).status).toBe(200)
    expect((await app.ask('prayers.delete', { id }, { as })).status).toBe(200)
  })

  it('sets so many reminders an hour', async () => {
    const other = await makePrayer(app.ctx, await app.person('tomas'))
    const remind = (turn: number) => {
      const remind_at = new Date(app.ctx.clock().getTime() + (turn + 1) * 86_400_000).toISOString()
      return app.ask('prayer_lists.remind', { prayer_request_id: other, remind_at, repeats: 'once' }, { as })
    }
    expect(await repeat(61, remind)).toEqual({ 200: 60, 429: 1 })
  })
})
