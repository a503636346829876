import { randomUUID } from 'node:crypto'
import { type Kysely, type Transaction, sql } from 'kysely'
import { describeSchema } from './describe-schema.ts'
import { type Engine, SchemaError } from './engine.ts'
import { readExpectedSchema, readMigrations, runStatements } from './migrations.ts'
import { type Schema, tables } from './schema.ts'

const tableNames = Object.keys(tables)
/** A start with more differences than these names a few and counts the others. */
const MAX_NAMED = 5

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
      'This database has tables of Oremus, but not the record of their version. We haven’t touched it. ' +
        'Put back a backup, or name an empty database.',
    )
}

/** The parts that a database lacks, and the parts that no migration made. Lines of `describeSchema`. */
export interface SchemaDifference {
  missing: string[]
  unknown: string[]
}

/** Kind and name of an object, as `index prayers_deleted`. */
const titleOf = (line: string): string => line.split(':', 1)[0] ?? line
/** The table of a column, constraint, index or trigger. */
const tableOf = (line: string): string | undefined =>
  /^(?:column|constraint) (\w+)\./.exec(line)?.[1] ?? /^(?:index|trigger) .*? on (\w+)/i.exec(line)?.[1]

/**
 * Returns whether an object that no migration made can change how the program works. An administrator of the database
 * may add tables and indexes; a rule is another thing.
 */
function isHarmful(line: string): boolean {
  if (line.startsWith('table ')) return false
  if (line.startsWith('index ') && !/: create unique /i.test(line)) return false
  return tableNames.includes(tableOf(line) ?? '')
}

function compare(found: string[], expected: string[]): SchemaDifference {
  const [have, want] = [new Set(found), new Set(expected)]
  const missing = expected.filter((line) => !have.has(line))
  const wanted = new Set(missing.map(titleOf))
  const unknown = found.filter((line) => !want.has(line) && (wanted.has(titleOf(line)) || isHarmful(line)))
  return { missing, unknown }
}

const isEqual = ({ missing, unknown }: SchemaDifference): boolean => missing.length + unknown.length === 0

class RolledBack extends Error {}

/** Applies all migrations in a schema that is dropped again, and describes what this server makes of them. */
async function describeScratch({ db, engine }: DatabaseHandle): Promise<string[] | undefined> {
  let described: string[] | undefined
  const scratch = sql.id(`oremus_scratch_${randomUUID().slice(0, 8)}`)
  const build = async (transaction: Transaction<Schema>): Promise<void> => {
    await sql`create schema ${scratch}`.execute(transaction)
    await sql`set local search_path to ${scratch}`.execute(transaction)
    for (const [, text] of readMigrations(engine.name)) await runStatements(transaction, text)
    described = await describeSchema(transaction, engine.name)
    throw new RolledBack()
  }
  try {
    await db.transaction().execute(build)
  } catch {
    // Without the right to make a schema, the stored description decides.
  }
  return described
}

/**
 * Compares the whole schema with what the migrations make. Versions of PostgreSQL may print a definition differently:
 * on a difference this server is asked how it prints what the migrations make.
 */
export async function compareSchema(database: DatabaseHandle): Promise<SchemaDifference> {
  const { name } = database.engine
  const found = await describeSchema(database.db, name)
  const difference = compare(found, readExpectedSchema(name))
  if (isEqual(difference) || name === 'sqlite') return difference
  const expected = await describeScratch(database)
  return expected ? compare(found, expected) : difference
}

/** Returns the statement that makes a missing index or trigger; other objects cannot be made without their rows. */
const statementOf = (line: string): string | undefined =>
  /^(?:index|trigger) \w+: (?<statement>create .*)$/i.exec(line)?.groups?.['statement']

/** Says in one sentence what differs and what to do. */
export function describeDifference({ missing, unknown }: SchemaDifference): string {
  const changed = new Set(unknown.map(titleOf))
  const isTableGone = (table = ''): boolean =>
    missing.some((line) => titleOf(line) === `table ${table}`) && !changed.has(`table ${table}`)
  // The text of a table repeats what its columns say.
  const columns = [...missing, ...unknown].filter((line) => line.startsWith('column ')).map(tableOf)
  const isRepeated = (line: string): boolean =>
    isTableGone(tableOf(line)) ||
    columns.some((table) => changed.has(titleOf(line)) && titleOf(line) === `table ${table}`)
  const words = [
    ...missing
      .filter((line) => !isRepeated(line))
      .map(titleOf)
      .map((title) => `${title} ${changed.has(title) ? 'is different' : 'is missing'}`),
    ...[...changed]
      .filter((title) => !missing.some((line) => titleOf(line) === title))
      .map((title) => `${title} isn’t part of Oremus`),
  ]
  const named = words.slice(0, MAX_NAMED).join(', ')
  const others = words.length > MAX_NAMED ? ` and ${words.length - MAX_NAMED} more` : ''
  const statements = missing.map(statementOf)
  const remedy =
    unknown.length === 0 && statements.every((statement) => statement !== undefined)
      ? `Run this on the database and start again: ${statements.map((statement) => `${statement};`).join(' ')}`
      : 'Start the version that made it, or put back a backup of a released version (docs/operations.md, "A database that differs").'
  return `This database isn’t as the migrations make it: ${named}${others}. We haven’t touched it. ${remedy}`
}

/** Index that only speeds reading up: it can be made again at any time. */
const PLAIN_INDEX = /^index \w+: create index /i

/**
 * Makes missing indexes again, unless they are unique, and refuses a database whose schema differs otherwise from what
 * its migrations make. Returns the statements that it ran.
 */
export async function checkSchema(database: DatabaseHandle): Promise<string[]> {
  const difference = await compareSchema(database)
  if (isEqual(difference)) return []
  const isMendable = difference.unknown.length === 0 && difference.missing.every((line) => PLAIN_INDEX.test(line))
  if (!isMendable) throw new SchemaError(describeDifference(difference))
  const statements = difference.missing.map((line) => statementOf(line) ?? '')
  try {
    await database.db.transaction().execute(async (transaction) => {
      if (database.engine.name === 'postgres') await sql`set local statement_timeout = 0`.execute(transaction)
      for (const statement of statements) await sql.raw(statement).execute(transaction)
    })
  } catch (error) {
    // Another process that started at the same time may have made them.
    if (!isEqual(await compareSchema(database))) throw error
  }
  return statements
}
