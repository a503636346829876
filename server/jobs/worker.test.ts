import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { purgeIdempotencyKeys } from '../http/idempotency.ts'
import { engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import type { JobHandler, JobHandlers } from './kinds.ts'
import { insertJob, type NewJob } from './queue.ts'
import { Worker, type WorkerOptions, backoffMs } from './worker.ts'
import { DAY_MS } from '../../contract/time.values.ts'

// Kinds of these tests alone.
const kinds = { note: z.object({ name: z.string() }), mail: z.object({}), wait: z.object({}), whole: z.object({}) }

// What must not compile. `tsc` fails when one of these lines stops being an error.
export const mistakes = (ctx: Context) => {
  // @ts-expect-error a kind that is in no table
  void ctx.addJob('prayers.clasify', { id: '' })
  // @ts-expect-error a payload that lacks a member
  void ctx.addJob('prayers.classify', {})
  // @ts-expect-error a payload of another kind
  void ctx.addJob('notifications.tell_owner', { kind: 'released', prayer_request_id: '' })
  // @ts-expect-error a kind without a handler
  const missing: JobHandlers<'prayers.classify' | 'mail.forget'> = { 'mail.forget': () => Promise.resolve() }
  // @ts-expect-error a handler that asks for more than its payload has
  const asking: JobHandler<'prayers.classify'> = ({ day }) => Promise.resolve(day)
  return [missing, asking]
}

it('waits longer after each failure, an hour at most', () => {
  expect([1, 2, 3, 4, 5, 9].map(backoffMs)).toEqual([2000, 8000, 32_000, 128_000, 512_000, 3_600_000])
})

describe('jobs', () => {
  const app = sharedTestApp()
  let ran: string[]
  let failing: number

  beforeEach(async () => {
    await app.ctx.db.deleteFrom('jobs').execute()
    ran = []
    failing = 0
  })

  const add = <Kind extends keyof typeof kinds>(kind: Kind, payload: z.input<(typeof kinds)[Kind]>, options?: NewJob) =>
    insertJob(app.ctx.db, app.ctx.clock().toISOString(), kind, payload, options)
  const workerOf = (
    handlers: WorkerOptions<typeof kinds>['handlers'],
    more: Pick<WorkerOptions<typeof kinds>, 'giveWay' | 'shutdown_timeout_ms' | 'lease_renewal_ms'> = {},
  ) => {
    const { database, clock } = app.ctx
    return new Worker({ database, clock, log: pino({ level: 'silent' }), kinds, handlers, ...more })
  }
  const worker = () =>
    workerOf({
      note: async ({ name }) => {
        if (failing > 0) {
          failing -= 1
          throw new Error('the mail server is down')
        }
        ran.push(name)
      },
    })
  const jobs = () => app.ctx.db.selectFrom('jobs').selectAll().orderBy('id').execute()

  it('that are noted as done in the transaction of their work are not repeated when the process dies after it', async () => {
    const dying = workerOf({
      whole: async (_payload, job) => {
        await app.ctx.db.transaction().execute(async (transaction) => {
          ran.push('whole')
          await job.finish(transaction)
        })
        throw new Error('the process dies')
      },
    })
    await add('whole', {})
    await dying.runDue()
    await dying.runDue()
    expect(ran).toEqual(['whole'])
    expect(await jobs()).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  it('that another worker has taken meanwhile are not noted as done, and their work is undone', async () => {
    await add('whole', {})
    const slow = workerOf({
      whole: async (_payload, job) => {
        await app.ctx.db.updateTable('jobs').set({ attempts: 2 }).execute()
        await app.ctx.db.transaction().execute(async (transaction) => {
          await insertJob(transaction, app.ctx.clock().toISOString(), 'note', { name: 'its work' })
          await job.finish(transaction)
        })
      },
    })
    await slow.runDue()
    expect(await jobs()).toMatchObject([{ kind: 'whole', status: 'running', attempts: 2 }])
  })

  it('run in the order in which they become due, each once', async () => {
    const later = new Date(app.ctx.clock().getTime() + 60_000).toISOString()
    await add('note', { name: 'later' }, { run_at: later })
    await add('note', { name: 'first' })
    await add('note', { name: 'second' })
    await worker().runDue()
    expect(ran).toEqual(['first', 'second'])
    app.advance(60_001)
    await worker().runDue()
    expect(ran).toEqual(['first', 'second', 'later'])
    expect((await jobs()).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  })

  it('are undone with the transaction that queued them', async () => {
    const attempt = app.ctx.transaction(async (transaction) => {
      await insertJob(transaction.db, app.ctx.clock().toISOString(), 'note', { name: 'never' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await worker().runDue()
    expect(ran).toEqual([])
  })

  it('are tried again with back-off, and stay visible when they have failed for good', async () => {
    failing = 2
    await add('note', { name: 'stubborn' }, { max_attempts: 3 })
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
    await add('note', { name: 'hopeless' }, { max_attempts: 1 })
    await worker().runDue()
    expect((await jobs()).at(-1)).toMatchObject({ status: 'failed', last_error: 'Error: the mail server is down' })
  })

  it('are in the hands of one worker at a time', async () => {
    for (let index = 0; index < 40; index += 1) await add('note', { name: `${index}` })
    await Promise.all([worker(), worker(), worker(), worker()].map((one) => one.runDue()))
    expect(ran.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`).toSorted())
  })

  it('are taken over from a process that died', async () => {
    await add('note', { name: 'orphan' })
    const locked_until = new Date(app.ctx.clock().getTime() + 1000).toISOString()
    await app.ctx.db.updateTable('jobs').set({ status: 'running', attempts: 1, locked_until }).execute()
    await worker().runDue()
    expect(ran).toEqual([])
    app.advance(2000)
    await worker().runDue()
    expect(ran).toEqual(['orphan'])
  })

  it('are not taken over from a worker that is still at them, however long they take', async () => {
    await add('wait', {})
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const wait = async () => {
      ran.push('wait')
      begun.resolve()
      await held.promise
    }
    const running = workerOf({ wait }, { lease_renewal_ms: 1 }).runDue()
    await begun.promise
    app.advance(10 * 60_000)
    const now = app.ctx.clock().getTime()
    await expect.poll(async () => Date.parse((await jobs())[0]?.locked_until ?? '')).toBeGreaterThan(now)
    await workerOf({ wait }).runDue()
    held.resolve()
    await running
    expect(ran).toEqual(['wait'])
    expect((await jobs())[0]).toMatchObject({ status: 'done', attempts: 1, locked_until: null })
  })

  it.runIf(engine === 'sqlite')('are taken over at once from the process before on the embedded database', async () => {
    await add('note', { name: 'orphan' })
    await add('mail', {})
    const locked_until = new Date(app.ctx.clock().getTime() + 60_000).toISOString()
    await app.ctx.db.updateTable('jobs').set({ status: 'running', attempts: 1, locked_until }).execute()
    const next = worker()
    next.start()
    await next.stop()
    expect(ran).toEqual(['orphan'])
    // A running job of another worker of this process is not reclaimed.
    expect((await jobs()).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['note done', 'mail running'])
  })

  it('that wait too long for others are given back when their process ends, as if never begun', async () => {
    await add('wait', {})
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const wait = async () => {
      begun.resolve()
      await answer.promise
    }
    const leaving = workerOf({ wait }, { shutdown_timeout_ms: 0 })
    leaving.start()
    await begun.promise
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'queued', attempts: 0, locked_until: null })
    await workerOf({ wait: () => Promise.reject(new Error('still away')) }).runDue()
    answer.resolve()
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'queued', attempts: 1, last_error: 'Error: still away' })
  })

  it('that are done stay so when their process ends while it lets others go first', async () => {
    await add('note', { name: 'a' })
    const begun = Promise.withResolvers<void>()
    const giveWay = () => {
      begun.resolve()
      return new Promise<void>(() => {})
    }
    const leaving = workerOf({ note: () => Promise.resolve() }, { shutdown_timeout_ms: 0, giveWay })
    leaving.start()
    await begun.promise
    await leaving.stop()
    expect((await jobs())[0]).toMatchObject({ status: 'done', attempts: 1 })
  })

  it('are not done again when the database was away as they ended', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.ctx.db)
    const steady = workerOf({
      note: async ({ name }) => {
        ran.push(name)
        if (name === 'a') await rename('jobs', 'jobs_away')
      },
    })
    await add('note', { name: 'a' })
    await add('note', { name: 'b' })
    await expect(steady.runDue()).rejects.toThrow('jobs')
    await rename('jobs_away', 'jobs')
    await steady.runDue()
    expect(ran).toEqual(['a', 'b'])
    expect((await jobs()).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(['done 1', 'done 1'])
  })

  describe('of a clock that was ahead', () => {
    const put = (change: { run_at?: string; locked_until?: string; attempts?: number; status?: 'running' }) =>
      app.ctx.db.updateTable('jobs').set(change).execute()
    const inADay = (ms = 0) => new Date(app.ctx.clock().getTime() + DAY_MS + ms).toISOString()

    it('are done, also those that come in only after it was put back', async () => {
      const steady = worker()
      app.advance(DAY_MS)
      await add('note', { name: 'before' })
      await steady.runDue()
      const ahead = app.ctx.clock().toISOString()
      app.advance(-DAY_MS)
      await steady.runDue()
      await insertJob(app.ctx.db, ahead, 'note', { name: 'after' })
      await steady.runDue()
      expect(ran).toEqual(['before', 'after'])
    })

    it('are tried again when it is time by the true one', async () => {
      await add('note', { name: 'stubborn' })
      await put({ run_at: inADay(8000), attempts: 1 })
      await worker().runDue()
      expect(ran).toEqual(['stubborn'])
    })

    it('are taken over, although their lock would last for long', async () => {
      await add('note', { name: 'orphan' })
      await put({ status: 'running', locked_until: inADay(), attempts: 1 })
      await worker().runDue()
      expect(ran).toEqual(['orphan'])
    })

    it('are for as much later by the true one, where they were for later', async () => {
      const steady = worker()
      app.advance(DAY_MS)
      await steady.runDue()
      await add('note', { name: 'step' }, { run_at: inADay(60_000 - DAY_MS), unique_key: 'step' })
      app.advance(-DAY_MS)
      await steady.runDue()
      expect(ran).toEqual([])
      app.advance(60_001)
      await steady.runDue()
      expect(ran).toEqual(['step'])
    })

    it('are left alone when they are for later', async () => {
      await add('note', { name: 'reminder' }, { run_at: inADay() })
      await worker().runDue()
      expect(ran).toEqual([])
    })
  })

  it('with the same key wait only once', async () => {
    await add('note', { name: 'a' }, { unique_key: 'same' })
    await add('note', { name: 'b' }, { unique_key: 'same' })
    await worker().runDue()
    expect(ran).toEqual(['a'])
    await add('note', { name: 'c' }, { unique_key: 'same' })
    await worker().runDue()
    expect(ran).toEqual(['a', 'c'])
  })

  it('whose payload does not fit wait for a process that knows it, without naming what was in it', async () => {
    const now = app.ctx.clock().toISOString()
    await insertJob(app.ctx.db, now, 'note', { name: { of: 'hannah@example.org' } })
    await worker().runDue()
    expect(ran).toEqual([])
    const [refused] = await jobs()
    expect(refused).toMatchObject({ status: 'queued', attempts: 1 })
    expect(refused?.last_error).toBe(
      'Error: the payload does not fit note: name: Invalid input: expected string, received object',
    )
    app.advance(2001)
    const later = { ...kinds, note: z.object({ name: z.object({ of: z.string() }) }) }
    const { database, clock } = app.ctx
    const note = async ({ name }: { name: { of: string } }) => void ran.push(name.of)
    await new Worker({ database, clock, log: pino({ level: 'silent' }), kinds: later, handlers: { note } }).runDue()
    expect(ran).toEqual(['hannah@example.org'])
  })

  it('give their handlers what the schema makes of the payload', async () => {
    await insertJob(app.ctx.db, app.ctx.clock().toISOString(), 'note', { name: 'a', of_a_later_version: 1 })
    const given: unknown[] = []
    await workerOf({ note: async (payload) => void given.push(payload) }).runDue()
    expect(given).toEqual([{ name: 'a' }])
  })

  it('of a kind that this process does not know are left to others', async () => {
    await insertJob(app.ctx.db, app.ctx.clock().toISOString(), 'from the future', {})
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

  it('keep the newest thousand stored answers of one person, and those of others', async () => {
    const at = app.ctx.clock().getTime()
    const answersOf = (user_id: string, count: number) =>
      Array.from({ length: count }, (_, age) => ({
        user_id,
        key: `kept-${age}`,
        request_hash: '',
        response: '{}',
        created_at: new Date(at - age * 1000).toISOString(),
      }))
    const [tomas, grace] = [await app.person('tomas'), await app.person('grace')]
    for (const answers of [answersOf(tomas, 1005), answersOf(grace, 3)])
      await app.ctx.db.insertInto('idempotency_keys').values(answers).execute()
    await purgeIdempotencyKeys(app.ctx)
    const kept = await app.ctx.db.selectFrom('idempotency_keys').select(['user_id', 'key']).execute()
    const keysOf = (user_id: string) => kept.flatMap((one) => (one.user_id === user_id ? one.key : []))
    expect([keysOf(tomas).length, keysOf(grace).length]).toEqual([1000, 3])
    expect(keysOf(tomas)).toContain('kept-999')
  })
})
