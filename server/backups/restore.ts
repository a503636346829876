import {
  copyFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../cli/command.ts'
import type { Config } from '../config.ts'
import { IN_USE, copyDatabase, emptyDatabase, isEmptyDatabase, isInUse, listOtherTables } from '../db/copy.ts'
import { type OpenDatabase, migrate, openDatabase, openDatabaseFile } from '../db/open.ts'
import { secureDataFolder } from '../secrets/data-folder.ts'
import { readVersion } from '../version.ts'
import { type Deletions, findDeletions } from './deletions.ts'
import { RESTORE_FOLDER, lockFolder, requireRoom } from './folder.ts'
import { type Lost, countLost, formatLost } from './lost.ts'
import { backupFolder, createVerifiedBackup, lockBackups } from './make.ts'
import {
  type Manifest,
  type Origin,
  type VerifiedBackup,
  readSiteKey,
  removeManifest,
  verifyBackup,
} from './manifest.ts'
import { readSeal } from './seal.ts'

type RestoreSettings = Pick<Config, 'data_dir' | 'database_url'>

/** The differences of the present database from the backup. */
export interface Comparison {
  lost: Lost
  /** The things that were deleted after the backup. Undefined where nobody can tell. */
  deletions: Deletions | undefined
}

const NO_DELETIONS: Deletions = { users: [], prayers: [] }
const NOTHING: Comparison = { lost: {}, deletions: NO_DELETIONS }

export interface RestoreResult extends Comparison {
  manifest: Manifest
  /** The site that made the backup. */
  origin: Origin
  /** Path of the site's previous database; undefined when there was none. */
  former: string | undefined
}

export interface RestoreOptions {
  /** Restores even when changes made after the backup are lost. */
  lose_newer: boolean
  /** Restores a backup of another site over this one. */
  other_site?: boolean
  clock: () => Date
  /** Deletes these records again in the new database, which is in a data folder of its own, and notes there what was done. */
  finish: (data_dir: string, deletions: Deletions, manifest: Manifest) => Promise<void>
}

/** Folder in which the new database is prepared. */
const workFolder = ({ data_dir }: RestoreSettings): string => path.join(data_dir, RESTORE_FOLDER)

const DATABASE_FILE_SUFFIXES = ['', '-wal', '-shm']

/** Compares the live file with the backup; a server may use it. Returns undefined when the live file cannot be read. */
export function compareWithBackup(live: string, backup: string): Comparison | undefined {
  try {
    const database = new DatabaseSync(live, { readOnly: true })
    try {
      database.prepare('attach ? as backup').run(backup)
      return { lost: countLost(database), deletions: findDeletions(database) }
    } finally {
      database.close()
    }
  } catch (error) {
    if (isOfTheDisk(error)) throw error
    return undefined
  }
}

/** True when the folder or the disk keeps a file from being opened, which says nothing of what is in it. */
function isOfTheDisk(error: unknown): boolean {
  const errcode: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined
  // No permission, read-only, full, cannot be opened (https://sqlite.org/rescode.html).
  return typeof errcode === 'number' && [3, 8, 13, 14].includes(errcode & 0xff)
}

/** Jobs that queue a mail which somebody has just asked for. */
const WRITE_MAILS = ['sessions.greet', 'passwords.forgot', 'sessions.send_code', 'emails.ask']

/** Ends every session, invalidates links in mails and deletes queued mails: they belong to another time. */
async function invalidateStaleState({ db }: OpenDatabase, at: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('sessions')
      .set({ revoked_at: at, revoked_reason: 'restored' })
      .where('revoked_at', 'is', null)
      .execute()
    await transaction.updateTable('one_time_tokens').set({ consumed_at: at }).where('consumed_at', 'is', null).execute()
    await transaction
      .deleteFrom('jobs')
      .where((job) => job.or([job('kind', 'like', 'mail.%'), job('kind', 'in', WRITE_MAILS)]))
      .where('status', 'in', ['queued', 'running'])
      .execute()
    // Else they would wait for ever, and nobody could have them sent again.
    await transaction.updateTable('invitations').set({ mail: 'refused' }).where('mail', '=', 'waiting').execute()
    await transaction.updateTable('notifications').set({ mail_at: null }).where('mail_at', 'is not', null).execute()
    await transaction.deleteFrom('push_messages').execute()
    for (const table of ['memberships', 'group_readers'] as const)
      await transaction
        .updateTable(table)
        .set({ summary_mail_at: null })
        .where('summary_mail_at', 'is not', null)
        .execute()
    await transaction.updateTable('group_readers').set({ ask_at: null }).where('ask_at', 'is not', null).execute()
    await transaction.deleteFrom('idempotency_keys').execute()
  })
}

