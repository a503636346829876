import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, engine, startTestApp } from '../test/app.ts'
import { addJob } from './queue.ts'
import { Worker, backoffMs } from './worker.ts'

it('waits longer after each failure, an hour at most', () => {
  expect([1, 2, 3, 4, 5, 9].map(backoffMs)).toEqual([2000, 8000, 32_000, 128_000, 512_000, 3_600_000])
})

describe('jobs', () => {
  let app: TestApp
  let ran: string[]
  let failing: number

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('jobs').execute()
    ran = []
    failing = 0
  })

  const worker = () =>
    new Worker({
      database: app.ctx.database,
      clock: app.ctx.clock,
      log: pino({ level: 'silent' }),
      handlers: {
        note: async ({ name }) => {
          if (failing > 0) {
            failing -= 1
            throw new Error('the mail server is down')
          }
          ran.push(String(name))
        },
      },
    })
  const jobs = () => app.ctx.db.selectFrom('jobs').selectAll().orderBy('id').execute()

  it('run in the order in which they become due, each once', async () => {
    const later = new Date(app.ctx.clock().getTime() + 60_000).toISOString()
    await app.ctx.addJob('note', { name: 'later' }, { run_at: later })
    await app.ctx.addJob('note', { name: 'first' })
    await app.ctx.addJob('note', { name: 'second' })
    await worker().runDue()
    expect(ran).toEqual(['first', 'second'])
    app.advance(60_001)
    await worker().runDue()
    expect(ran).toEqual(['first', 'second', 'later'])
    expect((await jobs()).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  })

  it('are undone with the transaction that queued them', async () => {
    const attempt = app.ctx.transaction(async (transaction) => {
      await transaction.addJob('note', { name: 'never' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await worker().runDue()
    expect(ran).toEqual([])
  })

  it('are tried again with back-off, and stay visible when they have failed for good', async () => {
    failing = 2
    await app.ctx.addJob('note', { name: 'stubborn' }, { max_attempts: 3 })
    await worker().runDue()
    expect((await jobs())[0]).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: 'Error: the mail server is down',
    })
    await worker().runDue()
    expect(ran).toEqual([])
    app.advance(2001)
    await worker().runDue()
    app.advance(8001)
    await worker().runDue()
    expect(ran).toEqual(['stubborn'])
    expect((await jobs())[0]).toMatchObject({ status: 'done', attempts: 3, last_error: null })

    failing = 5
    await app.ctx.addJob('note', { name: 'hopeless' }, { max_attempts: 1 })
    await worker().runDue()
    expect((await jobs()).at(-1)).toMatchObject({ status: 'failed', last_error: 'Error: the mail server is down' })
  })

  it('are in the hands of one worker at a time', async () => {
    for (let index = 0; index < 40; index += 1) await app.ctx.addJob('note', { name: `${index}` })
    await Promise.all([worker(), worker(), worker(), worker()].map((one) => one.runDue()))
    expect(ran.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`).toSorted())
  })

  it('are taken over from a process that died', async () => {
    await app.ctx.addJob('note', { name: 'orphan' })
    const locked_until = new Date(app.ctx.clock().getTime() + 1000).toISOString()
    await app.ctx.db.updateTable('jobs').set({ status: 'running', attempts: 1, locked_until }).execute()
    await worker().runDue()
    expect(ran).toEqual([])
    app.advance(2000)
    await worker().runDue()
    expect(ran).toEqual(['orphan'])
  })

  it.runIf(engine === 'sqlite')('are taken over at once from the process before on the embedded database', async () => {
    await app.ctx.addJob('note', { name: 'orphan' })
    await app.ctx.addJob('mail', {})
    const locked_until = new Date(app.ctx.clock().getTime() + 60_000).toISOString()
    await app.ctx.db.updateTable('jobs').set({ status: 'running', attempts: 1, locked_until }).execute()
    const next = worker()
    next.start()
    await next.stop()
    expect(ran).toEqual(['orphan'])
    // What another worker of this process may have at hand stays with it.
    expect((await jobs()).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['note done', 'mail running'])
  })

  it('that wait too long for others are given back when their process ends, as if never begun', async () => {
    await app.ctx.addJob('wait', {})
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const options = { database: app.ctx.database, clock: app.ctx.clock, log: pino({ level: 'silent' }) }
    const leaving = new Worker({
      ...options,
      shutdown_timeout_ms: 0,
      handlers: {
        wait: async () => {
          begun.resolve()
          await answer.promise
        },
      },
    })
    leaving.start()
    await begun.promise
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'queued', attempts: 0, locked_until: null })
    await new Worker({ ...options, handlers: { wait: () => Promise.reject(new Error('still away')) } }).runDue()
    answer.resolve()
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'queued', attempts: 1, last_error: 'Error: still away' })
  })

  it('that are done stay so when their process ends while it lets others go first', async () => {
    await app.ctx.addJob('note', { name: 'a' })
    const begun = Promise.withResolvers<void>()
    const leaving = new Worker({
      database: app.ctx.database,
      clock: app.ctx.clock,
      log: pino({ level: 'silent' }),
      shutdown_timeout_ms: 0,
      handlers: { note: () => Promise.resolve() },
      giveWay: () => {
        begun.resolve()
        return new Promise(() => {})
      },
    })
    leaving.start()
    await begun.promise
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'done', attempts: 1 })
  })

  it('are not done again when the database was away as they ended', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.ctx.db)
    const steady = new Worker({
      database: app.ctx.database,
      clock: app.ctx.clock,
      log: pino({ level: 'silent' }),
      handlers: {
        note: async ({ name }) => {
          ran.push(String(name))
          if (name === 'a') await rename('jobs', 'jobs_away')
        },
      },
    })
    await app.ctx.addJob('note', { name: 'a' })
    await app.ctx.addJob('note', { name: 'b' })
    await expect(steady.runDue()).rejects.toThrow('jobs')
    await rename('jobs_away', 'jobs')
    await steady.runDue()
    expect(ran).toEqual(['a', 'b'])
    expect((await jobs()).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(['done 1', 'done 1'])
  })

  describe('of a clock that was ahead', () => {
    const DAY = 86_400_000
    const put = (change: { run_at?: string; locked_until?: string; attempts?: number; status?: 'running' }) =>
      app.ctx.db.updateTable('jobs').set(change).execute()
    const inADay = (ms = 0) => new Date(app.ctx.clock().getTime() + DAY + ms).toISOString()

    it('are done, also those that come in only after it was put back', async () => {
      const steady = worker()
      app.advance(DAY)
      await app.ctx.addJob('note', { name: 'before' })
      await steady.runDue()
      const ahead = app.ctx.clock().toISOString()
      app.advance(-DAY)
      await steady.runDue()
      await addJob(app.ctx.db, ahead, 'note', { name: 'after' })
      await steady.runDue()
      expect(ran).toEqual(['before', 'after'])
    })

    it('are tried again when it is time by the true one', async () => {
      await app.ctx.addJob('note', { name: 'stubborn' })
      await put({ run_at: inADay(8000), attempts: 1 })
      await worker().runDue()
      expect(ran).toEqual(['stubborn'])
    })

    it('are taken over, although their lock would last for long', async () => {
      await app.ctx.addJob('note', { name: 'orphan' })
      await put({ status: 'running', locked_until: inADay(), attempts: 1 })
      await worker().runDue()
      expect(ran).toEqual(['orphan'])
    })

    it('are left alone when they are for later', async () => {
      await app.ctx.addJob('note', { name: 'reminder' }, { run_at: inADay() })
      await worker().runDue()
      expect(ran).toEqual([])
    })
  })

  it('with the same key wait only once', async () => {
    await app.ctx.addJob('note', { name: 'a' }, { unique_key: 'same' })
    await app.ctx.addJob('note', { name: 'b' }, { unique_key: 'same' })
    await worker().runDue()
    expect(ran).toEqual(['a'])
    await app.ctx.addJob('note', { name: 'c' }, { unique_key: 'same' })
    await worker().runDue()
    expect(ran).toEqual(['a', 'c'])
  })

  it('of a kind that this process does not know are left to others', async () => {
    await app.ctx.addJob('from the future', {})
    await worker().runDue()
    expect((await jobs())[0]).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('forget stored answers after a day', async () => {
    const as = await app.signIn('hannah')
    const headers = { 'idempotency-key': 'kept-for-a-day' }
    const first = await app.ask('prayers.create', { content: 'Said once' }, { as, headers })
    await app.runJobs()
    app.advance(25 * 3_600_000)
    await app.runJobs()
    expect(await app.ctx.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
    expect(first.status).toBe(200)
  })
})
