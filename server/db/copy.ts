import { setTimeout } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type OpenDatabase, migrate } from './open.ts'
import { tables as ownTables } from './schema.ts'
import { reindexPage } from './search.ts'

const BATCH_SIZE = 500
/** Tables that are not copied: temporary data, data derived from other tables, and tables of one engine only. */
const EXCLUDED_TABLES = new Set([
  'events',
  'search_places',
  'search_words',
  'kysely_migration',
  'kysely_migration_lock',
  'oremus_backup',
])

/** Tables of any schema: this module only copies them. */
type AnyDb = Kysely<Record<string, Record<string, unknown>>>
const toAnyDb = ({ db }: OpenDatabase): AnyDb => db as unknown as AnyDb

interface Table {
  name: string
  columns: string[]
  json: string[]
  key: string[]
  /** Columns that refer to rows which may be copied later: of the same table, or of one that was made after it. */
  forward: string[]
}

/** Contents of a copy: the rows of each table, and a digest of each that does not depend on row order. */
export type Inventory = Record<string, { rows: number; digest: string }>

export class CopyError extends Error {}

/** The tables of our schema: other programs may have some in another, and extensions bring views. */
async function listTables(database: OpenDatabase) {
  const db = toAnyDb(database)
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).filter(({ isView }) => !isView)
  if (database.engine.name === 'sqlite') return tables
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.name)
}

/**
 * Returns the tables in the order of their creation, in which each refers to earlier ones, but for `forward`. Those of other programs that
 * have no key to read them by, as one of Litestream's, are left out.
 */
async function describeTables(database: OpenDatabase): Promise<Table[]> {
  const db = toAnyDb(database)
  const { rows } =
    database.engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by rowid`.execute(db)
      : await sql<{ name: string }>`select relname as name from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace order by oid`.execute(db)
  const described = new Map((await listTables(database)).map((table) => [table.name, table]))
  const isCopied = (name: string): boolean =>
    described.has(name) && !EXCLUDED_TABLES.has(name) && !name.startsWith('search_words_')
  const names = rows.map(({ name }) => name).filter(isCopied)
  const tables: Table[] = []
  for (const [at, name] of names.entries()) {
    const columns = described.get(name)?.columns ?? []
    const key = await readPrimaryKey(database, name)
    if (key.length === 0 && !(name in ownTables)) continue
    if (key.length === 0) throw new CopyError(`The table ${name} has no key to read it by.`)
    const references = await readReferences(database, name)
    tables.push({
      name,
      columns: columns.map((column) => column.name).toSorted(),
      json: columns.filter(({ dataType }) => /^jsonb?$/i.test(dataType)).map((column) => column.name),
      key,
      forward: references.filter(({ target }) => names.indexOf(target) >= at).map(({ column_name }) => column_name),
    })
  }
  return tables
}

async function readPrimaryKey(database: OpenDatabase, table: string): Promise<string[]> {
  const db = toAnyDb(database)
  const { rows } =
    database.engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
      : await sql<{ name: string }>`select attname as name from pg_index join pg_attribute on attrelid = indrelid
          and attnum = any(indkey) where indisprimary and indrelid = ${table}::regclass
          order by array_position(indkey::int[], attnum::int)`.execute(db)
  return rows.map(({ name }) => name)
}

interface Reference {
  column_name: string
  target: string
}

/** Returns the columns of a table that refer to another one, or to itself. */
async function readReferences(database: OpenDatabase, table: string): Promise<Reference[]> {
  const statement =
    database.engine.name === 'sqlite'
      ? sql<Reference>`select "from" as column_name, "table" as target from pragma_foreign_key_list(${table})`
      : sql<Reference>`select attname as column_name, referred.relname as target
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
          join pg_class referred on referred.oid = confrelid where contype = 'f' and conrelid = ${table}::regclass`
  return (await statement.execute(toAnyDb(database))).rows
}

/** Reads the rows of a table in batches, each starting after the key of the previous one. */
async function* readBatches(db: AnyDb, { name, columns, key }: Table): AsyncGenerator<Record<string, unknown>[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last ? sql`where (${keys}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(name)} ${after} order by ${keys} limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)
  }
}

/** The part of a row that `writeReferences` needs. */
const pickReferences = ({ key, forward }: Table, row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...key, ...forward].map((name) => [name, row[name]]))

/** Sets what a copied row refers to, once all rows are there. */
async function writeReferences(db: AnyDb, { name, key, forward }: Table, row: Record<string, unknown>): Promise<void> {
  const toPairs = (columns: string[], between: RawBuilder<unknown>) =>
    sql.join(
      columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      between,
    )
  await sql`update ${sql.table(name)} set ${toPairs(forward, sql`, `)} where ${toPairs(key, sql` and `)}`.execute(db)
}

/** Sorts the members of objects, because engines store them in different orders. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  )
}

const DIGEST_MODULUS = 1n << 128n

/** Counts rows and combines the hashes of their contents. */
class Digest {
  rows = 0
  #sum = 0n

  add(rows: Record<string, unknown>[]): void {
    for (const row of rows) {
      const hash = createHash('sha256')
        .update(JSON.stringify(canonical(row)))
        .digest('hex')
      this.#sum = (this.#sum + BigInt(`0x${hash.slice(0, 32)}`)) % DIGEST_MODULUS
    }
    this.rows += rows.length
  }

