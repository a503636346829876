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
import { HOUR_MS } from '../../contract/time.values.ts'
import { CommandError } from '../cli/command.ts'
import type { Config } from '../config.ts'
import { copyDatabase, buildInventory } from '../db/copy.ts'
import { openDatabase, openDatabaseFile } from '../db/open.ts'
import { lockFolder, makeRoom, requireRoom } from './folder.ts'
import { verifyBackup, writeManifest } from './manifest.ts'
import { BACKUP_NAME, selectOutdated } from './names.ts'
import { sealBackup } from './seal.ts'
import { type CopyOutcome, copyToPlace } from './second-place.ts'

export interface BackupSettings extends Pick<Config, 'data_dir' | 'database_url' | 'backup_keep' | 'backup_command'> {
  /** Folder to which each backup is copied. */
  second_place?: string | undefined
}

/**
 * Timeout of the operator's `backup_command`, well before the next day's backup: gigabytes take hours over the line of a house.
 * Milliseconds.
 */
const COMMAND_TIMEOUT_MS = 6 * HOUR_MS

export interface BackupResult {
  file: string
  bytes: number
  rows: number
  created_at: string
}

export interface MadeBackup extends BackupResult {
  /** The outcome of copying it. */
  copy: CopyOutcome
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

function syncToDisk(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Copies the whole database while the site runs, as of one moment. The file gets its final name only when it is
 * complete, verified and on disk; then backups beyond `backup_keep` are removed (before it, where the disk has no room for
 * it beside them), it is copied to the second place, and `backup_command` runs.
 */
export async function makeBackup(config: BackupSettings, version: string, clock: () => Date): Promise<MadeBackup> {
  const release = lockBackups(config)
  try {
    makeRoomForNext(config, clock)
    const made = await createVerifiedBackup(config, version, clock)
    // With the clock set back, the new one bears an older name than others of its day.
    const outdated = selectOutdated(listBackups(config), config.backup_keep).filter((old) => old !== made.file)
    for (const old of outdated) rmSync(old)
    const copy = await copyBackup(config, made.file)
    if (config.backup_command !== undefined) await runBackupCommand(config.backup_command, made.file)
    return { ...made, copy }
  } finally {
    release()
  }
}

function makeRoomForNext(config: BackupSettings, clock: () => Date): void {
  const folder = backupFolder(config)
  // The rest of an attempt that was killed goes before any backup.
  removePartial(folder)
  const backups = listBackups(config)
  const next = nameOf(folder, clock().toISOString())
  if (backups[0] !== undefined) makeRoom(folder, { next, file: backups[0], backups, keep: config.backup_keep })
}

async function copyBackup({ data_dir, backup_keep, second_place }: BackupSettings, file: string): Promise<CopyOutcome> {
  if (second_place === undefined) return 'only_here'
  return await copyToPlace(file, { data_dir, folder: second_place, keep: backup_keep })
}

/** Copies the newest backup to the second place, where it is missing there. */
export async function copyNewestBackup(config: BackupSettings): Promise<CopyOutcome> {
  const release = lockBackups(config)
  try {
    const [newest] = listBackups(config)
    return newest === undefined ? 'only_here' : await copyBackup(config, newest)
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

function removePartial(folder: string): void {
  for (const name of readdirSync(folder)) if (name.includes('.partial')) rmSync(path.join(folder, name))
}

/** Makes a backup without removing older ones and without the operator's command. Its caller holds the lock of the folder. */
export async function createVerifiedBackup(
  config: Pick<BackupSettings, 'data_dir' | 'database_url'>,
  version: string,
  clock: () => Date,
): Promise<BackupResult> {
  const folder = backupFolder(config)
  // Removes the rest of an attempt that was killed.
  removePartial(folder)
  const [newest] = listBackups(config)
  // Until it failed, a copy would fill the disk, each hour anew, and keep the site from writing.
  if (newest !== undefined) requireRoom(folder, newest, 'a backup')
  try {
    return await fillBackup(folder, config, version, clock)
  } catch (error) {
    // Half a copy would keep the disk full, and the site from writing, until the next attempt.
    removePartial(folder)
    throw error
  }
}

async function fillBackup(
  folder: string,
  config: Pick<BackupSettings, 'data_dir' | 'database_url'>,
  version: string,
  clock: () => Date,
): Promise<BackupResult> {
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
  // A copy that stays open keeps its room on the disk, also once it is removed.
  const inventory = await buildInventory(copy).catch(async (problem: unknown) => {
    await copy.db.destroy()
    throw problem
  })
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
