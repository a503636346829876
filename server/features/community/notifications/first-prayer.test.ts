import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewPrayer } from '../../../../contract/prayers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { CROWD } from './notifications.rules.ts'

describe('the first prayer', () => {
  const app = sharedTestApp()
  let author: string
  let tomas: string
  let grace: string
  beforeAll(async () => {
    author = await app.person('hannah')
    // Noon of the next day, so that an hour stays within the day.
    app.advance(DAY_MS - (app.ctx.clock().getTime() % DAY_MS) + 12 * HOUR_MS)
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('sessions').execute()
    await app.ctx.db.deleteFrom('notifications').execute()
    await app.ctx.db.deleteFrom('preferences').execute()
    await app.ctx.db.deleteFrom('jobs').execute()
    ;[tomas, grace] = await Promise.all([app.signIn('tomas'), app.signIn('grace')])
    // Who wrote it could not have prayed for it.
    await app.signIn('hannah')
  })
  /** So many could have prayed, Tomás and Grace among them. */
  const fill = (readers: number) => app.createMembers(readers - 2)
  const share = (more: Partial<NewPrayer> = {}) => makePrayer(app.ctx, author, more)
  const pray = async (id: string, as = tomas) =>
    expect((await app.ask('prayers.pray', { id }, { as })).status).toBe(200)
  const told = async () => {
    await app.runJobs()
    const { data } = await app.ask('notifications.list', {}, { as: await app.signIn('hannah') })
    return data.items.map(({ kind, people }) => [kind, people])
  }
  const after = (minutes: number) => {
    app.advance(minutes * MINUTE_MS)
    return told()
  }

  it('is told as soon as it stands, where it may have been any of twenty', async () => {
    await fill(CROWD)
    await pray(await share())
    expect(await told()).toEqual([])
    expect(await after(1)).toEqual([['prayed', 1]])
    expect(await after(15)).toEqual([['prayed', 1]])
  })

  it('is told at the usual time where it may have been one of nineteen', async () => {
    await fill(CROWD - 1)
    await pray(await share())
    expect(await after(1)).toEqual([])
    expect(await after(13)).toEqual([])
    expect(await after(1)).toEqual([['prayed', 1]])
  })

  it('counts nobody who was here before, nor who cannot read it', async () => {
    await fill(CROWD)
    const group_id = await makeGroup(app.ctx, [author, await app.person('tomas')])
    await pray(await share({ visibility: 'group', group_id }))
    expect(await after(1)).toEqual([])
    expect(await after(2 * 60)).toEqual([['prayed', 1]])
    await app.ctx.db.deleteFrom('notifications').execute()
    await pray(await share(), await app.signIn('tomas'))
    expect(await after(1)).toEqual([])
    expect(await after(14)).toEqual([['prayed', 1]])
  })

  it('is told to the author of an anonymous request, and not of one with extra privacy', async () => {
    await fill(CROWD)
    await pray(await share({ is_guarded: true }))
    expect(await after(1)).toEqual([])
    await pray(await share({ is_anonymous: true }), grace)
    expect(await after(1)).toEqual([['prayed', 1]])
  })

  it('is not told when it was taken back, nor one that took its place and can be', async () => {
    await fill(CROWD)
    const [id, other] = [await share(), await share()]
    await pray(id)
    await app.ask('prayers.unpray', { id }, { as: tomas })
    await pray(other)
    app.advance(MINUTE_MS / 2)
    await app.ask('prayers.unpray', { id: other }, { as: tomas })
    await pray(other, grace)
    expect(await after(0.5)).toEqual([])
    expect(await after(14)).toEqual([['prayed', 1]])
  })

  it('is not told of a request that was held meanwhile, until the usual time', async () => {
    await fill(CROWD)
    const id = await share()
    await pray(id)
    await app.ctx.db.updateTable('prayers').set({ publication: 'held' }).where('id', '=', id).execute()
    expect(await after(1)).toEqual([])
    expect(await after(14)).toEqual([['prayed', 1]])
  })

  it('is not told to who switched that off, and leaves the site for nobody who paused', async () => {
    await fill(CROWD)
    const chosen = { user_id: author, notify: '{"prayed":false}' }
    await app.ctx.db.insertInto('preferences').values(chosen).execute()
    await pray(await share())
    expect(await after(16)).toEqual([])
    const paused_until = new Date(app.ctx.clock().getTime() + DAY_MS).toISOString()
    await app.ctx.db.updateTable('preferences').set({ notify: '{}', paused_until }).execute()
    await fill(CROWD)
    await pray(await share(), await app.signIn('tomas'))
    expect(await after(1)).toEqual([['prayed', 1]])
    const mailed = app.ctx.db.selectFrom('notifications').select('mail_at').where('kind', '=', 'prayed')
    expect(await mailed.execute()).toEqual([{ mail_at: null }])
  })

  it('does not take the second with it, which follows in the same notice without another email', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
    await fill(CROWD)
    const id = await share()
    await pray(id)
    await pray(id, grace)
    expect(await after(1)).toEqual([['prayed', 1]])
    const stored = () => app.ctx.db.selectFrom('notifications').select(['id', 'mail_at']).execute()
    const before = await stored()
    expect(await after(13)).toEqual([['prayed', 1]])
    expect(await after(1)).toEqual([['prayed', 2]])
    expect(await stored()).toEqual(before)
  })
})
