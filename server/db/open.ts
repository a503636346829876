import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { Kysely, type LogEvent, type SelectQueryBuilder, type SqlBool, type Transaction, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Config } from '../config.ts'
import { type Engine, SchemaError } from './engine.ts'
import type { Schema } from './schema.ts'
import { buildMigrations } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { checkMigrationRecord, checkSchema } from './schema-check.ts'

/** A connection or a transaction: queries accept either. */
export type Db = Kysely<Schema> | Transaction<Schema>

export interface OpenDatabase {
  db: Kysely<Schema>
  engine: Engine
}

type Location = Pick<Config, 'data_dir' | 'database_url'> & Partial<Pick<Config, 'database_listen_url'>>

const SYNC_FAILURE =
  'The database could not be put on the disk. Nothing more is written and the program ends: check the disk.'

/** Kysely closes only what was queried. A file left open is written again whenever its connection is collected. */
class ClosingKysely extends Kysely<Schema> {
  readonly #engine: Engine

  constructor(engine: Engine, log: (event: LogEvent) => void) {
    super({ dialect: engine.dialect, log })
    this.#engine = engine
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    this.#engine.close?.()
  }
}

/** Ends the process when a write may not have reached the disk. `report` is given the reason in a sentence. */
const connect = (
  engine: Engine,
  report: (sentence: string) => void = (sentence) => void process.stderr.write(`${sentence}\n`),
): OpenDatabase => {
  const log = (event: LogEvent): void => {
    if (event.level !== 'error' || !engine.isSyncFailure(event.error)) return
    report(SYNC_FAILURE)
    process.exit(1)
  }
  return { db: new ClosingKysely(engine, log), engine }
}

/**
 * Opens PostgreSQL when the config names it, else the file `oremus.db` in the data folder, which is created with mode
 * 0700. `report`: see `connect`.
 */
export function openDatabase(config: Location, report?: (sentence: string) => void): OpenDatabase {
  if (!config.database_url) mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
  const engine = config.database_url
    ? openPostgres(config.database_url, { listen_url: config.database_listen_url })
    : openSqlite(path.join(config.data_dir, 'oremus.db'))
  return connect(engine, report)
}

/** Opens a SQLite file at any path. */
export function openDatabaseFile(file: string, options: { read_only?: boolean } = {}): OpenDatabase {
  return connect(openSqlite(file, options))
}

/** Maximum wait of a starting process for another that migrates or fills the database. Milliseconds. */
const START_LOCK_TIMEOUT_MS = 30_000

/**
 * Lets one process at a time go on until its transaction ends: locks a row, which every server and pooler can. No effect
 * on SQLite, which runs one write at a time.
 */
export async function lockStart(transaction: Db, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  await sql.raw(`set local lock_timeout = ${START_LOCK_TIMEOUT_MS}`).execute(transaction)
  await sql`select id from kysely_migration_lock for update`.execute(transaction)
}

