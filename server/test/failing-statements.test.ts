import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Inventory, buildInventory, diffInventories } from '../db/copy.ts'
import { type AskOptions, type TestApp, askOver, engine, startTestApp } from './app.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { isFull } from './depth.ts'
import { FailingStatements } from './failing-statements.ts'
import { holdForDanger, makeGroup, makePrayer } from './make.ts'

/** `npm test` tries these: a sign-up, and on the faster engine a decision and what writes most. */
const USUAL_ACTS = new Set(['signing up', ...(engine === 'sqlite' ? ['deciding a report', 'closing a case'] : [])])

// Counted on their own, also for what is refused.
const COUNTERS = new Set(['rate_limits'])

/** Makes what an act needs, new for each try. Returns the act, which returns the HTTP status. */
type Act = (app: TestApp) => Promise<() => Promise<number>>

const content = 'Please pray for my father, who is ill.'

/** Calls an endpoint alone: `ask` also looks for leaks in the database, whose statements would count. */
const send = (app: TestApp, name: EndpointName, input: Record<string, unknown>, options?: AskOptions) =>
  askOver(app.url, name, input, options)

const acts: Record<string, Act> = {
  'signing up': async (app) => {
    const email = `${randomUUID()}@example.org`
    return async () => (await send(app, 'sessions.sign_up', { email, password: 'kyrie-eleison-1' })).status
  },
  'asking for prayer': async (app) => {
    const as = await app.signIn('hannah')
    return async () => (await send(app, 'prayers.create', { content }, { as })).status
  },
  'asking in two groups': async (app) => {
    const as = await app.signIn('hannah')
    const owner = await app.person('hannah')
    const group_ids = [await makeGroup(app.ctx, [owner]), await makeGroup(app.ctx, [owner])]
    return async () => (await send(app, 'prayers.create', { content, visibility: 'group', group_ids }, { as })).status
  },
  'editing a request': async (app) => {
    const as = await app.signIn('hannah')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    return async () =>
      (await send(app, 'prayers.edit', { id, content: `${content} He is in hospital.` }, { as })).status
  },
  'deleting requests': async (app) => {
    const as = await app.signIn('hannah')
    const author = await app.person('hannah')
    const ids = [await makePrayer(app.ctx, author), await makePrayer(app.ctx, author)]
    return async () => (await send(app, 'prayers.delete_batch', { ids }, { as })).status
  },
  praying: async (app) => {
    const as = await app.signIn('grace')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    return async () => (await send(app, 'prayers.pray', { id }, { as })).status
  },
  'writing what came of it': async (app) => {
    const as = await app.signIn('hannah')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('prayers.follow', { id }, { as: await app.signIn('grace') })
    const update = { id, content: 'He is at home again.', status: 'answered' }
    return async () => (await send(app, 'updates.create', update, { as })).status
  },
  reporting: async (app) => {
    const as = await app.signIn('grace')
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    return async () => (await send(app, 'reports.create', { id, report_type: 'other' }, { as })).status
  },
  'deciding a report': async (app) => {
    const prayer = await makePrayer(app.ctx, await app.person('hannah'))
    const as = await app.signIn('ruth')
    const report = { id: prayer, report_type: 'other' }
    const { id } = (await app.ask('reports.create', report, { as: await app.signIn('grace') })).data
    const decision = { id, decision: 'removed', decision_reason: 'It sells something.' }
    return async () => (await send(app, 'reports.decide', decision, { as })).status
  },
  'closing a case': async (app) => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await holdForDanger(app.ctx, id)
    const as = await app.signIn('ines')
    const closing = { id, outcome: 'no_danger', message: 'Write whenever you like.' }
    return async () => (await send(app, 'cases.close', closing, { as })).status
  },
  'answering the care team': async (app) => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await holdForDanger(app.ctx, id)
    await app.ask('cases.write', { id, content: 'We are here.' }, { as: await app.signIn('ines') })
    const as = await app.signIn('hannah')
    return async () => (await send(app, 'cases.reply', { id, content: 'Thank you.' }, { as })).status
  },
  'making a group': async (app) => {
    const as = await app.signIn('grace')
    const group = { name: `Tuesday ${randomUUID()}` }
    return async () => (await send(app, 'groups.create', group, { as })).status
  },
  'joining a group with an invitation': async (app) => {
    const group = await makeGroup(app.ctx, [await app.person('hannah')])
    const { code } = (await app.ask('groups.create_invite', { id: group }, { as: await app.signIn('hannah') })).data
    const as = await app.signIn('grace')
    return async () => (await send(app, 'groups.accept_invite', { code }, { as })).status
  },
  'deleting an account': async (app) => {
    const [as = ''] = await app.createMembers(1)
    const { id } = (await app.ask('sessions.current', {}, { as })).data.user
    return async () => (await send(app, 'deletions.plan', { id, prayers: 'delete' }, { as })).status
  },
  'changing a role': async (app) => {
    const as = await app.signIn('peter')
    const [token = ''] = await app.createMembers(1)
    const { id } = (await app.ask('sessions.current', {}, { as: token })).data.user
    return async () => (await send(app, 'accounts.set_role', { id, role: 'limited' }, { as })).status
  },
}

describe('when any one statement of the database fails', () => {
  let app: TestApp
  let statements: FailingStatements

  beforeAll(async () => {
    app = await startTestApp()
    statements = new FailingStatements()
  })
  afterAll(async () => {
    statements.stop()
    await app.stop()
  })

  const read = async (): Promise<Inventory> => {
    const inventory = await buildInventory(app.ctx.database)
    return Object.fromEntries(Object.entries(inventory).filter(([name]) => !COUNTERS.has(name)))
  }

  /** Returns the tables with their new rows, and those with other rows only. */
  const changes = (before: Inventory, after: Inventory): string[] =>
    diffInventories(before, after).map((name) => `${name} ${(after[name]?.rows ?? 0) - (before[name]?.rows ?? 0)}`)

  /** Runs an act whose `nth` statement fails. */
  async function attempt(act: Act, nth: number) {
    const run = await act(app)
    const before = await read()
    statements.arm(nth)
    const status = await run()
    const { count, hasFailed } = statements.disarm()
    return { status, count, hasFailed, changed: changes(before, await read()) }
  }

  it.each(Object.entries(acts).filter(([name]) => isFull || USUAL_ACTS.has(name)))(
    '%s is done as a whole or not at all',
    async (_name, act) => {
      const whole = await attempt(act, Infinity)
      expect(whole).toMatchObject({ status: 200, hasFailed: false })
      expect(whole.changed).not.toEqual([])
      for (let nth = 1; nth <= whole.count; nth += 1) {
        const { status, changed } = await attempt(act, nth)
        expect({ nth, status, changed }).toEqual(
          status < 500 ? { nth, status: 200, changed: whole.changed } : { nth, status, changed: [] },
        )
      }
    },
  )
})
