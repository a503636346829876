import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseConnection, type Dialect, type Driver, Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { engine as engineName } from '../test/app.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { type OpenDatabase, migrate, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Attempts take longer on PostgreSQL: only the first and last of this many statements are tested, and some between
 * them.
 */
const [EACH, SOME] = [12, 9]

let folder: string
let tries = 0
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'oremus-killed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Builds a dialect whose connection fails before its `limit`-th statement, after calling `die`. Begin and commit count
 * as statements.
 */
function killableDialect(
  dialect: Dialect,
  limit: number,
  die: () => Promise<void>,
): { dialect: Dialect; ran: () => number } {
  let ran = 0
  const step = async (): Promise<void> => {
    if (ran >= limit) throw new Error('the process is gone')
    ran += 1
    if (ran < limit) return
    await die()
    throw new Error('the process is gone')
  }
  const wrap = (driver: Driver): Driver => {
    const inner = new WeakMap<DatabaseConnection, DatabaseConnection>()
    const of = (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection
    return {
      init: () => driver.init(),
      destroy: () => driver.destroy(),
      acquireConnection: async () => {
        const connection = await driver.acquireConnection()
        const wrapped: DatabaseConnection = {
          executeQuery: async (query) => {
            await step()
            return await connection.executeQuery(query)
          },
          streamQuery: () => {
            throw new Error('Nothing is streamed here.')
          },
        }
        inner.set(wrapped, connection)
        return wrapped
      },
      releaseConnection: (connection) => driver.releaseConnection(of(connection)),
      beginTransaction: async (connection, settings) => {
        await step()
        await driver.beginTransaction(of(connection), settings)
      },
      commitTransaction: async (connection) => {
        await step()
        await driver.commitTransaction(of(connection))
      },
      rollbackTransaction: async (connection) => {
        await step()
        await driver.rollbackTransaction(of(connection))
      },
    }
  }
  return {
    ran: () => ran,
    dialect: {
      createDriver: () => wrap(dialect.createDriver()),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  }
}

/**
 * Returns the state that a restarted site finds: on SQLite the files of that moment, on PostgreSQL the database after a
 * lost connection.
 */
async function migrateUntilKilled(limit: number, at: { folder: string; url: string | undefined }) {
  const whole = openDatabase({ data_dir: at.folder, database_url: at.url })
  const left = path.join(folder, `left-${(tries += 1)}`)
  mkdirSync(left)
  const die = async (): Promise<void> => {
    if (at.url === undefined) {
      for (const part of ['', '-wal', '-shm']) {
        const file = path.join(at.folder, `oremus.db${part}`)
        if (existsSync(file)) copyFileSync(file, path.join(left, `oremus.db${part}`))
      }
      return
    }
    const other = openDatabase({ data_dir: folder, database_url: at.url })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
    await other.db.destroy()
  }
  const { dialect, ran } = killableDialect(whole.engine.dialect, limit, die)
  const db = new Kysely<Schema>({ dialect })
  let isDone = true
  await migrate({ db, engine: whole.engine }).catch((error: unknown) => {
    if (!String(error).includes('the process is gone')) throw error
    isDone = false
  })
  await Promise.all([db.destroy(), whole.db.destroy()])
  return { ran: ran(), isDone, left: at.url === undefined && !isDone ? left : at.folder }
}

const tablesOf = async ({ db }: OpenDatabase): Promise<string[]> =>
  (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith('kysely_'))

/** Returns everything that migrations create, as the engine lists it. */
async function readSchema({ db }: OpenDatabase): Promise<unknown[]> {
  const { rows } =
    engineName === 'sqlite'
      ? await sql`select name, sql from sqlite_master order by name`.execute(db)
      : await sql`select table_name || '.' || column_name as name, data_type || coalesce(column_default, '') as sql
          from information_schema.columns where table_schema = 'public' union all
          select indexname, indexdef from pg_indexes where schemaname = 'public' union all
          select tgrelid::regclass || '.' || tgname, tgtype::text from pg_trigger where not tgisinternal order by 1, 2`.execute(
          db,
        )
  return rows
}

it(
  'a migration that is cut off before any of its statements leaves nothing or all, and is done at the next start',
  { timeout: 120_000 },
  async () => {
    const url = engineName === 'postgres' ? await newDatabaseUrl() : undefined
    const first = path.join(folder, 'first')
    mkdirSync(first)
    const { ran: all, isDone } = await migrateUntilKilled(Infinity, { folder: first, url })
    expect(isDone).toBe(true)
    expect(all).toBeGreaterThan(150)
    const reference = openDatabase({ data_dir: first, database_url: url })
    const shape = await readSchema(reference)
    await reference.db.destroy()

    for (let limit = 1; limit <= all; limit += 1) {
      if (url !== undefined && limit > EACH && limit <= all - EACH && limit % SOME !== 0) continue
      const fresh = path.join(folder, `fresh-${limit}`)
      mkdirSync(fresh)
      const at = { folder: fresh, url: url && (await newDatabaseUrl()) }
      const { isDone: wasDone, left } = await migrateUntilKilled(limit, at)
      const found = openDatabase({ data_dir: left, database_url: at.url })
      const { length } = await tablesOf(found)
      // The tables exist only after the transaction was committed.
      expect([wasDone, length > 0], `cut off before statement ${limit}`).toEqual([false, length > 40])
      await migrate(found)
      expect(await readSchema(found), `started again after ${limit}`).toEqual(shape)
      await found.db.destroy()
      for (const used of new Set([fresh, left])) rmSync(used, { recursive: true })
    }
  },
)
