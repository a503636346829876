import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { CommandError } from '../cli/command.ts'
import type { Config } from '../config.ts'
import { copyDatabase, buildInventory } from '../db/copy.ts'
import { openDatabase, openDatabaseFile } from '../db/open.ts'
import { lockFolder } from './folder.ts'
import { verifyBackup, writeManifest } from './manifest.ts'
import { sealBackup } from './seal.ts'

export type BackupSettings = Pick<Config, 'data_dir' | 'database_url' | 'backup_keep' | 'backup_command'>

/** Timeout of the operator's `backup_command`. Milliseconds. */
const COMMAND_TIMEOUT_MS = 10 * 60_000
const BACKUP_NAME = /^oremus-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/

export interface BackupResult {
  file: string
  bytes: number
  rows: number
  created_at: string
}

export const backupFolder = ({ data_dir }: Pick<Config, 'data_dir'>): string => path.join(data_dir, 'backups')

/** Returns the backups of a folder, newest first. */
export function listBackups(config: Pick<Config, 'data_dir'>): string[] {
  const folder = backupFolder(config)
  try {
    return readdirSync(folder)
      .filter((name) => BACKUP_NAME.test(name))
      .toSorted()
      .toReversed()
      .map((name) => path.join(folder, name))
  } catch {
    return []
  }
}

/**
 * Selects the backups to delete: all but the newest of each day, and all days but the newest `keep`. `files`: newest
 * first.
 */
export function selectOutdated(files: string[], keep: number): string[] {
  const days = new Set<string>()
  return files.filter((file) => {
    const day = parseBackupTime(file).slice(0, 'yyyy-mm-dd'.length)
    if (days.has(day) || days.size >= keep) return true
    days.add(day)
    return false
  })
}

/** Returns the time at which the backup with this name was started, ISO 8601. */
export const parseBackupTime = (file: string): string =>
  path
    .basename(file, '.backup')
    .slice('oremus-'.length)
    .replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3.000Z')

function syncToDisk(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Copies the whole database while the site runs, as of one moment. The file gets its final name only when it is
 * complete, verified and on disk; then backups beyond `backup_keep` are removed and `backup_command` runs.
 */
export async function makeBackup(config: BackupSettings, version: string, clock: () => Date): Promise<BackupResult> {
  const release = lockBackups(config)
  try {
    const made = await createVerifiedBackup(config, version, clock)
    // With the clock set back, the new one bears an older name than others of its day.
    const outdated = selectOutdated(listBackups(config), config.backup_keep).filter((old) => old !== made.file)
    for (const old of outdated) rmSync(old)
    if (config.backup_command !== undefined) await runBackupCommand(config.backup_command, made.file)
    return made
  } finally {
    release()
  }
}

/** Keeps other processes from making or removing backups. Returns a function that releases the lock. */
export const lockBackups = (config: Pick<Config, 'data_dir'>): (() => void) =>
  lockFolder(backupFolder(config), 'A backup is being made at this moment.')

const nameOf = (folder: string, time: string): string =>
  path.join(folder, `oremus-${time.slice(0, 19).replaceAll(':', '-')}Z.backup`)

/**
 * Gives a finished backup the name of its time, or of seconds later where anything has that name. A link is refused where there is
 * one, so that no backup replaces another, whatever else writes into the folder.
 */
function nameBackup(partial: string, time: string): string {
  const file = nameOf(path.dirname(partial), time)
  try {
    linkSync(partial, file)
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error
    return nameBackup(partial, new Date(Date.parse(time) + 1000).toISOString())
  }
  rmSync(partial)
  return file
}

/** Makes a backup without removing older ones and without the operator's command. Its caller holds the lock of the folder. */
export async function createVerifiedBackup(
  config: Pick<BackupSettings, 'data_dir' | 'database_url'>,
  version: string,
  clock: () => Date,
): Promise<BackupResult> {
  const folder = backupFolder(config)
  // Partial files of an interrupted attempt.
  for (const name of readdirSync(folder)) if (name.includes('.partial')) rmSync(path.join(folder, name))
  const created_at = clock().toISOString()
  const partial = `${nameOf(folder, created_at)}.partial`
  closeSync(openSync(partial, 'w', 0o600))
  const source = openDatabase(config)
  try {
    if (source.engine.copyTo) await source.engine.copyTo(partial)
    else {
      const target = openDatabaseFile(partial)
      try {
        await copyDatabase(source, target)
      } finally {
        await target.db.destroy()
      }
    }
  } finally {
    await source.db.destroy()
  }
  const copy = openDatabaseFile(partial, { read_only: true })
  const inventory = await buildInventory(copy)
  await copy.db.destroy()
  const token_key = readFileSync(path.join(config.data_dir, 'token.key'))
  writeManifest(partial, {
    created_at,
    version,
    engine: config.database_url ? 'postgres' : 'sqlite',
    token_key: token_key.toString('base64'),
    inventory,
  })
  await sealBackup(partial, token_key)
  await verifyBackup(partial, token_key, { other_site: false })
  chmodSync(partial, 0o600)
  syncToDisk(partial)
  const file = nameBackup(partial, created_at)
  syncToDisk(folder)
  const rows = Object.values(inventory).reduce((sum, table) => sum + table.rows, 0)
  return { file, bytes: statSync(file).size, rows, created_at }
}

/** Runs the operator's command with the file's path in `BACKUP_FILE`. */
function runBackupCommand(command: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: 'ignore',
      timeout: COMMAND_TIMEOUT_MS,
      env: { PATH: COMMAND_PATH, BACKUP_FILE: file },
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new CommandError(`The backup is ready, but BACKUP_COMMAND failed (${code ?? 'a signal'}).`))
    })
  })
}
const COMMAND_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
