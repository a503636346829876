import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import type { TestApp } from '../../../test/app.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { isFull } from '../../../test/depth.ts'
import { confirmPeople } from '../../../test/make.ts'
import { BrokenServer, sampledFaults } from '../../../test/broken-smtp.ts'
import { KILL_MOMENTS, makeQuietWorker, sendUnderKills } from '../../../test/mail-kills.ts'
import { tellCareTeam, tellUnheard } from './alarms.commands.ts'
import { alarmJobs } from './alarms.jobs.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const MAIL_FROM = 'prayer@example.org'
const DANGER = 'I do not want to live anymore. I have saved up my pills.'
/** Long enough for a whole conversation on a busy machine, because only silence may wait for it. Milliseconds. */
const PATIENCE_MS = 2000

/** Signs of danger, and two people on call with confirmed addresses, of whom the first is told first. */
async function findDanger(app: TestApp): Promise<void> {
  const [ines, ruth] = [await app.person('ines'), await app.person('ruth')]
  await confirmPeople(app.ctx, ines, ruth)
  const today = Temporal.Instant.fromEpochMilliseconds(app.ctx.clock().getTime()).toZonedDateTimeISO('UTC').dayOfWeek
  // Ruth’s day is in two days, so that no midnight in the test makes her the first.
  await app.writeSetting('care_on_call', [`${ines} ${today} ${(today % 7) + 1}`, `${ruth} ${((today + 1) % 7) + 1}`])
  await app.ask('prayers.create', { content: DANGER }, { as: await app.signIn('hannah') })
}

describe('an alarm, and a mail server that fails at one step of the conversation', () => {
  const server = new BrokenServer()
  afterAll(() => server.stop())
  const app = sharedTestApp(async () => ({ environment: { SMTP_URL: await server.start(), MAIL_FROM } }))
  beforeEach(async () => {
    server.taken.length = 0
    for (const table of ['jobs', 'checks', 'prayers'] as const) await app.ctx.db.deleteFrom(table).execute()
  })
  const run = () =>
    makeQuietWorker(app.ctx, alarmJobs(app.ctx, { connect_ms: PATIENCE_MS, total_ms: PATIENCE_MS })).runDue()
  const isReached = async () =>
    (await app.ask('alarms.state', {}, { as: await app.signIn('ruth') })).data.reach === 'reachable'

  it.each(sampledFaults)('%s: it %s', async (step, fault) => {
    Object.assign(server, { step, fault })
    await findDanger(app)
    await run()
    const isTaken = step === 'QUIT'
    expect(server.taken).toHaveLength(Number(isTaken))
    expect(await isReached()).toBe(isTaken)
    const isNo = fault.startsWith('answers 55') && ['MAIL', 'RCPT', 'DATA', 'end'].includes(step)
    const isRefused = fault === 'answers 550' && step === 'RCPT'
    const isUnknown = step === 'end' && !/^answers [45]/.test(fault)
    const waiting = await app.ctx.db
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', 'alarms.step')
      .where('status', '=', 'queued')
      .execute()
    // Where the first will not be told for sure, the next on call are told now and not after a quarter of an hour.
    expect(waiting).toHaveLength(isNo || isUnknown ? 0 : 2)
    server.step = undefined
    app.advance(MINUTE_MS)
    await run()
    // The first hears of it once that is mended, and so do those of the next steps, whom it could not tell either.
    expect(server.taken).toHaveLength(isRefused || isUnknown ? 0 : isNo ? 4 : 1)
    if (!isRefused && !isUnknown) expect(await isReached()).toBe(true)
  })

  it('is told anew each hour until somebody was, when the server takes nothing for longer than it is tried', async () => {
    Object.assign(server, { step: 'MAIL', fault: 'answers 451' })
    await findDanger(app)
    for (let minutes = 0; minutes < 400; minutes += 20) {
      await run()
      app.advance(20 * MINUTE_MS)
    }
    server.step = undefined
    await run()
    expect(server.taken).toEqual([])
    await app.ctx.transaction(tellUnheard)
    await run()
    expect(server.taken).toHaveLength(2)
    app.advance(2 * HOUR_MS)
    await app.ctx.transaction(tellUnheard)
    await run()
    expect(server.taken).toHaveLength(2)
  })

  it('is told at once when it is raised anew while a message of the one before waits', async () => {
    Object.assign(server, { step: 'MAIL', fault: 'answers 451' })
    await findDanger(app)
    await run()
    server.step = undefined
    const run_at = new Date(app.ctx.clock().getTime() + HOUR_MS).toISOString()
    await app.ctx.db.updateTable('jobs').set({ run_at }).where('kind', '=', 'alarms.send').execute()
    await app.ctx.db.deleteFrom('jobs').where('kind', '=', 'alarms.step').execute()
    const { id } = await app.ctx.db.selectFrom('prayers').select('id').executeTakeFirstOrThrow()
    await app.ctx.transaction((ctx) => tellCareTeam(ctx, { prayer_request_id: id }))
    await run()
    expect(server.taken).toHaveLength(1)
    app.advance(HOUR_MS)
    await app.ctx.db.deleteFrom('jobs').where('kind', '=', 'alarms.step').execute()
    await run()
    expect(server.taken).toHaveLength(1)
  })

  it('does not leave when somebody takes it on while the server takes its time', async () => {
    await findDanger(app)
    server.beforeData = async () => {
      await app.ctx.db
        .updateTable('prayers')
        .set({ acknowledged_at: now(app.ctx) })
        .execute()
    }
    await run()
    server.beforeData = undefined
    expect(server.taken).toEqual([])
    app.advance(16 * MINUTE_MS)
    await run()
    expect(server.taken).toEqual([])
  })

  it('does not leave when the person loses the role while the server takes its time', async () => {
    await findDanger(app)
    server.beforeData = async () => {
      await app.writeSetting('care_on_call', [])
      await app.ctx.db.updateTable('users').set({ role: 'member' }).where('role', '=', 'care').execute()
    }
    await run()
    server.beforeData = undefined
    expect(server.taken).toEqual([])
    const ines = await app.person('ines')
    await app.ctx.db.updateTable('users').set({ role: 'care' }).where('id', '=', ines).execute()
  })

  it('bears the same Message-ID in each try', async () => {
    const ids: string[] = []
    Object.assign(server, { step: 'end', fault: 'answers 451' })
    server.onMail = (one) => ids.push(one)
    await findDanger(app)
    for (let turn = 0; turn < 3; turn += 1) {
      await run()
      app.advance(MINUTE_MS)
    }
    Object.assign(server, { step: undefined, onMail: undefined })
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })
})

/** Jobs of a killed worker are released after five minutes, well before the next step. Milliseconds. */
const LEASE_MS = 6 * MINUTE_MS

describe('a process that is killed while it sends an alarm', () => {
  // Emails about notices are sent by processes that are killed at each of these moments.
  it.each(isFull ? KILL_MOMENTS : KILL_MOMENTS.slice(1, 2))(
    'when %s: nobody is told twice, and nobody is left out',
    { timeout: 60_000 },
    async (wanted) => {
      const { taken, kills } = await sendUnderKills({
        prepare: async (app) => {
          await findDanger(app)
          await app.writeSetting('care_on_call', [await app.person('ines'), await app.person('ruth')])
          return 2
        },
        isDue: (moment, before) => before === 0 && moment === wanted,
        starts: 2,
        aheadMs: (start) => start * LEASE_MS,
      })
      expect(kills).toBe(1)
      expect(taken.toSorted()).toEqual(['ines@example.org', 'ruth@example.org'])
    },
  )
})
