import { type Kysely, sql } from 'kysely'

/** Returns a check that a text column holds one of the values, or null when the column allows it. */
export const checkOneOf = (column: string, values: readonly string[]): string =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`

/** Runs the statements in order, within the migration's transaction. */
export async function runAll(db: Kysely<unknown>, statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