/** Creates the row of `lockStart`, in the table that Kysely uses. */
async function createStartLock({ db, engine }: OpenDatabase): Promise<void> {
  if (engine.name === 'sqlite') return
  const exists = async (): Promise<boolean> => {
    const { rows } = await sql<{ exists: boolean }>`
      select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration_lock')
        as exists`.execute(db)
    return rows[0]?.exists === true
  }
  if (!(await exists())) {
    try {
      await sql`create table if not exists kysely_migration_lock (
        id varchar(255) not null primary key, is_locked integer not null default 0)`.execute(db)
    } catch (error) {
      // Two processes that create it at once may fail in spite of `if not exists`.
      if (!(await exists())) throw error
    }
  }
  await sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict (id) do nothing`.execute(db)
}

interface Migrated {
  migrations: string[]
  mended: string[]
}

/**
 * Migrates the database to the newest version under a lock, in one transaction, so that an interrupted migration
 * changes nothing. `to` names an older version, for tests of upgrades. Returns the migrations that an older database
 * lacked, and the statements that made missing indexes again. Throws a `SchemaError` when the database is of a newer
 * version of the program, or when its schema differs from what the migrations make.
 */
export async function migrate(database: OpenDatabase, { to }: { to?: string } = {}): Promise<Migrated> {
  const { db, engine } = database
  await checkMigrationRecord(database)
  await createStartLock(database)
  const migrations = await db.transaction().execute(async (transaction) => {
    await lockStart(transaction, engine)
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: () => Promise.resolve(buildMigrations(engine)) },
    })
    const { error, results = [] } = to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(to)
    if (error !== undefined) throw toMigrationError(error)
    const done = results.map(({ migrationName }) => migrationName)
    const [first = ''] = Object.keys(buildMigrations(engine))
    return done.includes(first) ? [] : done
  })
  return { migrations, mended: to === undefined ? await checkSchema(database) : [] }
}

function toMigrationError(error: unknown): Error {
  const cause =
    error instanceof Error
      ? error
      : new Error('The database couldn’t be updated to the newest version.', { cause: error })
  return cause.message.includes('corrupted migrations')
    ? new SchemaError(
        'This database was made by a newer version of Oremus. Start that version, or put back a backup.',
        { cause },
      )
    : cause
}

/**
 * Counts the migrations of this program, those that this database lacks, and those in it that this program does not
 * know.
 */
export async function countMigrations({
  db,
  engine,
}: OpenDatabase): Promise<{ all: number; missing: number; unknown: number }> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(buildMigrations(engine)) } })
  const known = await migrator.getMigrations()
  const names = new Set(known.map(({ name }) => name))
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return {
    all: known.length,
    missing: known.filter(({ executedAt }) => executedAt === undefined).length,
    unknown: rows.filter(({ name }) => !names.has(name)).length,
  }
}

/**
 * Skips rows locked by others, so that several processes take different rows. No effect on SQLite, which has one
 * writer.
 */
export const lockAvailableRows = <Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { engine }: OpenDatabase,
): SelectQueryBuilder<Schema, Tables, Row> => (engine.name === 'postgres' ? query.forUpdate().skipLocked() : query)

/** Locks the rows until the transaction ends. No effect on SQLite, which runs one write at a time. */
export const lockRows = <Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { engine }: OpenDatabase,
): SelectQueryBuilder<Schema, Tables, Row> => (engine.name === 'postgres' ? query.forUpdate() : query)

/**
 * Like `lockRows`, but others may meanwhile insert rows that refer to these. Each write with an Idempotency-Key has inserted one about its
 * person: of two, neither would get the stronger lock of that person.
 */
export const lockReferredRows = <Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { engine }: OpenDatabase,
): SelectQueryBuilder<Schema, Tables, Row> => (engine.name === 'postgres' ? query.forNoKeyUpdate() : query)

/** Keeps the rows from being deleted until the transaction ends; others may keep them too, and change them. */
export const holdRows = <Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { engine }: OpenDatabase,
): SelectQueryBuilder<Schema, Tables, Row> => (engine.name === 'postgres' ? query.forKeyShare() : query)

/** Returns a pattern for `like … escape '\\'` that finds the text anywhere, with `%` and `_` matched literally. */
export const toContainsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * Marks a statement about requests that asks no rule of who may read them: its rows stay in the program, are only counted,
 * or belong to a request for which the caller has asked. Changes nothing in the statement.
 */
export const withoutReader = <Query>(query: Query): Query => query

/** The ids of rows. */
export const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/** For `$call`: whether the query finds a row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

/** For `$call`: whether the statement changes or deletes a row. */
export const hasEffect = async (statement: {
  executeTakeFirst(): Promise<{ numUpdatedRows: bigint } | { numDeletedRows: bigint }>
}): Promise<boolean> => {
  const result = await statement.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}

/** Begins a statement that reads nothing but requests, and is `withoutReader`. */
export const prayersWithoutReader = (db: Db) => db.selectFrom('prayers').$call(withoutReader)

/**
 * Condition that a request is published, for statements about one group. Written so that the indexes of all published
 * requests do not match it: with a large group PostgreSQL would scan them and skip everything newer of other groups in
 * vain.
 */
export const isPublishedInGroup = sql<SqlBool>`prayers.publication not in ('held', 'hidden', 'deleted')`
