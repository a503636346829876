import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, engine, startTestApp } from '../test/app.ts'
import { isFull } from '../test/depth.ts'
import { sharedFolder } from '../test/folder.ts'
import { type PgBouncer, hasPgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { type Replica, newDatabaseUrl, startPrimary, startReplica } from '../test/postgres.ts'
import { openDatabase } from './open.ts'

/** Less than the second after which changes are looked for. Milliseconds. */
const AT_ONCE = { timeout: 700, interval: 10 }
const SOON = { timeout: 10_000, interval: 20 }

// At full depth alone: two processes do here what `live` and `replicas` try without a pooler.
describe.runIf(engine === 'postgres' && hasPgBouncer && isFull)('behind PgBouncer in transaction mode', () => {
  let primary: Awaited<ReturnType<typeof startPrimary>>
  let pooler: PgBouncer
  const folder = sharedFolder()
  beforeAll(async () => {
    primary = await startPrimary()
    pooler = await startPgBouncer(primary.url)
  })
  afterAll(async () => {
    await pooler.stop()
    await primary.stop()
  })

  const start = (direct: string, environment: NodeJS.ProcessEnv): Promise<TestApp> =>
    startTestApp({ folder, environment: { DATABASE_URL: pooler.urlOf(direct), ...environment } })
  const startTwo = async (environment: (direct: string) => NodeJS.ProcessEnv) => {
    const direct = await newDatabaseUrl(primary.url)
    const one = await start(direct, environment(direct))
    const other = await start(direct, environment(direct))
    return { direct, one, other, stop: () => Promise.all([one.stop(), other.stop()]) }
  }
  const share = async (app: TestApp) =>
    (await app.ask('prayers.create', { content: 'For my sister' }, { as: await app.signIn('hannah') })).data.id
  const seen = async (app: TestApp) => (await app.ask('prayers.list')).data.items.map(({ id }) => id)

  it('shows at once what another process wrote, with an address to listen on past the pooler', async () => {
    const { one, other, stop } = await startTwo((direct) => ({ DATABASE_LISTEN_URL: direct }))
    // The first look may still be by polling.
    const first = await share(one)
    await vi.waitFor(async () => expect(await seen(other)).toEqual([first]), SOON)
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await share(one)
      await vi.waitFor(async () => expect((await seen(other))[0]).toBe(id), AT_ONCE)
    }
    await stop()
  })

  const ways = [
    ['no address to listen on', {}],
    ['notifications switched off', { DATABASE_LISTEN_URL: 'off' }],
    ['an address to listen on that leads nowhere', { DATABASE_LISTEN_URL: 'postgres://oremus@127.0.0.1:1/oremus' }],
  ] as const
  it.concurrent.each(ways)('shows soon what another process wrote, with %s', async (_, environment) => {
    const { one, other, stop } = await startTwo(() => environment)
    for (let turn = 0; turn < 3; turn += 1) {
      const id = await share(one)
      await vi.waitFor(async () => expect((await seen(other))[0]).toBe(id), SOON)
    }
    await stop()
  })

  it('waits for a lock no longer than two seconds, and answers 503', async () => {
    const direct = await newDatabaseUrl(primary.url)
    const app = await start(direct, {})
    const as = await app.signIn('hannah')
    const holder = new pg.Client({ connectionString: direct })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table prayers')
    const answer = await app.ask('prayers.create', { content: 'Please pray' }, { as })
    expect(answer.problem).toMatchObject({ status: 503, code: 'server.unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await holder.query('rollback')
    await holder.end()
    expect((await app.ask('prayers.create', { content: 'Please pray' }, { as })).status).toBe(200)
    await app.stop()
  })

  it('makes the tables once when several processes start at the same time', async () => {
    const direct = await newDatabaseUrl(primary.url)
    const start_process = `
      const { openDatabase, lockStart, migrate } = await import(${JSON.stringify(import.meta.resolve('./open.ts'))})
      const { seed } = await import(${JSON.stringify(import.meta.resolve('./seed.ts'))})
      const database = openDatabase(${JSON.stringify({ data_dir: folder, database_url: pooler.urlOf(direct) })})
      await migrate(database)
      await seed(database.db, '2026-05-09T10:00:00.000Z', (transaction) => lockStart(transaction, database.engine))
      await database.db.destroy()`
    const run = promisify(execFile)
    const args = ['--input-type=module', '--eval', start_process]
    await Promise.all([0, 1, 2].map(() => run(process.execPath, args)))
    const app = await start(direct, {})
    expect((await app.ask('themes.list')).data).toHaveLength(5)
    await app.stop()
  })
})

describe.runIf(engine === 'postgres').each(['directly', ...(hasPgBouncer && isFull ? ['through a pooler each'] : [])])(
  'several hosts in DATABASE_URL, reached %s',
  (way) => {
    let primary: Awaited<ReturnType<typeof startPrimary>>
    let replica: Replica
    let poolers: PgBouncer[] = []
    let app: TestApp
    const isPooled = way !== 'directly'
    beforeAll(async () => {
      primary = await startPrimary()
      replica = await startReplica(primary.url, { late_ms: 0 })
      if (isPooled)
        poolers = await Promise.all([replica.urlOf(primary.url), primary.url].map((url) => startPgBouncer(url)))
      const direct = await newDatabaseUrl(primary.url)
      await vi.waitFor(async () => {
        const client = new pg.Client({ connectionString: replica.urlOf(direct) })
        await client.connect()
        await client.end()
      }, SOON)
      const urls = isPooled ? poolers.map((pooler) => pooler.urlOf(direct)) : [replica.urlOf(direct), direct]
      const { pathname } = new URL(direct)
      const hosts = urls.map((url) => new URL(url).host).join(',')
      app = await startTestApp({ environment: { DATABASE_URL: `postgres://oremus@${hosts}${pathname}` } })
    })
    afterAll(async () => {
      await app?.stop()
      for (const pooler of poolers) await pooler.stop()
      await replica?.remove()
      await primary?.stop()
    })

    it('writes to the one that accepts it, and to its successor without a restart', async () => {
      const as = await app.signIn('hannah')
      const share = () => app.ask('prayers.create', { content: 'For my sister' }, { as })
      const isReplica = async () => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(app.ctx.db)
        return rows[0]?.is
      }
      const first = await share()
      expect([first.status, await isReplica()]).toEqual([200, false])
      // Everything has reached the replica before the primary is gone.
      const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(app.ctx.db)
      await vi.waitFor(async () => {
        const client = new pg.Client({ connectionString: replica.urlOf(primary.url) })
        await client.connect()
        const reached = await client.query<{ is: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [
          rows[0]?.at,
        ])
        await client.end()
        expect(reached.rows[0]?.is).toBe(true)
      }, SOON)
      await primary.crash()
      const refused = await share()
      expect(refused.problem).toMatchObject({ status: 503, code: 'server.unavailable' })
      replica.promote()
      await vi.waitFor(async () => expect((await share()).status).toBe(200), SOON)
      expect((await app.ask('prayers.list', {}, { as })).data.items.map(({ id }) => id)).toContain(first.data.id)
    })
  },
)

describe.runIf(engine === 'postgres')('a database that refuses notifications', () => {
  it('leaves no connection open when the program ends at once', async () => {
    const primary = await startPrimary()
    const database_url = await newDatabaseUrl(primary.url)
    const watching = new pg.Client({ connectionString: database_url })
    await watching.connect()
    await watching.query(`create role mute login; grant create on schema public to mute;
      revoke execute on function pg_notify(text, text) from public`)
    const { engine: opened, db } = openDatabase({
      data_dir: '',
      database_url: database_url.replace('//oremus@', '//mute@'),
    })
    await sql`select 1`.execute(db)
    const stop = opened.signals?.listen(() => {}, pino({ level: 'silent' }))
    await stop?.()
    await db.destroy()
    await vi.waitFor(async () => {
      const { rows } = await watching.query(`select 1 from pg_stat_activity where usename = 'mute'`)
      expect(rows).toEqual([])
    }, SOON)
    await watching.end()
    await primary.stop()
  })
})

describe.runIf(engine === 'postgres')('a server of several that becomes read-only', () => {
  it('is left for one that accepts writes', async () => {
    const [one, other] = [await startPrimary(), await startPrimary()]
    const direct = await newDatabaseUrl(one.url)
    const { pathname, host } = new URL(direct)
    const elsewhere = new pg.Client({ connectionString: other.url })
    await elsewhere.connect()
    await elsewhere.query(`create database ${pathname.slice(1)}`)
    await elsewhere.end()
    const app = await startTestApp({
      environment: { DATABASE_URL: `postgres://oremus@${host},${new URL(other.url).host}${pathname}` },
    })
    await sql`alter system set default_transaction_read_only = on`.execute(app.ctx.db)
    await sql`select pg_reload_conf()`.execute(app.ctx.db)
    const there = new pg.Client({ connectionString: `postgres://oremus@${new URL(other.url).host}${pathname}` })
    await there.connect()
    await vi.waitFor(async () => {
      // Nothing else was ever written there.
      await sql`create table if not exists written (id integer)`.execute(app.ctx.db)
      expect((await there.query('select * from written')).rows).toEqual([])
    }, SOON)
    await there.end()
    await app.ctx.database.db.destroy()
    await app.app.server.close()
    await one.stop()
    await other.stop()
  })
})
