import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../../../contract/prayers.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer, makeUpdate } from '../../../test/make.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('what becomes of a request by time', () => {
  const app = sharedTestApp()
  let hannah: string
  let id: string
  beforeAll(async () => {
    hannah = await app.person('hannah')
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('notifications').execute()
    await app.ctx.db.deleteFrom('prayers').execute()
    await app.ctx.db.updateTable('categories').set({ prayer_count: 0 }).execute()
    id = await makePrayer(app.ctx, hannah)
  })
  /** Advances the clock by days and runs the hourly jobs and the jobs that they add. */
  const pass = async (days: number): Promise<void> => {
    app.advance(days * DAY_MS)
    await app.runJobs()
    await app.runJobs()
  }
  const asHannah = () => app.signIn('hannah')
  const told = async (): Promise<string[]> =>
    (await app.ask('notifications.list', {}, { as: await asHannah() })).data.items.map(({ kind }) => kind)
  const status = async (): Promise<string> => (await app.ask('prayers.one', { id })).data.status
  const edit = async (change: object) => {
    const answer = await app.ask('prayers.edit', { id, ...change }, { as: await asHannah() })
    expect(answer.status).toBe(200)
  }

  it('asks the author after sixty quiet days, once', async () => {
    await pass(59)
    expect(await told()).toEqual([])
    await pass(1.1)
    expect(await told()).toEqual(['quiet'])
    await pass(1)
    await pass(1)
    expect(await told()).toEqual(['quiet'])
  })

  it('asks again after the next quiet spell, and counts a prayer as something that happened', async () => {
    await pass(61)
    await app.ask('prayers.pray', { id }, { as: (await app.createMembers(1))[0] })
    await pass(59)
    expect(await told()).toEqual(['prayed', 'quiet'])
    expect(await status()).toBe('open')
    await pass(2)
    expect(await told()).toEqual(['quiet', 'prayed', 'quiet'])
  })

  it.each(['passed_away', 'withdrawn', 'answered', 'answered_differently'] as Outcome[])(
    'neither asks about nor archives what is %s',
    async (outcome) => {
      await edit({ status: outcome })
      await pass(61)
      await pass(31)
      expect(await told()).toEqual([])
      expect(await status()).toBe(outcome)
    },
  )

  it('asks nothing when the author has told of a death between the question and its notice', async () => {
    await edit({ status: 'passed_away' })
    await app.ctx.addJob('notifications.tell_owner', { kind: 'quiet', prayer_request_id: id })
    await app.runJobs()
    expect(await told()).toEqual([])
  })

  it('archives what stays quiet for thirty days more, tells the author, and keeps the counts right', async () => {
    const category = (await app.ask('categories.list')).data[0]?.id ?? ''
    const count = async () => (await app.ask('categories.counts')).data.find((one) => one.id === category)?.count
    await app.ask('classifications.replace_links', { id, categoryIds: [category] }, { as: await asHannah() })
    expect(await count()).toBe(1)
    await pass(61)
    await pass(29)
    expect([await status(), await count()]).toEqual(['open', 1])
    await pass(2)
    expect([await status(), await count()]).toEqual(['archived', 0])
    expect((await app.ask('prayers.list')).data.items).toEqual([])
    expect(await told()).toEqual(['archived', 'quiet'])
    await pass(40)
    expect(await told()).toEqual(['archived', 'quiet'])

    await edit({ status: 'open' })
    expect([await status(), await count()]).toEqual(['open', 1])
    expect((await app.ask('prayers.list')).data.items).toHaveLength(1)
    await pass(1)
    expect(await status()).toBe('open')
  })

  it('is brought back by an update', async () => {
    await pass(61)
    await pass(31)
    expect(await status()).toBe('archived')
    await app.ask('updates.create', { id, content: 'It goes on.' }, { as: await asHannah() })
    expect(await status()).toBe('open')
  })

  it('does not ask those who want no reminders', async () => {
    await app.ask('preferences.write', { id: hannah, notify: { reminders: false } }, { as: await asHannah() })
    await pass(61)
    expect(await told()).toEqual([])
    await app.ask('preferences.write', { id: hannah, notify: { reminders: true } }, { as: await asHannah() })
  })

  it('asks nobody about a request without an author, and archives it all the same', async () => {
    await app.ctx.db.updateTable('prayers').set({ author_id: null }).where('id', '=', id).execute()
    await pass(61)
    await pass(31)
    expect(await status()).toBe('archived')
  })

  it('asks how it went when the expected day has come, once a day that is named', async () => {
    const inThreeDays = () => new Date(app.ctx.clock().getTime() + 3 * DAY_MS).toISOString()
    await edit({ expires_at: inThreeDays() })
    await pass(2)
    expect(await told()).toEqual([])
    await pass(1.1)
    await pass(1)
    expect(await told()).toEqual(['expected'])
    await edit({ expires_at: inThreeDays() })
    await pass(4)
    expect(await told()).toEqual(['expected', 'expected'])
    await edit({ expires_at: inThreeDays(), status: 'withdrawn' })
    await pass(4)
    expect(await told()).toEqual(['expected', 'expected'])
  })

  it('asks on the evening of a day, each author in their own zone, and those without one in that of the site', async () => {
    // Wednesday noon in UTC plus whole days: the next midnight is twelve hours away.
    const midnight = Math.ceil(app.ctx.clock().getTime() / DAY_MS) * DAY_MS
    const day = new Date(midnight + DAY_MS).toISOString().slice(0, 10)
    const zones = { tomas: 'Pacific/Auckland', grace: null, ruth: 'America/Los_Angeles' }
    for (const [name, time_zone] of Object.entries(zones)) {
      const as = await app.signIn(name as keyof typeof zones)
      const user = await app.person(name as keyof typeof zones)
      if (time_zone !== null) await app.ask('preferences.write', { id: user, time_zone }, { as })
      const written = { content: 'Please pray for the operation.', expires_at: `${day}T23:59:59.999Z` }
      expect((await app.ask('prayers.create', written, { as })).status).toBe(200)
    }
    const asked = async (at: string) => {
      await pass((Date.parse(at) - app.ctx.clock().getTime()) / DAY_MS)
      const rows = await app.ctx.db
        .selectFrom('notifications')
        .innerJoin('users', 'users.id', 'user_id')
        .where('kind', '=', 'expected')
        .orderBy('email')
        .select('email')
        .execute()
      return rows.map(({ email }) => email.split('@')[0])
    }
    const dayOf = Temporal.PlainDate.from(day)
    const evening = (timeZone: string, minutes: number) =>
      new Date(
        dayOf.toZonedDateTime({ timeZone, plainTime: { hour: 19 } }).add({ minutes }).epochMilliseconds,
      ).toISOString()
    expect(await asked(evening('Pacific/Auckland', -5))).toEqual([])
    expect(await asked(evening('Pacific/Auckland', 5))).toEqual(['tomas'])
    expect(await asked(evening('UTC', -5))).toEqual(['tomas'])
    expect(await asked(evening('UTC', 5))).toEqual(['grace', 'tomas'])
    expect(await asked(evening('America/Los_Angeles', -5))).toEqual(['grace', 'tomas'])
    expect(await asked(evening('America/Los_Angeles', 5))).toEqual(['grace', 'ruth', 'tomas'])
    await pass(2)
    expect(await asked(evening('UTC', 60 * 72))).toEqual(['grace', 'ruth', 'tomas'])
  })

  it('finds whose evening has come behind more than a page of others of the same day', async () => {
    const noon = (Math.floor(app.ctx.clock().getTime() / DAY_MS) + 2.5) * DAY_MS
    const expires_at = `${new Date(noon).toISOString().slice(0, 10)}T23:59:59.999Z`
    const miriam = await app.person('miriam')
    const change = { id: miriam, time_zone: 'Pacific/Auckland' }
    await app.ask('preferences.write', change, { as: await app.signIn('miriam') })
    await app.ctx.transaction(async (inside) => {
      for (let index = 0; index < 450; index += 1) await makePrayer(inside, index % 15 === 0 ? miriam : hannah)
      await inside.db.updateTable('prayers').set({ expires_at }).execute()
    })
    await pass((noon - app.ctx.clock().getTime()) / DAY_MS)
    const rows = await app.ctx.db
      .selectFrom('prayers')
      .where('expected_told_at', 'is not', null)
      .select('author_id')
      .execute()
    expect(rows).toEqual(Array.from({ length: 30 }, () => ({ author_id: miriam })))
  })

  it('takes no day that has passed, in words, but leaves the one that a request has', async () => {
    const as = await asHannah()
    const day = (days: number) =>
      `${new Date(app.ctx.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)}T23:59:59.999Z`
    const past = { path: 'expires_at', code: 'passed', detail: expect.stringContaining('has passed') as string }
    const write = (expires_at: string) => app.ask('prayers.create', { content: 'Please pray.', expires_at }, { as })
    const refused = await write(day(-2))
    expect([refused.status, refused.problem.errors]).toEqual([400, [past]])
    const { data } = await write(day(0))
    expect(data.expires_at).toBe(day(0))
    await pass(5)
    expect(await told()).toEqual(['expected'])
    // Another time of that day: a form sends its end.
    await edit({ id: data.id, content: 'Please pray again.', expires_at: data.expires_at?.replace('T23', 'T10') })
    await pass(1)
    expect(await told()).toEqual(['expected'])
    const changed = await app.ask('prayers.edit', { id: data.id, expires_at: day(-3) }, { as: await asHannah() })
    expect([changed.status, changed.problem.errors]).toEqual([400, [past]])
  })

  it('removes for good what was deleted a month ago, with all that hangs on it', async () => {
    const other = await makePrayer(app.ctx, hannah)
    const update = await makeUpdate(app.ctx, hannah, id)
    const [tomas] = [await app.signIn('tomas')]
    for (const request of [id, other])
      await app.ask('reactions.create', { prayer_request_id: request, type: 'amen' }, { as: tomas })
    await app.ask('reactions.create', { update_id: update, type: 'heart' }, { as: tomas })
    await app.ask('prayers.pray', { id }, { as: tomas })
    await app.ask('prayers.delete', { id }, { as: await asHannah() })
    await pass(29)
    const rows = () => app.ctx.db.selectFrom('prayers').select('id').where('id', '=', id).execute()
    expect(await rows()).toHaveLength(1)
    await pass(2)
    expect(await rows()).toHaveLength(0)
    const { db } = app.ctx
    expect(await db.selectFrom('prayer_updates').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('prayed').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('reaction_counts').select('target_id').execute()).toEqual([{ target_id: other }])
    const session = await asHannah()
    const file = await app.ask('exports.make', { id: hannah }, { as: session })
    expect(file.status).toBe(200)
    expect(file.text).toContain(other)
    expect(file.text).not.toContain(id)
  })

  it('removes for good a deleted update of a month ago, while its request stays, but none that is appealed about', async () => {
    const { db } = app.ctx
    const taken = await makeUpdate(app.ctx, hannah, id, { content: 'He sleeps badly.' })
    const appealed = await makeUpdate(app.ctx, hannah, id, { content: 'He sleeps.' })
    const kept = await makeUpdate(app.ctx, hannah, id)
    await pass(20)
    for (const update_id of [taken, kept])
      await app.ask('reactions.create', { update_id, type: 'heart' }, { as: await app.signIn('tomas') })
    for (const updateId of [taken, appealed])
      expect((await app.ask('updates.delete', { id, updateId }, { as: await asHannah() })).status).toBe(200)
    const at = app.ctx.clock().toISOString()
    const decision = { id: randomUUID(), prayer_request_id: id, update_id: appealed, decided_at: at }
    const appeal = { decision: 'removed', restores: '{}', appeal: 'It was true.', appealed_at: at } as const
    await db
      .insertInto('decisions')
      .values({ ...decision, ...appeal })
      .execute()
    await pass(9)
    const rows = async () => {
      const all = await db.selectFrom('prayer_updates').select('id').execute()
      return new Set(all.map((update) => update.id))
    }
    expect(await rows()).toEqual(new Set([taken, appealed, kept]))
    await pass(2)
    expect(await rows()).toEqual(new Set([appealed, kept]))
    const counted = db.selectFrom('reaction_counts').select('target_id').where('target_id', 'in', [taken, kept])
    expect(await counted.execute()).toEqual([{ target_id: kept }])
  })

  it('deals with more than one page', async () => {
    await app.ctx.transaction(async (inside) => {
      for (let index = 0; index < 450; index += 1) await makePrayer(inside, hannah)
    })
    await pass(61)
    const { asked } = await app.ctx.db
      .selectFrom('prayers')
      .where('asked_at', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .executeTakeFirstOrThrow()
    expect(asked).toBe(451)
  }, 60_000)
})
