import { beforeEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import { depth } from '../../../test/depth.ts'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makePrayer } from '../../../test/make.ts'
import { releaseCase } from '../../community/prayers/care-cases.commands.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'

type Carer = 'ines' | 'miriam'

describe('of two carers at one moment', () => {
  const site = alarmSite()
  beforeEach(() => site.setRole('miriam', 'care'))

  const ask = async <Endpoint extends EndpointName>(who: Carer, name: Endpoint, input: Record<string, unknown>) =>
    await site.app.ask(name, input, { as: await site.app.signIn(who) })
  const statuses = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((first, second) => first - second)

  it('one takes a case, and the other is told', async () => {
    const id = await site.share(DANGER)
    const answers = await Promise.all([ask('ines', 'cases.take', { id }), ask('miriam', 'cases.take', { id })])
    expect(statuses(answers)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('cases.taken')
    const { data } = await ask('ines', 'cases.one', { id })
    expect(data.entries.filter(({ act }) => act === 'taken')).toHaveLength(1)
  })

  it('one takes an alarm on by its mail, and the other hears who', async () => {
    for (let round = 0; round < depth.http_rounds / 3; round += 1) {
      const id = await site.share(DANGER)
      const take = (who: Carer) => ask(who, 'review.acknowledge', { id })
      const [first, second] = await Promise.all([take('ines'), take('miriam')])
      expect(first.data.acknowledged_by).toEqual(second.data.acknowledged_by)
    }
  })

  it('one takes a case on while its alarm is raised, and has it', async () => {
    const as = await site.app.signIn('ines')
    for (let round = 0; round < depth.http_rounds / 3; round += 1) {
      const id = await site.share(DANGER)
      const [taken] = await Promise.all([site.app.ask('cases.take', { id }, { as }), site.wait(0)])
      expect(taken.status, taken.text).toBe(200)
      expect((await site.app.ask('cases.one', { id }, { as })).data.taken_by?.id).toBe(site.id.ines)
    }
  })

  it('one has the case of a line while its writer takes it back, and neither fails', async () => {
    const { ctx } = site.app
    const id = await makePrayer(ctx, site.id.tomas)
    const as = await site.app.signIn('hannah')
    await site.app.ask('prayers.pray', { id }, { as })
    const left = await site.app.ask('prayers.leave_line', { id, content: DANGER }, { as })
    expect(left.status, left.text).toBe(200)
    const lineId = left.data.id
    const isLocked = Promise.withResolvers<void>()
    const changing = ctx.transaction(async (transaction) => {
      await lockPrayers(transaction.db, [lineId])
      isLocked.resolve()
      // Meanwhile the writer comes to what is locked.
      await untilAwaited(transaction)
      await releaseCase(transaction, lineId)
    })
    await isLocked.promise
    const [taken] = await Promise.all([site.app.ask('prayers.delete_line', { id, lineId }, { as }), changing])
    expect(taken.status, taken.text).toBe(200)
    expect(await ctx.db.selectFrom('care_cases').select('opened_at').execute()).toEqual([])
  })

  it('one changes who is on call, and the other is told', async () => {
    const was: object[] = []
    const plan = (who: Carer, weekday: number) =>
      ask(who, 'review.set_rota', { on_call: [{ id: site.id[who], weekdays: [weekday] }], was })
    const answers = await Promise.all([plan('ines', 1), plan('miriam', 2)])
    expect(statuses(answers)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('holds.rota_changed')
    const read = (await ask('ines', 'review.rota', {})).data.on_call.map(({ id, weekdays }) => ({ id, weekdays }))
    expect((await ask('ines', 'review.set_rota', { on_call: [], was: read })).status).toBe(200)
  })

  it('one closes it, and then only opening again is left', async () => {
    const id = await site.share(DANGER)
    const close = (who: Carer) => ask(who, 'cases.close', { id, outcome: 'with_them' })
    expect(statuses(await Promise.all([close('ines'), close('miriam')]))).toEqual([200, 409])
    for (const [name, input] of [
      ['cases.take', {}],
      ['cases.write', { content: 'We are here.' }],
      ['cases.hand_over', { to: null }],
    ] as const)
      expect((await ask('ines', name, { id, ...input })).problem.code).toBe('cases.closed')
    expect((await ask('miriam', 'cases.reopen', { id })).data).toMatchObject({
      closed_at: null,
      taken_by: { id: site.id.miriam },
    })
  })
})
