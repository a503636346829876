import { beforeAll, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makePrayer, setPeople } from '../../../test/make.ts'
import { deletePrayers } from '../../community/prayers/prayers.commands.ts'

const app = sharedTestApp()
let tomas: string
let hannah: string
const moderators: string[] = []
beforeAll(async () => {
  tomas = await app.person('tomas')
  hannah = await app.signIn('hannah')
  for (const name of ['ruth', 'miriam'] as const) {
    await setPeople(app.ctx, { role: 'moderator' }, await app.person(name))
    moderators.push(await app.signIn(name))
  }
})

it('a report is one moderator’s, or decided by the other, never both', async () => {
  const [one, other] = moderators
  for (let round = 0; round < depth.http_rounds; round += 1) {
    const prayer = await makePrayer(app.ctx, tomas, { visibility: 'public' })
    const { id } = (await app.ask('reports.create', { id: prayer, report_type: 'harassment' }, { as: hannah })).data
    const answers = await Promise.all([
      app.ask('reports.claim', { id }, { as: one }),
      app.ask('reports.decide', { id, status: 'dismissed' }, { as: other }),
    ])
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('reports.claimed')
  }
})

it('a report of danger and the end of its case are both done, or the end reads first what is new', async () => {
  const ines = await app.signIn('ines')
  for (let round = 0; round < depth.http_rounds; round += 1) {
    const id = await makePrayer(app.ctx, tomas, { visibility: 'public' })
    const danger = { id, report_type: 'danger_to_self' }
    await app.ask('reports.create', danger, { as: hannah })
    const [reported, closed] = await Promise.all([
      app.ask('reports.create', danger, { as: moderators[0] }),
      app.ask('cases.close', { id, outcome: 'with_them' }, { as: ines }),
    ])
    expect(reported.status, reported.text).toBe(200)
    expect([200, 409], closed.text).toContain(closed.status)
  }
})

it('a request that its author deletes while it is reported stays deleted', async () => {
  const id = await makePrayer(app.ctx, tomas, { visibility: 'public' })
  const isDeleted = Promise.withResolvers<void>()
  const deleting = app.ctx.transaction(async (ctx) => {
    await deletePrayers(ctx, [id])
    isDeleted.resolve()
    // Meanwhile somebody reports it.
    await untilAwaited(ctx)
  })
  await isDeleted.promise
  await Promise.all([app.ask('reports.create', { id, report_type: 'private_information' }, { as: hannah }), deleting])
  const row = await app.ctx.db.selectFrom('prayers').select('publication').where('id', '=', id).executeTakeFirst()
  expect(row?.publication).toBe('deleted')
})
