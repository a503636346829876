import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseConnection, type Dialect, type Driver, Kysely, sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { engine as engineName } from '../test/app.ts'
import { depth, isFull } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { describeSchema } from './describe-schema.ts'
import { readMigrations } from './migrations.ts'
import { migrate, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Attempts take longer on PostgreSQL: in full only the first and last of this many statements are tested there, and some
 * between them.
 */
const [EACH, SOME] = [12, 9]

/** Returns whether an upgrade is cut off before this statement of those up to `last`. */
function isTried(limit: number, last: number): boolean {
  if (!isFull) return [1, Math.ceil(last / 2), last].includes(limit)
  return engineName === 'sqlite' || limit <= EACH || limit > last - EACH || limit % SOME === 0
}

let folder: string
let tries = 0
beforeEach(() => {
  folder = newFolder()
})

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

/** Where a database is: a folder, and on PostgreSQL a URL. */
interface Place {
  folder: string
  url: string | undefined
}

/** Makes a database at the version `to`; undefined is an empty one. */
async function prepare(name: string, to: string | undefined): Promise<Place> {
  const at = { folder: path.join(folder, name), url: engineName === 'postgres' ? await newDatabaseUrl() : undefined }
  mkdirSync(at.folder)
  if (to === undefined) return at
  const database = openDatabase({ data_dir: at.folder, database_url: at.url })
  await migrate(database, { to })
  await database.db.destroy()
  return at
}

async function copy(from: Place, name: string): Promise<Place> {
  const at = {
    folder: path.join(folder, name),
    url: from.url === undefined ? undefined : await newDatabaseUrl(undefined, from.url),
  }
  cpSync(from.folder, at.folder, { recursive: true })
  return at
}

/**
 * Returns the state that a restarted site finds: on SQLite the files of that moment, on PostgreSQL the database after a
 * lost connection.
 */
async function migrateUntilKilled(limit: number, at: Place) {
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

/** Every version before the newest, from which sites upgrade, and none: a new site. */
const starts = [undefined, ...readMigrations(engineName).map(([name]) => name)].slice(0, -1)
/** A new site, and the newest versions. */
const tried = [undefined, ...starts.slice(1).slice(-depth.upgrades)]

/**
 * The statement up to which an upgrade from `start` is cut off: all of a new site’s and of the newest version’s, else those of the next
 * migration alone, because the ones after it are cut off from the versions that they follow. `done`: where nothing is left to do.
 */
async function lastLimit(start: string | undefined, all: number, done: Place): Promise<number> {
  const next = starts[starts.indexOf(start) + 1]
  if (start === undefined || next === undefined) return all
  const at = await prepare('next', next)
  const { ran: later } = await migrateUntilKilled(Infinity, at)
  const { ran: idle } = await migrateUntilKilled(Infinity, done)
  return Math.min(all, all - later + idle)
}

it.each(tried)(
  'an upgrade from %s that is cut off before any of its statements leaves nothing or all, and is done at the next start',
  { timeout: 120_000 },
  async (start) => {
    const before = await prepare('before', start)
    const shapeBefore = await describeAt(before)
    const first = await copy(before, 'first')
    const { ran: all, isDone } = await migrateUntilKilled(Infinity, first)
    expect(isDone).toBe(true)
    expect(all).toBeGreaterThan(start === undefined ? 150 : 5)
    const last = await lastLimit(start, all, first)
    const reference = openDatabase({ data_dir: first.folder, database_url: first.url })
    const shape = await describeSchema(reference.db, engineName)
    await reference.db.destroy()

    for (let limit = 1; limit <= last; limit += 1) {
      if (!isTried(limit, last)) continue
      const at = await copy(before, `fresh-${limit}`)
      const { isDone: wasDone, left } = await migrateUntilKilled(limit, at)
      const found = openDatabase({ data_dir: left, database_url: at.url })
      const after = await describeSchema(found.db, engineName)
      // The new schema exists only after the transaction was committed; reading it for the check takes statements too.
      expect(wasDone, `cut off before statement ${limit}`).toBe(false)
      expect([shapeBefore, shape], `cut off before statement ${limit}`).toContainEqual(after)
      await migrate(found)
      expect(await describeSchema(found.db, engineName), `started again after ${limit}`).toEqual(shape)
      await found.db.destroy()
      for (const used of new Set([at.folder, left])) rmSync(used, { recursive: true })
    }
  },
)

async function describeAt(at: Place): Promise<string[]> {
  const { db } = openDatabase({ data_dir: at.folder, database_url: at.url })
  const lines = await describeSchema(db, engineName)
  await db.destroy()
  return lines
}
