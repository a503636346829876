import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { BrokenServer, type Fault, sampledFaults } from '../../../test/broken-smtp.ts'
import { KILL_MOMENTS, makeQuietWorker, sendUnderKills } from '../../../test/mail-kills.ts'
import { depth } from '../../../test/depth.ts'
import { confirmPeople, makePrayer, makeUser, setPeople } from '../../../test/make.ts'
import { scheduleNoticeMails } from './notice-mails.commands.ts'
import { noticeMailJobs } from './notice-mails.jobs.ts'
import { notify } from './notifications.commands.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const MAIL_FROM = 'prayer@example.org'
/** Long enough for a whole conversation on a busy machine, because only silence may wait for it. Milliseconds. */
const PATIENCE_MS = 2000

/** Queues an email to a person with a confirmed address, which is due at once. */
async function tellSomebody({ ctx }: TestApp, user_id: string): Promise<void> {
  await confirmPeople(ctx, user_id)
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}', quiet_from: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const prayer_request_id = await makePrayer(ctx, user_id)
  await ctx.transaction((transaction) =>
    notify(transaction, [user_id], { kind: 'prayed', prayer_request_id, payload: { people: 1 } }),
  )
}

/** The secrets of a site with a fault that shows for some addresses. */
const failingFor = ({ secrets }: TestApp['ctx'], addresses: RegExp): TestApp['ctx']['secrets'] =>
  new Proxy(secrets, {
    get: (real, name) => {
      const found: unknown = Reflect.get(real, name, real)
      if (typeof found !== 'function') return found
      return (...given: unknown[]): unknown => {
        if (name === 'hashAddress' && addresses.test(String(given[0]))) throw new TypeError('a fault')
        return Reflect.apply(found, real, given)
      }
    },
  })

