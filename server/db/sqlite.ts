import { Worker } from 'node:worker_threads'
import { chmodSync, existsSync, openSync, readSync, closeSync, statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { DamagedDatabaseError, type Engine } from './engine.ts'

const MAX_CACHED_STATEMENTS = 500

// SQLite result codes (https://sqlite.org/rescode.html) of transient errors: BUSY, LOCKED, READONLY, IOERR, FULL,
// CANTOPEN.
const UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14])
const LOCKED = new Set([5, 6])
// CORRUPT and NOTADB: the file is damaged.
const DAMAGED = new Set([11, 26])
const UNIQUE = new Set([1555, 2067])
// IOERR_FSYNC and IOERR_DIR_FSYNC: the system may have dropped what it could not write, and reports it once.
const SYNC_FAILED = new Set([1034, 1290])

const errorCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0

const toInput = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)

type Row = Record<string, unknown>
type RowConverter = (row: Row) => Row

/**
 * SQLite has no booleans and no JSON type: the declared type of a column determines how its numbers and texts are
 * converted.
 */
function createRowConverter(statement: StatementSync): RowConverter | undefined {
  const booleans: string[] = []
  const jsons: string[] = []
  for (const { name, type } of statement.columns()) {
    if (type?.toLowerCase() === 'boolean') booleans.push(name)
    if (type?.toLowerCase() === 'json') jsons.push(name)
  }
  if (booleans.length === 0 && jsons.length === 0) return undefined
  return (row) => {
    for (const name of booleans) if (row[name] !== null) row[name] = Boolean(row[name])
    for (const name of jsons) if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
    return row
  }
}

/** Prepares each statement once and converts its rows. */
function cacheStatements(database: DatabaseSync): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const reader = statement.columns().length > 0
    const convert = reader ? createRowConverter(statement) : undefined
    const prepared: SqliteStatement = {
      reader,
      all: (parameters) => {
        const rows = statement.all(...parameters.map(toInput))
        return convert ? rows.map(convert) : rows
      },
      run: (parameters) => statement.run(...parameters.map(toInput)),
      iterate: (parameters) => statement.iterate(...parameters.map(toInput)),
    }
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
    statements.set(sql, prepared)
    return prepared
  }
}

class ImmediateDriver extends SqliteDriver implements Driver {
  /**
   * Takes the write lock at once: a transaction that reads first and writes later could otherwise fail halfway as
   * "busy".
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** After a full disk SQLite may already have rolled back; a failing second rollback must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      if (!String(error).includes('no transaction is active')) throw error
    })
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite can roll back table definitions, so a migration is applied completely or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Maximum wait of a starting server or a command for another program that writes or starts. Milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Compares the first 16 bytes, equal in every SQLite file. An empty file is a new database. */
function assertSqliteFile(file: string): void {
  if (!existsSync(file) || statSync(file).size === 0) return
  const header = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  readSync(handle, header, 0, 16, 0)
  closeSync(handle)
  if (header.toString('latin1') !== 'SQLite format 3\0') throw new DamagedDatabaseError(file)
}

/**
 * Makes the database readable by its owner only, also one that was copied here with other permissions. SQLite gives its
 * log and shared memory the permissions of the file.
 */
function closeToOthers(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(part) && (statSync(part).mode & 0o077) !== 0) chmodSync(part, 0o600)
  }
}

/** Runs one statement on a connection and a thread of its own, without blocking others. Returns the first row. */
function queryOnThread(
  file: string,
  statement: string,
  parameters: string[],
): Promise<Record<string, unknown> | undefined> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(workerData.file, { readOnly: true })
    const row = database.prepare(workerData.statement).get(...workerData.parameters)
    database.close()
    parentPort.postMessage(row)`
  return new Promise((resolve, reject) => {
    const worker = new Worker(source, { eval: true, workerData: { file, statement, parameters } })
    worker.once('message', (row: Record<string, unknown> | undefined) => resolve(row))
    worker.once('error', reject)
  })
}

/**
 * Opens the embedded engine: one file, one connection. WAL with `synchronous = FULL`, so that nothing is acknowledged
 * before it is on disk. Throws `DamagedDatabaseError` when the file is not a complete SQLite database, and leaves it
 * unchanged.
 */
export function openSqlite(file: string, { read_only = false } = {}): Engine {
  assertSqliteFile(file)
  if (!read_only) closeToOthers(file)
  let database: DatabaseSync
  try {
    database = new DatabaseSync(file, { readOnly: read_only })
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (!read_only) database.exec('pragma journal_mode = wal')
    database.exec(
      'pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000; pragma temp_store = memory',
    )
    const found = database.prepare('pragma quick_check(1)').get()
    if (found?.quick_check !== 'ok') throw new DamagedDatabaseError(file)
    // The check read the whole file into the cache; needed pages will be read again.
    database.exec('pragma shrink_memory')
  } catch (error) {
    if (DAMAGED.has(errorCode(error) & 0xff)) throw new DamagedDatabaseError(file)
    throw error
  }
  const prepare = cacheStatements(database)
  const close = (): void => {
    if (database.isOpen) database.close()
  }
  return {
    dialect: {
      createDriver: () => new ImmediateDriver({ database: { prepare, close } }),
      createAdapter: () => new TransactionalAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    name: 'sqlite',
    close,
    isUnavailable: (error) => UNAVAILABLE.has(errorCode(error) & 0xff),
    // `transaction` in context.ts retries instead.
    disableLockWait: () => database.exec('pragma busy_timeout = 0'),
    isLocked: (error) => LOCKED.has(errorCode(error) & 0xff),
    isDuplicate: (error) => UNIQUE.has(errorCode(error)),
    isUnstorable: () => false,
    isSyncFailure: (error) => SYNC_FAILED.has(errorCode(error)),
    // 0x10002: includes tables that were never analyzed (https://sqlite.org/pragma.html#pragma_optimize).
    optimize: async () =>
      database.exec('pragma analysis_limit = 1000; pragma optimize = 0x10002; pragma shrink_memory'),
    describe: async () => {
      const row = database
        .prepare(
          'select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count, pragma_page_size',
        )
        .get()
      return { engine: 'sqlite', engine_version: String(row?.['version']), bytes: Number(row?.['bytes']) }
    },
    checkIntegrity: async () => {
      // Checks every page of the file.
      const row = await queryOnThread(file, 'pragma quick_check(1)', [])
      return { how: 'quick_check', is_whole: row?.['quick_check'] === 'ok' }
    },
    copyTo: async (target) => void (await queryOnThread(file, 'vacuum into ?', [target])),
    time: async () => String(database.prepare(`select strftime('%Y-%m-%dT%H:%M:%fZ') as now`).get()?.['now']),
    explain: (sql, parameters) =>
      Promise.resolve(
        database
          .prepare(`explain query plan ${sql}`)
          .all(...parameters.map(toInput))
          .map((row) => String(row.detail)),
      ),
  }
}