  get result(): { rows: number; digest: string } {
    return { rows: this.rows, digest: this.#sum.toString(16).padStart(32, '0') }
  }
}

/** Reads every row; `like` restricts it to the tables and columns of that database. */
export async function buildInventory(database: OpenDatabase, like = database): Promise<Inventory> {
  const inventory: Inventory = {}
  for (const table of await describeTables(like)) {
    const digest = new Digest()
    for await (const rows of readBatches(toAnyDb(database), table)) digest.add(rows)
    inventory[table.name] = digest.result
  }
  return inventory
}

/** Returns the tables in which two inventories differ. */
export const diffInventories = (one: Inventory, other: Inventory): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name]?.rows !== other[name]?.rows || one[name]?.digest !== other[name]?.digest)
    .toSorted()

/** Returns whether a database has no tables, or only our own, without a row, as a copy that was cut off leaves it. */
export async function isEmptyDatabase(database: OpenDatabase): Promise<boolean> {
  const db = toAnyDb(database)
  const tables = await listTables(database)
  const names = tables.map(({ name }) => name)
  // A migration that was cut off leaves its own tables, one after the other, before any of ours.
  if (names.every((name) => name.startsWith('kysely_migration'))) return true
  if (!names.includes('kysely_migration')) return false
  for (const name of names.filter((one) => !EXCLUDED_TABLES.has(one) && !one.startsWith('search_words_'))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/**
 * Copies all data into a database without rows, whatever the engines, and reads it back: every row must be equal. All rows
 * and the search index are there in the end, or none, when it is cut off.
 * Returns the inventory. Throws a `CopyError`, and leaves the source unchanged, when the target is not empty or differs
 * in the end. `prepare` makes the target's tables.
 */
export async function copyDatabase(
  from: OpenDatabase,
  to: OpenDatabase,
  prepare: (target: OpenDatabase) => Promise<unknown> = migrate,
): Promise<Inventory> {
  if (!(await isEmptyDatabase(to))) throw new CopyError('The target is not empty.')
  await prepare(to)
  const inventory: Inventory = {}
  const tables = await describeTables(to)
  const pointing: { table: Table; row: Record<string, unknown> }[] = []
  const copy = async (source: AnyDb, target: AnyDb): Promise<void> => {
    for (const table of tables) {
      const later = Object.fromEntries(table.forward.map((name) => [name, null]))
      const digest = new Digest()
      for await (const rows of readBatches(source, table)) {
        digest.add(rows)
        const values = rows.map((row) => ({
          ...row,
          ...Object.fromEntries(
            table.json.map((name) => [name, row[name] === null ? null : JSON.stringify(row[name])]),
          ),
          ...later,
        }))
        await target.insertInto(table.name).values(values).execute()
        const found = rows.filter((row) => table.forward.some((name) => row[name] !== null))
        pointing.push(...found.map((row) => ({ table, row: pickReferences(table, row) })))
      }
      inventory[table.name] = digest.result
    }
  }
  await toAnyDb(to)
    .transaction()
    .execute(async (target) => {
      // Reads a snapshot of one moment, even while others write.
      const reading = toAnyDb(from).transaction()
      await (from.engine.name === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading).execute(
        (source) => copy(source, target),
      )
      // Both take minutes for a big site: PostgreSQL would end a transaction that waits for so long.
      for (const { table, row } of pointing) await writeReferences(target, table, row)
      for (let after: string | null | undefined = null; after !== undefined;)
        after = await reindexPage(target, { table: 'prayers', after })
    })
  const differing = diffInventories(inventory, await buildInventory(to))
  if (differing.length > 0) throw new CopyError(`Not the same after the copy: ${differing.join(', ')}.`)
  return inventory
}

/** How long PostgreSQL is given to end connections that were just closed. Milliseconds. */
const CLOSING_MS = 2000

/** True when another program of this site is connected to a PostgreSQL database. */
export async function isInUse({ db }: OpenDatabase): Promise<boolean> {
  const began = performance.now()
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name like 'oremus%' and pid <> pg_backend_pid()`.execute(db)
    if ((rows[0]?.count ?? 0) === 0) return false
    if (performance.now() - began > CLOSING_MS) return true
    await setTimeout(100)
  }
}

export const IN_USE = 'A server is using the database. Stop every server, on other machines too.'

/** Names the tables that somebody put into our schema of a PostgreSQL database. */
export async function listOtherTables(database: OpenDatabase): Promise<string[]> {
  const names = (await listTables(database)).map(({ name }) => name)
  return names.filter((name) => !(name in ownTables) && !EXCLUDED_TABLES.has(name) && !name.startsWith('search_words_'))
}

/**
 * Drops every table of a PostgreSQL database and the functions of their triggers in one transaction. What extensions brought stays. The
 * caller has made sure that nobody else has tables there.
 */
export async function emptyDatabase({ db }: OpenDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ statement: string }>`
      select format('drop table if exists %I cascade', tablename) as statement
        from pg_tables where schemaname = current_schema()
      union all select format('drop function if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
          and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      `.execute(transaction)
    for (const { statement } of rows) await sql.raw(statement).execute(transaction)
  })
}
