import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { Kysely, type SelectQueryBuilder, type SqlBool, type Transaction, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Config } from '../config.ts'
import { type Engine, SchemaError } from './engine.ts'
import type { Schema } from './schema.ts'
import { init } from './migrations/0001-init.ts'
import { signUps } from './migrations/0002-sign-ups.ts'
import { groupRemovals } from './migrations/0003-group-removals.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { checkMigrationRecord, checkTables } from './whole.ts'

/** A connection or a transaction: queries accept either. */
export type Db = Kysely<Schema> | Transaction<Schema>

export interface OpenDatabase {
  db: Kysely<Schema>
  engine: Engine
}

/**
 * Opens PostgreSQL when the config names it, else the file `oremus.db` in the data folder, which is created with mode
 * 0700.
 */
export function openDatabase(config: Pick<Config, 'database_url' | 'data_dir'>): OpenDatabase {
  if (!config.database_url) mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
  const engine = config.database_url
    ? openPostgres(config.database_url)
    : openSqlite(path.join(config.data_dir, 'oremus.db'))
  return { db: new Kysely<Schema>({ dialect: engine.dialect }), engine }
}

/** Opens a SQLite file at any path. */
export function openDatabaseFile(file: string, options: { read_only?: boolean } = {}): OpenDatabase {
  const engine = openSqlite(file, options)
  return { db: new Kysely<Schema>({ dialect: engine.dialect }), engine }
}

const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001-init': withoutStatementTimeout(engine, init(engine)),
  '0002-sign-ups': withoutStatementTimeout(engine, signUps(engine)),
  '0003-group-removals': withoutStatementTimeout(engine, groupRemovals(engine)),
})

/** The statement timeout is meant for requests of people: building an index of a large table takes longer. */
const withoutStatementTimeout = ({ name }: Engine, migration: Migration): Migration => ({
  up: async (db) => {
    if (name === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
    await migration.up(db)
  },
})

/**
 * Migrates the database to the newest version under a lock, in one transaction, so that an interrupted migration
 * changes nothing. Throws a `SchemaError` when the database is of a newer version of the program or incomplete.
 */
export async function migrate(database: OpenDatabase): Promise<void> {
  const { db, engine } = database
  await checkMigrationRecord(database)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations(engine)) } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return await checkTables(database)
  const cause =
    error instanceof Error
      ? error
      : new Error('The database could not be brought to the newest version.', { cause: error })
  if (cause.message.includes('corrupted migrations')) {
    throw new SchemaError(
      'This database was made by a newer version of the program. Start that version, or put back a backup.',
      { cause },
    )
  }
  throw cause
}

/**
 * Counts the migrations of this program, those that this database lacks, and those in it that this program does not
 * know.
 */
export async function countMigrations({
  db,
  engine,
}: OpenDatabase): Promise<{ all: number; missing: number; unknown: number }> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations(engine)) } })
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

/** Returns a pattern for `like … escape '\\'` that finds the text anywhere, with `%` and `_` matched literally. */
export const toContainsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * Condition that a request is published, for statements about one group. Written so that the indexes of all published
 * requests do not match it: with a large group PostgreSQL would scan them and skip everything newer of other groups in
 * vain.
 */
export const isPublishedInGroup = sql<SqlBool>`prayers.publication not in ('held', 'hidden', 'deleted')`