/**
 * Restores a site from a backup. Changes nothing until every row of the backup is verified and the new database is
 * complete; keeps the previous database beside it, that of PostgreSQL as a backup.
 */
export async function restoreBackup(
  config: RestoreSettings,
  file: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { other_site = false } = options
  const verified = await verifyBackup(file, readSiteKey(config), { other_site })
  secureDataFolder(config.data_dir)
  // A disk without room for a second database could not even be read: SQLite needs a file beside it.
  requireRoom(config.data_dir, file, 'going back')
  const release = lockFolder(config.data_dir)
  try {
    return await (config.database_url ? restoreToPostgres : restoreToFile)(config, file, verified, options)
  } finally {
    // Also after a failure: the folder would keep a copy of all data.
    rmSync(workFolder(config), { recursive: true, force: true })
    release()
  }
}

/** Copies the backup into a folder of its own and prepares it as a site's database. */
async function prepareDatabase(
  folder: string,
  file: string,
  { manifest, digest }: VerifiedBackup,
  deletions: Deletions | undefined,
  { clock, finish }: RestoreOptions,
): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const fresh = path.join(folder, 'oremus.db')
  copyFileSync(file, fresh)
  chmodSync(fresh, 0o600)
  const copied = await readSeal(fresh)
  if (copied.digest !== digest) throw new CommandError(`${file} changed while we copied it. Try again.`)
  truncateSync(fresh, copied.content_bytes)
  removeManifest(fresh)
  writeFileSync(path.join(folder, 'token.key'), Buffer.from(manifest.token_key, 'base64'), { mode: 0o600 })
  const database = openDatabaseFile(fresh)
  try {
    await migrate(database)
    await invalidateStaleState(database, clock().toISOString())
  } finally {
    await database.db.destroy()
  }
  await finish(folder, deletions ?? NO_DELETIONS, manifest)
  checkpointWal(fresh)
  return fresh
}

/** Writes the write-ahead log into the database file, because only that file is moved. */
export function checkpointWal(file: string): void {
  const database = new DatabaseSync(file)
  const done = database.prepare('pragma wal_checkpoint(truncate)').get()
  database.close()
  if (done?.['busy'] !== 0) throw new Error(`The new database ${file} could not be written whole.`)
}

/** Finds what would be lost and what was deleted after the backup. Refuses to lose anything, unless told to. */
function compare(live: string, file: string, manifest: Manifest, { lose_newer }: RestoreOptions): Comparison {
  const compared = compareWithBackup(live, file)
  if (!lose_newer && compared === undefined)
    throw new CommandError(
      `The database ${live} can’t be read, so we can’t tell what was written or deleted after this backup. ` +
        'To put the backup in its place, add --lose-newer. The file is kept.',
    )
  const lost = compared?.lost ?? {}
  if (!lose_newer && Object.keys(lost).length > 0)
    throw new CommandError(
      [
        `Added or changed after this backup of ${manifest.created_at}, and lost by going back to it:`,
        ...formatLost(lost),
        'Nothing was changed. Use a newer backup, or add --lose-newer: what is there now is then kept under another name.',
      ].join('\n'),
    )
  return { lost, deletions: compared?.deletions }
}

/** Returns this path, or one with a number where something has that name already. */
function freeName(file: string, suffix = ''): string {
  const taken = new Set(readdirSync(path.dirname(file)))
  const nameOf = (count: number): string => `${file}${count === 1 ? '' : `-${count}`}${suffix}`
  let count = 1
  while (taken.has(path.basename(nameOf(count)))) count += 1
  return nameOf(count)
}

/** The time in names of what was there before a restore. */
const stampOf = ({ clock }: RestoreOptions): string => `${clock().toISOString().slice(0, 19).replaceAll(':', '-')}Z`

async function restoreToFile(
  config: RestoreSettings,
  file: string,
  verified: VerifiedBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { manifest, origin } = verified
  const live = path.join(config.data_dir, 'oremus.db')
  const hasLiveDatabase = existsSync(live)
  const compared = hasLiveDatabase ? compare(live, file, manifest, options) : NOTHING
  const fresh = await prepareDatabase(workFolder(config), file, verified, compared.deletions, options)
  const stamp = stampOf(options)
  const former = hasLiveDatabase ? freeName(path.join(config.data_dir, `oremus.db.before-${stamp}`)) : undefined
  if (former !== undefined) keepFormer(live, former)
  renameSync(fresh, live)
  replaceTokenKey(config.data_dir, manifest, stamp)
  return { manifest, origin, former, ...compared }
}

/**
 * Gives the live database a second name, so that there is one at every moment until the new one takes its place. A file that
 * cannot be read is moved away, with its log.
 */