describe('an email about notices, and a mail server that fails at one step of the conversation', () => {
  const server = new BrokenServer()
  afterAll(() => server.stop())
  const app = sharedTestApp(async () => ({ environment: { SMTP_URL: await server.start(), MAIL_FROM } }))
  beforeEach(async () => {
    server.taken.length = 0
    for (const table of ['jobs', 'sent_mails', 'notifications', 'preferences'] as const)
      await app.ctx.db.deleteFrom(table).execute()
  })
  const run = (fault?: Fault) =>
    makeQuietWorker(
      app.ctx,
      fault === 'says nothing more'
        ? noticeMailJobs(app.ctx, { connect_ms: PATIENCE_MS, total_ms: PATIENCE_MS })
        : noticeMailJobs(app.ctx),
    ).runDue()

  it.each(sampledFaults)('%s: it %s', async (step, fault) => {
    Object.assign(server, { step, fault })
    const hannah = await app.person('hannah')
    await tellSomebody(app, hannah)
    await run(fault)
    const isTaken = step === 'QUIT'
    expect(server.taken).toHaveLength(Number(isTaken))
    const isRefused = fault === 'answers 550' && step === 'RCPT'
    // The whole mail was there, and nobody knows whether the server took it.
    const isUnknown = step === 'end' && !/^answers [45]/.test(fault)
    server.step = undefined
    app.advance(16 * MINUTE_MS)
    await run()
    app.advance(16 * MINUTE_MS)
    await run()
    // Refused for itself: asked again later, not each quarter of an hour.
    const isNo = fault.startsWith('answers 55') && ['RCPT', 'DATA', 'end'].includes(step)
    expect(server.taken).toHaveLength(isNo || isUnknown ? 0 : 1)
    app.advance(4 * HOUR_MS)
    await run()
    expect(server.taken).toHaveLength(isRefused || isUnknown ? 0 : 1)
    const { data } = await app.ask('preferences.read', { id: hannah }, { as: await app.signIn('hannah') })
    expect(data.mail_state).toBe(isRefused ? 'paused' : 'ready')
  })

  it('keeps no news from others when that of one person cannot be put together, and is tried again later', async () => {
    const secrets = failingFor(app.ctx, /@broken\.example$/)
    const worker = makeQuietWorker(app.ctx, noticeMailJobs({ ...app.ctx, secrets }))
    // One more than one job sends, and they have waited longer.
    for (let one = 0; one < 21; one += 1) {
      const id = await makeUser(app.ctx)
      await setPeople(app.ctx, { email: `${id}@broken.example` }, id)
      await tellSomebody(app, id)
    }
    app.advance(1000)
    await tellSomebody(app, await app.person('hannah'))
    await worker.runDue()
    expect(server.taken).toHaveLength(1)
    const next = await app.ctx.db.selectFrom('jobs').select('run_at').where('status', '=', 'queued').execute()
    expect(next.length).toBeGreaterThan(0)
    const pauses = next.map(({ run_at }) => Date.parse(run_at) - app.ctx.clock().getTime())
    expect(Math.min(...pauses)).toBeGreaterThan(14 * MINUTE_MS)
    app.advance(16 * MINUTE_MS)
    await run()
    app.advance(MINUTE_MS)
    await run()
    expect(server.taken).toHaveLength(22)
  })

  it('keeps no news from others when one person has more of it than one look finds', async () => {
    const hannah = await app.person('hannah')
    const prayer_request_id = await makePrayer(app.ctx, hannah)
    await tellSomebody(app, hannah)
    const at = app.ctx.clock().toISOString()
    const notice = { user_id: hannah, kind: 'prayed', prayer_request_id, group_id: null, payload: '{"people":1}' }
    const many = Array.from({ length: 600 }, () => ({ id: randomUUID(), ...notice, created_at: at, mail_at: at }))
    await app.ctx.db.insertInto('notifications').values(many).execute()
    app.advance(1000)
    await tellSomebody(app, await app.person('tomas'))
    // What is due for both at one hour has one job.
    await app.ctx.db.deleteFrom('jobs').execute()
    await scheduleNoticeMails(app.ctx, [app.ctx.clock().toISOString()])
    await run()
    expect(server.taken).toHaveLength(2)
  })

  it('bears the same Message-ID in each try', async () => {
    const ids: string[] = []
    const hannah = await app.person('hannah')
    // Broken off after the whole mail, which is not known to be taken.
    Object.assign(server, { step: 'end', fault: 'answers 451' })
    await tellSomebody(app, hannah)
    server.onMail = (id) => ids.push(id)
    for (let turn = 0; turn < 3; turn += 1) {
      await run()
      app.advance(16 * MINUTE_MS)
    }
    server.onMail = undefined
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  it('pauses the address that was refused for good, says so, and tries again when asked to or with another one', async () => {
    const hannah = await app.person('hannah')
    const as = await app.signIn('hannah')
    const state = async () => (await app.ask('preferences.read', { id: hannah }, { as })).data.mail_state
    Object.assign(server, { step: 'RCPT', fault: 'answers 550' })
    await tellSomebody(app, hannah)
    await run()
    expect(await state()).toBe('paused')
    server.step = undefined
    await tellSomebody(app, hannah)
    await run()
    expect(server.taken).toEqual([])
    const again = await app.ask('preferences.write', { id: hannah, mail_paused: false }, { as })
    expect(again.data.mail_state).toBe('ready')
    await tellSomebody(app, hannah)
    await run()
    expect(server.taken).toHaveLength(1)
    Object.assign(server, { step: 'RCPT', fault: 'answers 550' })
    await tellSomebody(app, hannah)
    await run()
    expect(await state()).toBe('paused')
    await app.ctx.db.updateTable('users').set({ email: 'other@example.org' }).where('id', '=', hannah).execute()
    expect(await state()).toBe('ready')
    await app.ctx.db.updateTable('users').set({ email: 'hannah@example.org' }).where('id', '=', hannah).execute()
    server.step = undefined
  })

  it('also when the mail that confirms it was, until one gets through', async () => {
    const signed = await app.ask('sessions.sign_up', { email: 'typo@example.org', password: 'a long enough sentence' })
    const as = signed.data.token
    const { id } = signed.data.user
    const state = async () => (await app.ask('preferences.read', { id }, { as })).data.mail_state
    expect(await state()).toBe('unconfirmed')
    Object.assign(server, { step: 'RCPT', fault: 'answers 550' })
    await app.runJobs()
    expect(await state()).toBe('refused')
    server.step = undefined
    expect((await app.ask('emails.resend', {}, { as })).status).toBe(200)
    await app.runJobs()
    expect(server.taken).toHaveLength(1)
    expect(await state()).toBe('unconfirmed')
  })

  it('does not leave when its reader loses the request while the server takes its time', async () => {
    const hannah = await app.person('hannah')
    await tellSomebody(app, hannah)
    // The server asks for the mail, and before its end the author deletes the request.
    server.onMail = undefined
    server.beforeData = async () => {
      await app.ctx.db.updateTable('prayers').set({ publication: 'deleted' }).where('author_id', '=', hannah).execute()
    }
    await run()
    server.beforeData = undefined
    expect(server.taken).toEqual([])
    app.advance(16 * MINUTE_MS)
    await run()
    expect(server.taken).toEqual([])
  })

  it('leaves the server alone for a while when it takes nothing, and hands in no more a minute than it may', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(app.ctx)))
    for (const user_id of people) await tellSomebody(app, user_id)
    let connections = 0
    server.onConnection = () => (connections += 1)
    Object.assign(server, { step: 'greeting', fault: 'answers 451' })
    await run()
    expect(connections).toBe(1)
    server.step = undefined
    app.advance(16 * MINUTE_MS)
    const slow = noticeMailJobs({ ...app.ctx, config: { ...app.ctx.config, mail_per_minute: 2 } })
    const worker = makeQuietWorker(app.ctx, slow)
    const counts: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await worker.runDue()
      counts.push(server.taken.length)
      app.advance(MINUTE_MS + 1000)
    }
    server.onConnection = undefined
    expect(counts).toEqual([2, 4, 5])
  })
})

const KILLS = depth.mail_kills
/** Jobs of a killed worker are released after five minutes. Milliseconds. */
const LEASE_MS = 6 * MINUTE_MS

describe('a process that is killed again and again while it sends emails about notices', () => {
  it('loses none and sends none twice', { timeout: 120_000 }, async () => {
    const people = KILLS + 3
    const { taken, kills } = await sendUnderKills({
      prepare: async (app) => {
        for (let one = 0; one < people; one += 1) await tellSomebody(app, await makeUser(app.ctx))
        return people
      },
      isDue: (moment, before) => before < KILLS && KILL_MOMENTS[before % KILL_MOMENTS.length] === moment,
      starts: 3 * KILLS,
      aheadMs: (start) => (start + 1) * LEASE_MS,
    })
    expect(kills).toBe(KILLS)
    expect(new Set(taken).size).toBe(people)
    expect(taken).toHaveLength(people)
  })
})
