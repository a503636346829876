import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { CommandError } from '../cli/command.ts'
import type { Inventory } from '../db/copy.ts'
import { countMigrations, openDatabaseFile } from '../db/open.ts'
import { diffInventories, buildInventory } from '../db/copy.ts'

/**
 * Table of the manifest. A backup is one SQLite file with every table of the site, whichever engine it uses, and this
 * one.
 */
const TABLE = 'oremus_backup'
const FORMAT = 1

const Manifest = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime({ precision: 3 }),
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The site's `token.key`, base64: without it second factors and links in mails are invalid. */
  token_key: z.string(),
  inventory: z.record(z.string(), z.object({ rows: z.int(), digest: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export function writeManifest(file: string, manifest: Omit<Manifest, 'format'>): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(`pragma journal_mode = delete; create table ${TABLE} (manifest text not null)`)
    database.prepare(`insert into ${TABLE} values (?)`).run(JSON.stringify({ format: FORMAT, ...manifest }))
  } finally {
    database.close()
  }
}

/** Removes the manifest from a copy that is to become a site's database. */
export function removeManifest(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`drop table ${TABLE}`)
  database.close()
}

/** Reads the manifest of a backup. Throws a `CommandError` when the file is not a backup or cannot be read. */
export function readManifest(file: string): Manifest {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  let text: unknown
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const found = database.prepare(`select count(*) as count from sqlite_master where name = ?`).get(TABLE)
      if (found?.['count'] !== 1) throw new CommandError(`${file} is not a backup of this program.`)
      text = database.prepare(`select manifest from ${TABLE}`).get()?.['manifest']
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} is damaged, or is not a backup of this program.`)
  }
  const parsed = Manifest.safeParse(typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined)
  if (!parsed.success)
    throw new CommandError(`${file} was made by another version of the program, which this one cannot read.`)
  return parsed.data
}

/**
 * Reads every page and every row and compares them with the manifest. Throws a `CommandError` that describes the
 * damage.
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  const manifest = readManifest(file)
  const damaged = new CommandError(`${file} is damaged. Take another backup.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const { integrity_check } = database.prepare('pragma integrity_check(1)').get() ?? {}
    if (integrity_check !== 'ok' || database.prepare('pragma foreign_key_check').get()) throw damaged
  } catch {
    throw damaged
  } finally {
    database.close()
  }
  const opened = openDatabaseFile(file, { read_only: true })
  try {
    const { unknown } = await countMigrations(opened)
    if (unknown > 0)
      throw new CommandError(`${file} was made by version ${manifest.version}, which is newer than this program.`)
    const inventory: Inventory = await buildInventory(opened)
    if (diffInventories(inventory, manifest.inventory).length > 0) throw damaged
  } catch (error) {
    throw error instanceof CommandError ? error : damaged
  } finally {
    await opened.db.destroy()
  }
  return manifest
}
