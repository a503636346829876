import { type Kysely, sql } from 'kysely'
import { type Engine, SchemaError } from './engine.ts'
import { type Schema, tables } from './schema.ts'

const tableNames = Object.keys(tables)

interface DatabaseHandle {
  db: Kysely<Schema>
  engine: Engine
}

async function listTables({ db, engine }: DatabaseHandle): Promise<Set<string>> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Refuses a database that has tables of this program but no record of migrations: it was copied partially by another
 * tool, because a migration is applied completely or not at all. Changes nothing.
 */
export async function checkMigrationRecord(database: DatabaseHandle): Promise<void> {
  // Keep this order: another process that is migrating commits both at once.
  const existing = await listTables(database)
  if (!tableNames.some((name) => existing.has(name))) return
  const { rows } = existing.has('kysely_migration')
    ? await sql`select name from kysely_migration`.execute(database.db)
    : { rows: [] }
  if (rows.length === 0)
    throw new SchemaError(
      'This database has tables of this program, but not the record of their version. It was left untouched. ' +
        'Put back a backup, or name an empty database.',
    )
}

/** Refuses a database of the newest version in which a table is missing. */
export async function checkTables(database: DatabaseHandle): Promise<void> {
  const existing = await listTables(database)
  const missing = tableNames.filter((name) => !existing.has(name))
  if (missing.length > 0)
    throw new SchemaError(`This database is not whole: ${missing.join(', ')} is missing. Put back a backup.`)
}
