import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { schemas } from '../../contract/schemas.ts'
import { insertReport } from '../features/care/reports/reports.commands.ts'
import { sharedTestApp } from './shared-app.ts'
import { makePrayer, makeUser } from './make.ts'

const REASONS = ['reason', 'decision_reason']

describe('reasons of staff', () => {
  const app = sharedTestApp()
  let admin: { as: string }
  let hannah: string
  beforeAll(async () => {
    admin = { as: await app.signIn('peter') }
    hannah = await app.person('hannah')
  })

  const withReason = (Object.keys(endpoints) as EndpointName[])
    .filter((name) => endpoints[name].method !== 'GET')
    .map((name) => {
      const schema = z.toJSONSchema(schemas[name].input, { io: 'input', unrepresentable: 'any' })
      return { name, members: Object.keys(schema.properties ?? {}), required: schema.required ?? [] }
    })
    .filter(({ members }) => members.some((member) => REASONS.includes(member)))

  it('are asked for by many calls, and required by none', () => {
    expect(withReason.length).toBeGreaterThan(10)
    expect(withReason.filter(({ required }) => required.some((member) => REASONS.includes(member)))).toEqual([])
  })

  const person = () => makeUser(app.ctx)
  const prayer = () => makePrayer(app.ctx, hannah)
  const held = async (): Promise<string> => {
    const id = await prayer()
    const change = { publication: 'held', held_reason: 'links', held_at: app.ctx.clock().toISOString() } as const
    await app.ctx.db.updateTable('prayers').set(change).where('id', '=', id).execute()
    return id
  }
  const suspended = async (): Promise<string> => {
    const id = await person()
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
    return id
  }
  const report = async (): Promise<string> => {
    const target = { prayer_request_id: await prayer(), update_id: null }
    const tomas = await app.person('tomas')
    return await app.ctx.transaction(
      async (ctx) => (await insertReport(ctx, tomas, target, { report_type: 'other', reason: '' })).id,
    )
  }

  const acts: [EndpointName, () => Promise<Record<string, unknown>>][] = [
    ['accounts.set_role', async () => ({ id: await person(), role: 'care' })],
    ['accounts.edit_profile', async () => ({ id: await person(), about: 'Words' })],
    ['accounts.suspend', async () => ({ id: await person() })],
    ['accounts.unsuspend', async () => ({ id: await suspended() })],
    ['deletions.plan', async () => ({ id: await person() })],
    ['emails.change', async () => ({ id: await person(), email: `${crypto.randomUUID()}@example.org` })],
    ['moderations.act', async () => ({ ids: [await prayer()], act: 'hide' })],
    ['review.keep', async () => ({ id: await held() })],
    ['reports.decide', async () => ({ id: await report(), decision: 'removed' })],
    ['prayers.delete', async () => ({ id: await prayer() })],
    ['prayers.delete_batch', async () => ({ ids: [await prayer()] })],
  ]
  it.each(acts)('%s is done and written down without one, with a blank one, and with one', async (name, make) => {
    const member = name === 'reports.decide' ? 'decision_reason' : 'reason'
    for (const [given, kept] of [
      [undefined, null],
      ['', null],
      [' ', null],
      ['Asked for by letter', 'Asked for by letter'],
    ]) {
      const answer = await app.ask(name, { ...(await make()), ...(given !== undefined && { [member]: given }) }, admin)
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      const last = app.ctx.db.selectFrom('audit_log').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
      expect((await last.executeTakeFirst())?.reason).toBe(kept)
    }
  })

  it('that are not given leave no gap in a mail', async () => {
    await app.ask('accounts.suspend', { id: await person() }, admin)
    const jobs = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
    expect(jobs.at(-1)?.payload).toMatchObject({ template: 'suspended', values: { reason: '' } })
  })
})
