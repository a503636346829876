import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { stepsOf } from './stats.rules.ts'

it.each([
  ['7d', 'UTC', '2026-05-20T12:00:00Z', 7, '2026-05-14', '2026-05-20'],
  ['30d', 'UTC', '2026-05-20T12:00:00Z', 30, '2026-04-21', '2026-05-20'],
  ['12m', 'UTC', '2026-05-20T12:00:00Z', 12, '2025-06-01', '2026-05-01'],
  // The day of the community: Wednesday's evening there is Thursday elsewhere.
  ['7d', 'America/Sao_Paulo', '2026-05-21T01:00:00Z', 7, '2026-05-14', '2026-05-20'],
  ['7d', 'Asia/Tokyo', '2026-05-20T16:00:00Z', 7, '2026-05-15', '2026-05-21'],
  ['12m', 'Asia/Tokyo', '2026-05-31T16:00:00Z', 12, '2025-07-01', '2026-06-01'],
] as const)('%s in %s at %s are %i steps from %s to %s', (period, zone, at, length, first, last) => {
  const steps = stepsOf(period, new Date(at), zone)
  expect([steps.length, steps[0]?.date, steps.at(-1)?.date]).toEqual([length, first, last])
})

it('begins each day at midnight there, also in the week in which the clocks change', () => {
  const steps = stepsOf('7d', new Date('2026-03-31T10:00:00Z'), 'Europe/Berlin')
  expect(steps.slice(3, 6)).toEqual([
    { date: '2026-03-28', start: '2026-03-27T23:00:00.000Z' },
    { date: '2026-03-29', start: '2026-03-28T23:00:00.000Z' },
    { date: '2026-03-30', start: '2026-03-29T22:00:00.000Z' },
  ])
})

it('is a year of different months at the end of a long month too', () => {
  const steps = stepsOf('12m', new Date('2026-03-31T12:00:00Z'), 'UTC')
  expect(new Set(steps.map(({ date }) => date)).size).toBe(12)
})

describe('the numbers of a site', () => {
  const app = sharedTestApp()
  let admin: { as: string }
  /** Advances the clock past the cache, then reads. */
  const read = async (period = '30d') => {
    app.advance(31_000)
    return (await app.ask('stats.read', { period }, admin)).data
  }
  beforeAll(async () => {
    admin = { as: await app.signIn('peter') }
  })

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

  it('count a request on the day that it is where the community is', async () => {
    // Some thirteen hours ahead of Greenwich: its Thursday has begun at the Wednesday's noon.
    await app.writeSetting('time_zone', 'Pacific/Auckland')
    const { since, over_time } = await read('7d')
    expect(since).toMatch(/T1[12]:00:00/)
    await makePrayer(app.ctx, await app.person('hannah'))
    expect(over_time.at(-1)?.date).toBe('2026-03-05')
    expect((await read('7d')).over_time.at(-1)?.prayers).toBe((over_time.at(-1)?.prayers ?? 0) + 1)
    await app.writeSetting('time_zone', 'UTC')
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
