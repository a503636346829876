import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SchemaError } from './engine.ts'
import type { OpenDatabase } from './open.ts'

/** Path of the embedded database. */
export const databaseFile = (data_dir: string): string => path.join(data_dir, 'oremus.db')

/** Returns whether the file holds no table. A damaged file counts as one that does: opening it reports the damage. */
function isEmptied(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return true
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare(`select 1 from sqlite_master where type = 'table'`).get() === undefined
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/**
 * Refuses a data folder whose site was lost: it has the key, which a first start makes last, but no tables. Without
 * this a start would make an empty site, which the first visitor could take over. Throws a `SchemaError`.
 */
export function refuseEmptied(data_dir: string): void {
  const file = databaseFile(data_dir)
  if (!existsSync(path.join(data_dir, 'token.key')) || !isEmptied(file)) return
  throw new SchemaError(
    `The database ${file} is ${existsSync(file) ? 'empty' : 'missing'}, but token.key beside it belongs to a site. Nothing was changed. ` +
      'Put back a backup with "npm run restore", set DATABASE_URL if the site is on PostgreSQL, or move token.key away to start with an empty site.',
  )
}

/**
 * Refuses a database with people in it whose key is missing: what was encrypted with that key can be read with no other, and a
 * new one would end every session, link and second factor in silence. Throws a `SchemaError`, before anything is changed.
 */
export async function refuseKeyless(
  { db }: OpenDatabase,
  { data_dir, database_url }: { data_dir: string; database_url: string | undefined },
): Promise<void> {
  if (existsSync(path.join(data_dir, 'token.key'))) return
  const tables = await db.introspection.getTables()
  // A first start that was cut off leaves tables without people, and nothing that was made with a key.
  if (!tables.some(({ name }) => name === 'users')) return
  if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return
  const key = path.join(data_dir, 'token.key')
  throw new SchemaError(
    `The site’s key ${key} is missing, but its database has people in it. Nothing was changed. ` +
      `Copy token.key from where the site ran before${database_url === undefined ? ', or put back a backup, which holds it, with "npm run restore"' : ''}. ` +
      `If it is lost for good, make a new one with "head -c 32 /dev/urandom > ${key}": ` +
      'everybody signs in again, and authenticator apps and the mail server are set up anew.',
  )
}
