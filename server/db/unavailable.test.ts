import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { engine, startTestApp } from '../test/app.ts'
import { eachTestApp } from '../test/shared-app.ts'

describe('a database that cannot be written', () => {
  const app = eachTestApp()
  let as: string
  beforeEach(async () => {
    as = await app.signIn('hannah')
  })

  const post = () => app.ask('prayers.create', { content: 'Words that must not be lost' }, { as })
  const stored = async () => (await app.ask('prayers.list', {}, { as })).data.items.length
  const expectBusy = async () => {
    const answer = await post()
    expect(answer.problem).toMatchObject({ status: 503, code: 'server.unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await stored()).toBe(0)
  }

  it.runIf(engine === 'sqlite')('because another process holds it answers 503, reads on, and recovers', async () => {
    const other = new DatabaseSync(path.join(app.ctx.config.data_dir, 'oremus.db'))
    other.exec('begin immediate')
    await expectBusy()
    other.exec('rollback')
    other.close()
    expect((await post()).status).toBe(200)
    expect(await stored()).toBe(1)
  })

  it.runIf(engine === 'sqlite')('because another process holds it for a moment waits, while others read', async () => {
    const other = new DatabaseSync(path.join(app.ctx.config.data_dir, 'oremus.db'))
    other.exec('begin immediate')
    const order: string[] = []
    const writing = post().then((answer) => {
      order.push('written')
      return answer
    })
    for (let times = 0; times < 3; times += 1) {
      expect(await stored()).toBe(0)
      order.push('read')
    }
    other.exec('rollback')
    other.close()
    expect((await writing).status).toBe(200)
    expect(order).toEqual(['read', 'read', 'read', 'written'])
  })

  it.runIf(engine === 'sqlite')(
    'because the disk is full answers 503, keeps nothing half-written, and recovers',
    async () => {
      const { page_count } = (await sql<{ page_count: number }>`pragma page_count`.execute(app.ctx.database.db))
        .rows[0] ?? { page_count: 0 }
      await sql.raw(`pragma max_page_count = ${page_count}`).execute(app.ctx.database.db)
      const said = vi.spyOn(app.ctx.log, 'error')
      const answers = []
      const long = 'Please pray. '.repeat(350)
      for (let times = 0; times < 30; times += 1)
        answers.push(await app.ask('prayers.create', { content: long }, { as }))
      const refused = answers.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused[0]?.problem.code).toBe('server.unavailable')
      // Whoever runs the site finds the reason, once.
      const reasons = said.mock.calls.map(([of]) => (of as { err: Error }).err.message)
      expect(reasons).toEqual(['database or disk is full'])
      const { items } = (await app.ask('prayers.list', { pageSize: 100 }, { as })).data
      expect(items).toHaveLength(answers.length - refused.length)
      await sql.raw('pragma max_page_count = 1000000').execute(app.ctx.database.db)
      expect((await post()).status).toBe(200)
    },
  )

  it.runIf(engine === 'postgres')(
    'because another transaction holds a lock answers 503 soon, and reads on',
    async () => {
      const { db } = app.ctx.database
      await db.connection().execute(async (other) => {
        await sql`begin`.execute(other)
        await sql`lock table prayers in share row exclusive mode`.execute(other)
        await expectBusy()
        await sql`rollback`.execute(other)
      })
      expect((await post()).status).toBe(200)
    },
  )

  it('because it is read-only answers 503, and reads on', async () => {
    if (engine === 'sqlite') await sql`pragma query_only = on`.execute(app.ctx.database.db)
    else {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.ctx.database.db)
      await sql
        .raw(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
        .execute(app.ctx.database.db)
      // The setting applies to new connections only: the old ones are closed, and the pool opens others.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        app.ctx.database.db,
      )
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(app.ctx.database.db).catch(() => {})
    }
    await expectBusy()
  })

  it.runIf(engine === 'postgres')('because it went in the middle of a transaction is busy, not broken', async () => {
    const { engine: postgres } = app.ctx.database
    const failed = await app.ctx
      .transaction(async ({ db }) => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
        await db.selectFrom('users').select('id').execute()
      })
      .catch((error: unknown) => error)
    expect(postgres.isUnavailable(failed), String(failed)).toBe(true)
    expect((await post()).status).toBe(200)
  })

  it('because it is gone is told by /readyz, while /healthz lives', async () => {
    expect((await app.fetch('/readyz')).status).toBe(200)
    const broken = await startTestApp()
    await broken.ctx.database.db.destroy()
    expect((await broken.fetch('/readyz')).status).toBe(503)
    expect((await broken.fetch('/healthz')).status).toBe(200)
    await broken.app.server.close()
  })
})