function keepFormer(live: string, former: string): void {
  try {
    checkpointWal(live)
    linkSync(live, former)
  } catch {
    rmSync(former, { force: true })
  }
  const isKept = existsSync(former) && !existsSync(`${live}-wal`)
  if (isKept) return
  for (const part of DATABASE_FILE_SUFFIXES) if (existsSync(live + part)) renameSync(live + part, former + part)
}

/** Ends the name of a mark beside a kept database, until the new one is in its place. */
const CUT_OFF = '.cut-off'

/** The marks of restores that were cut off, oldest first. */
function listCutOff(config: RestoreSettings): string[] {
  const folder = backupFolder(config)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(CUT_OFF))
    .toSorted()
    .map((name) => path.join(folder, name))
}

function removeMarks(config: RestoreSettings): void {
  for (const mark of listCutOff(config)) rmSync(mark)
}

/** Finds the backup that an earlier restore kept before it emptied the database and was cut off. */
const findKept = (config: RestoreSettings): string | undefined =>
  listCutOff(config)
    .map((mark) => mark.slice(0, -CUT_OFF.length))
    .find((kept) => existsSync(kept))

/** Refuses where going back would drop what is nobody's of the site, and in no backup of it. */
async function refuseOtherTables(to: OpenDatabase): Promise<void> {
  const others = await listOtherTables(to)
  if (others.length === 0) return
  throw new CommandError(
    `The database has tables that aren’t the site’s: ${others.join(', ')}. Going back would delete them, and no backup holds them. ` +
      'Nothing was changed. Move each into a schema of its own with "create schema" and "alter table … set schema …", then try again.',
  )
}

/** The database is first kept as a backup, with which what is new and what was deleted is compared. */
async function restoreToPostgres(
  config: RestoreSettings,
  file: string,
  verified: VerifiedBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { manifest, origin } = verified
  const to = openDatabase({ ...config, database_listen_url: 'off' })
  try {
    await refuseOtherTables(to)
    const isEmpty = await isEmptyDatabase(to)
    if (!isEmpty && (await isInUse(to))) throw new CommandError(IN_USE)
    const kept = findKept(config)
    const former = isEmpty ? kept : await keepAsBackup(config, options)
    const { lost, deletions: found } = former === undefined ? NOTHING : compareKept(former, file, manifest, options)
    // After an attempt that was cut off a server may have begun a new site, which knows nothing of what was there.
    const deletions = found ?? (kept === undefined ? undefined : compareWithBackup(kept, file)?.deletions)
    // The site went on after that attempt: its marks mean nothing any more.
    if (!isEmpty && found !== undefined) removeMarks(config)
    const fresh = await prepareDatabase(workFolder(config), file, verified, deletions, options)
    const from = openDatabaseFile(fresh)
    try {
      if (former !== undefined) writeFileSync(former + CUT_OFF, '', { mode: 0o600 })
      if (!isEmpty) await emptyDatabase(to)
      await copyDatabase(from, to, async (target) => {
        // Before the tables and rows: cut off between the two, they would have another key, or none.
        replaceTokenKey(config.data_dir, manifest, stampOf(options))
        await migrate(target)
      })
      removeMarks(config)
    } finally {
      await from.db.destroy()
    }
    return { manifest, origin, former, lost, deletions }
  } finally {
    await to.db.destroy()
  }
}

/**
 * Makes a backup of the database that is to be replaced, and returns its path. It has a name of its own, because daily backups
 * remove each other.
 */
async function keepAsBackup(config: RestoreSettings, options: RestoreOptions): Promise<string> {
  if (!existsSync(path.join(config.data_dir, 'token.key')))
    throw new CommandError(
      `The database is not empty, and ${config.data_dir} has no token.key, so it isn’t that site’s data folder. ` +
        'Name the right folder, or an empty database.',
    )
  const release = lockBackups(config)
  try {
    const { file } = await createVerifiedBackup(config, readVersion(), options.clock)
    const kept = freeName(path.join(backupFolder(config), `before-${stampOf(options)}`), '.backup')
    renameSync(file, kept)
    return kept
  } finally {
    release()
  }
}

/** Compares with what was kept. A refusal leaves no backup behind that was just made of the present database. */
function compareKept(former: string, file: string, manifest: Manifest, options: RestoreOptions): Comparison {
  try {
    return compare(former, file, manifest, options)
  } catch (error) {
    if (!existsSync(former + CUT_OFF)) rmSync(former)
    throw error
  }
}

/** Installs the backup's key and keeps a different existing one under another name. */
function replaceTokenKey(folder: string, { token_key }: Manifest, stamp: string): void {
  const file = path.join(folder, 'token.key')
  const key = Buffer.from(token_key, 'base64')
  if (existsSync(file)) {
    if (readFileSync(file).equals(key)) return
    renameSync(file, freeName(`${file}.before-${stamp}`))
  }
  writeFileSync(`${file}.part`, key, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
