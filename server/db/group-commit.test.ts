import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { engine } from '../test/app.ts'
import { eachTestApp } from '../test/shared-app.ts'
import { FailingStatements } from '../test/failing-statements.ts'
import { StatementCounter } from '../test/statement-counter.ts'
import { GroupCommit } from './group-commit.ts'
import type { Db } from './open.ts'

describe.runIf(engine === 'sqlite')('transactions that are committed together', () => {
  const app = eachTestApp()
  let group: GroupCommit
  beforeEach(async () => {
    group = new GroupCommit(app.ctx.database, { max_working_ms: Infinity })
  })

  const write = async (db: Db, key: string): Promise<string> => {
    await db.insertInto('rate_limits').values({ key, points: 1, expires_at: '2999-01-01T00:00:00.000Z' }).execute()
    return key
  }
  const stored = async (): Promise<string[]> => {
    const rows = await app.ctx.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
    return rows.map(({ key }) => key)
  }
  const outcomes = async (works: Promise<string>[]): Promise<string[]> =>
    (await Promise.allSettled(works)).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

  it('wait for the disk once', async () => {
    const counter = new StatementCounter()
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index + 10}`)
    const { commits } = await counter.count(async () => {
      expect(await Promise.all(keys.map((key) => group.run((db) => write(db, key))))).toEqual(keys)
    })
    counter.stop()
    expect(commits).toBe(1)
    expect(await stored()).toEqual(keys)
  })

  it('are undone alone when they fail', async () => {
    const failing = async (db: Db) => {
      await write(db, 'undone')
      throw new Error('changed my mind')
    }
    const works = [(db: Db) => write(db, 'a'), failing, failing, (db: Db) => write(db, 'b')]
    expect(await outcomes(works.map((work) => group.run(work)))).toEqual([
      'a',
      'Error: changed my mind',
      'Error: changed my mind',
      'b',
    ])
    expect(await stored()).toEqual(['a', 'b'])
    expect(await outcomes([group.run(failing)])).toEqual(['Error: changed my mind'])
    expect(await stored()).toEqual(['a', 'b'])
  })

  it('see what those before them did, and no more', async () => {
    const look = async (db: Db) => String((await db.selectFrom('rate_limits').select('key').execute()).length)
    const works = [look, (db: Db) => write(db, 'a'), look]
    expect(await outcomes(works.map((work) => group.run(work)))).toEqual(['0', 'a', '1'])
  })

  it('all fail when their commit does, and nothing of them is stored', async () => {
    const run = (name: string) => outcomes(['a', 'b', 'c'].map((key) => group.run((db) => write(db, `${key} ${name}`))))
    const failing = new FailingStatements()
    failing.arm(Infinity)
    expect(await run('kept')).toEqual(['a kept', 'b kept', 'c kept'])
    // The last statement is the commit.
    failing.arm(failing.disarm().count)
    const failed = await run('lost')
    expect(failing.disarm().hasFailed).toBe(true)
    failing.stop()
    expect(failed).toEqual(Array.from({ length: 3 }, () => 'Error: disk I/O error'))
    expect(await stored()).toEqual(['a kept', 'b kept', 'c kept'])
    expect(await run('later')).toEqual(['a later', 'b later', 'c later'])
  })

  it('fails alone when its commit does, and is not told of success before', async () => {
    const failing = new FailingStatements()
    failing.arm(Infinity)
    expect(await outcomes([group.run((db) => write(db, 'kept'))])).toEqual(['kept'])
    // The last statement is the commit.
    failing.arm(failing.disarm().count)
    const failed = await outcomes([group.run((db) => write(db, 'lost'))])
    expect(failing.disarm().hasFailed).toBe(true)
    failing.stop()
    expect([failed, await stored()]).toEqual([['Error: disk I/O error'], ['kept']])
  })

  it('all fail when the engine undoes the whole transaction, as it may when the disk is full', async () => {
    const undoing = async (db: Db) => {
      await sql`rollback`.execute(db)
      throw new Error('database or disk is full')
    }
    const works = [(db: Db) => write(db, 'a'), undoing, (db: Db) => write(db, 'b')]
    expect(await outcomes(works.map((work) => group.run(work)))).toEqual(
      Array.from({ length: 3 }, () => 'Error: database or disk is full'),
    )
    expect(await stored()).toEqual([])
    expect(await outcomes([group.run((db) => write(db, 'later'))])).toEqual(['later'])
  })

  it('are of many requests at once, each answered for itself', async () => {
    const as = await app.createMembers(30)
    const id = (await app.ask('prayers.create', { content: 'Please pray' }, { as: as[0] })).data.id
    const answers = await Promise.all(
      as.map((one, index) => app.ask('prayers.pray', { id: index % 3 === 2 ? randomUUID() : id }, { as: one })),
    )
    expect(answers.map(({ status }) => status)).toEqual(as.map((_, index) => (index % 3 === 2 ? 404 : 200)))
    expect((await app.ask('prayers.one', { id }, { as: as[0] })).data.pray_count).toBe(20)
  })
})
