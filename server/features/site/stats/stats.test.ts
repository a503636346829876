import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startTestApp } from '../../../test/app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { stepsOf } from './stats.rules.ts'

it.each([
  ['7d', 7, '2026-05-14', '2026-05-20'],
  ['30d', 30, '2026-04-21', '2026-05-20'],
  ['12m', 12, '2025-06-01', '2026-05-01'],
] as const)('%s are %i steps from %s to %s', (period, length, first, last) => {
  const steps = stepsOf(period, new Date('2026-05-20T12:00:00Z'))
  expect([steps.length, steps[0], steps.at(-1)]).toEqual([length, first, last])
})

it('is a year of different months at the end of a long month too', () => {
  expect(new Set(stepsOf('12m', new Date('2026-03-31T23:00:00Z'))).size).toBe(12)
})

describe('the numbers of a site', () => {
  let app: TestApp
  let admin: { as: string }
  /** Advances the clock past the cache, then reads. */
  const read = async (period = '30d') => {
    app.advance(31_000)
    return (await app.ask('stats.read', { period }, admin)).data
  }
  beforeAll(async () => {
    app = await startTestApp()
    admin = { as: await app.signIn('peter') }
  })
  afterAll(() => app.stop())

  it('are of a period that there is', async () => {
    expect((await app.ask('stats.read', { period: '1d' }, admin)).status).toBe(400)
  })

  it('count requests and prayers of today, and who they came from', async () => {
    const before = await read()
    const hannah = await app.person('hannah')
    const id = await makePrayer(app.ctx, hannah)
    await makePrayer(app.ctx, hannah, { is_anonymous: true, visibility: 'members' })
    await app.ask('prayers.pray', { id }, { as: await app.signIn('tomas') })
    const after = await read()
    expect(after.prayers - before.prayers).toBe(2)
    expect(after.prayers_anonymous - before.prayers_anonymous).toBe(1)
    expect([after.prayed - before.prayed, after.prayed_by - before.prayed_by]).toEqual([1, 1])
    expect(after.waiting - before.waiting).toBe(1)
    const today = after.over_time.at(-1)
    expect(today).toMatchObject({ prayers: after.prayers, prayed: after.prayed })
    expect((await read('12m')).over_time.at(-1)?.prayers).toBe(after.prayers)
  })

  it('do not move for what a group, the team or its author alone can read', async () => {
    const hannah = await app.person('hannah')
    const group_id = await makeGroup(app.ctx, [hannah, await app.person('grace')])
    const { since: _, until: __, ...before } = await read()
    const hidden = [
      await makePrayer(app.ctx, hannah, { visibility: 'group', group_id }),
      await makePrayer(app.ctx, hannah, { visibility: 'private' }),
      await makePrayer(app.ctx, hannah, { visibility: 'team' }),
    ]
    await app.ask('prayers.pray', { id: hidden[0] ?? '' }, { as: await app.signIn('grace') })
    const { since, until, ...after } = await read()
    expect(since < until).toBe(true)
    expect(after).toEqual({ ...before, members: after.members })
  })
})
