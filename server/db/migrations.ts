import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

const folder = path.join(import.meta.dirname, 'migrations')

/**
 * Splits the text of a migration into its statements. Each begins at the start of a line, ends with a semicolon, and
 * indents its other lines, so that the semicolons inside a trigger do not end it.
 */
const splitStatements = (text: string): string[] => text.split(/;\n(?=\S|$)/).filter((statement) => statement !== '')

/** Runs the statements of a migration in order, within the caller's transaction. */
export async function runStatements(db: QueryExecutorProvider, text: string): Promise<void> {
  for (const statement of splitStatements(text)) await sql.raw(statement).execute(db)
}

/** Returns the names of all migrations in the order in which they are applied, with the text for one engine. */
export function readMigrations(engine: Engine['name']): [name: string, text: string][] {
  const ending = `.${engine}.sql`
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => [file.slice(0, -ending.length), readFileSync(path.join(folder, file), 'utf8')])
}

/** Returns the migrations for Kysely's migrator, which applies the missing ones in one transaction. */
export const buildMigrations = ({ name: engine }: Engine): Record<string, Migration> =>
  Object.fromEntries(
    readMigrations(engine).map(([name, text]) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          // The statement timeout is meant for requests of people: building an index of a large table takes longer.
          if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
          await runStatements(db, text)
        },
      },
    ]),
  )

/** Returns the lines that `describeSchema` gives for a database with all migrations applied. */
export const readExpectedSchema = (engine: Engine['name']): string[] =>
  readFileSync(path.join(folder, `schema.${engine}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
