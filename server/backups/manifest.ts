import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { CommandError } from '../cli/command.ts'
import { type Inventory, diffInventories, buildInventory } from '../db/copy.ts'
import { countMigrations, openDatabaseFile } from '../db/open.ts'
import { readSeal, signDigest } from './seal.ts'

/**
 * Table of the manifest. A backup is one SQLite file with every table of the site, whichever engine it uses, and this
 * one.
 */
const TABLE = 'oremus_backup'
const FORMAT = 2
/** The format of backups without a seal. */
const UNSEALED_FORMAT = 1

const Manifest = z.object({
  format: z.literal([UNSEALED_FORMAT, FORMAT]),
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
function readManifest(file: string): Manifest {
  let text: unknown
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const found = database.prepare(`select count(*) as count from sqlite_master where name = ?`).get(TABLE)
      if (found?.['count'] !== 1) throw new CommandError(`${file} isn’t a backup of Oremus.`)
      text = database.prepare(`select manifest from ${TABLE}`).get()?.['manifest']
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} is damaged, or isn’t a backup of Oremus.`)
  }
  const parsed = Manifest.safeParse(typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined)
  if (!parsed.success) throw new CommandError(`${file} was made by another version, and this one can’t read it.`)
  return parsed.data
}

/** The site that made a backup: this site, another one, one that nobody can compare with, or a version that did not sign. */
export type Origin = 'this_site' | 'other_site' | 'unknown_site' | 'unsigned'

const origins: Record<Origin, string> = {
  this_site: 'Its digest and signature are right: this site made it, and nothing has changed since.',
  other_site: 'Its digest is right: nothing has changed since. A different site made it, not the one in this folder.',
  unknown_site:
    'Its digest is right: nothing has changed since. Without token.key in this folder, we can’t tell whether this site made it.',
  unsigned:
    'Warning: an older version made it, without digest and signature. Its tables agree with its own list, but nothing shows who made it.',
}
export const describeOrigin = (origin: Origin): string => origins[origin]

/** Returns the key of the site in the data folder; undefined when there is none. */
export function readSiteKey({ data_dir }: { data_dir: string }): Buffer | undefined {
  const file = path.join(data_dir, 'token.key')
  return existsSync(file) ? readFileSync(file) : undefined
}

export interface VerifiedBackup {
  manifest: Manifest
  origin: Origin
  /** SHA-256 of the content, hexadecimal. */
  digest: string
}

/**
 * Compares the file with its digest and signature before anything else is read, then every page and every row with the
 * manifest. Throws a `CommandError` that describes the damage, and without `other_site` also when `site_key` did not
 * sign it.
 */
export async function verifyBackup(
  file: string,
  site_key?: Buffer,
  { other_site = true }: { other_site?: boolean } = {},
): Promise<VerifiedBackup> {
  const { digest, signature } = await readSeal(file)
  const isSignedHere = site_key !== undefined && signature === signDigest(site_key, digest)
  if (signature !== undefined && site_key !== undefined && !isSignedHere && !other_site)
    throw new CommandError(
      `${file} isn’t signed with this site’s key. Another site made it, or it’s damaged. ` +
        'Use another backup, or add --other-site.',
    )
  const manifest = readManifest(file)
  const damaged = new CommandError(`${file} is damaged. Use another backup.`)
  const carried = signDigest(Buffer.from(manifest.token_key, 'base64'), digest)
  if (signature === undefined ? manifest.format !== UNSEALED_FORMAT : signature !== carried) throw damaged
  await verifyRows(file, manifest, damaged)
  const signed = isSignedHere ? 'this_site' : site_key === undefined ? 'unknown_site' : 'other_site'
  return { manifest, origin: signature === undefined ? 'unsigned' : signed, digest }
}

/** How much a backup holds of what people know by sight. */
export interface BackupContent {
  /** Requests with words. */
  requests: number
  people: number
}

/** Reads a backup to its last row. Returns null when it is damaged, foreign or of a newer version. */
export async function readContent(file: string): Promise<BackupContent | null> {
  try {
    await verifyBackup(file)
  } catch (error) {
    if (error instanceof CommandError) return null
    throw error
  }
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const count = (from: string): number =>
      Number(database.prepare(`select count(*) as count from ${from}`).get()?.['count'])
    return { requests: count(`prayers where publication != 'deleted'`), people: count('users') }
  } finally {
    database.close()
  }
}

/** Reads every page and every row and compares them with the manifest. */
async function verifyRows(file: string, manifest: Manifest, damaged: CommandError): Promise<void> {
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
      throw new CommandError(`${file} was made by version ${manifest.version}, which is newer than this one.`)
    const inventory: Inventory = await buildInventory(opened)
    if (diffInventories(inventory, manifest.inventory).length > 0) throw damaged
  } catch (error) {
    throw error instanceof CommandError ? error : damaged
  } finally {
    await opened.db.destroy()
  }
}
