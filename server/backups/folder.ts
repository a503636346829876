import { existsSync, mkdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../cli/command.ts'
import { selectOutdated } from './names.ts'

/**
 * Locks a folder for one process. The operating system releases the lock when the process ends, even on a crash.
 * Returns a function that releases it. Throws a `CommandError` when another process holds it.
 */
export function lockFolder(
  folder: string,
  refusal = `A server is using the data folder ${folder}. Stop it first.`,
): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path.join(folder, 'in-use.lock'))
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database.close()
    // 5: busy (https://sqlite.org/rescode.html).
    throw error instanceof Error && Reflect.get(error, 'errcode') === 5 ? new CommandError(refusal) : error
  }
  return () => database.close()
}

/** The log of the new database, and what it needs at most to be brought up to date. */
const SPARE_BYTES = 8 * 1024 * 1024

/** One that is removed at this moment has none. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Returns the bytes that are free on the disk with the folder, and those that a second file of this size needs. A disk that does not tell
 * its size, as some over a network, counts as large enough.
 */
function readRoom(folder: string, file: string): { free: number; needed: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: blocks > 0 ? bavail * bsize : Infinity, needed: sizeOf(file) + SPARE_BYTES }
}

/**
 * Throws a `CommandError` where the disk with the folder has no room for a second file of this size. `act`: what needs it.
 */
export function requireRoom(folder: string, file: string, act: string): void {
  const { free, needed } = readRoom(folder, file)
  if (free < needed)
    throw new CommandError(
      `The disk with the folder ${folder} has ${Math.floor(free / 1e6)} MB left, and ${act} needs ${Math.ceil(needed / 1e6)} MB. ` +
        'Make room. Nothing was changed.',
    )
}

/**
 * Removes the backups that the `next` one outdates, where the disk has no room for it beside them: they would keep it from being made for
 * ever. The newest of them stays, and all where that is not enough. `backups`: those of the folder, newest first. `file`: one of its size.
 */
export function makeRoom(
  folder: string,
  { next, file, backups, keep }: { next: string; file: string; backups: string[]; keep: number },
): void {
  const { free, needed } = readRoom(folder, file)
  if (free >= needed) return
  const outdated = new Set(selectOutdated([next, ...backups].toSorted().toReversed(), keep))
  const leaving = backups.slice(1).filter((old) => outdated.has(old))
  const freed = leaving.reduce((sum, old) => sum + sizeOf(old), 0)
  if (free + freed >= needed) for (const old of leaving) rmSync(old, { force: true })
}

/** Where a restore prepares the new database, and where a move to a file makes it. */
export const RESTORE_FOLDER = 'restoring'
export const MOVE_FOLDER = 'moving'

/** Removes what a restore or move left that was killed: a copy of everybody's words. Does nothing while one is at work. */
export function removeUnfinished(folder: string): void {
  const left = [RESTORE_FOLDER, MOVE_FOLDER].map((name) => path.join(folder, name)).filter((one) => existsSync(one))
  if (left.length === 0) return
  try {
    const release = lockFolder(folder)
    for (const one of left) rmSync(one, { recursive: true, force: true })
    release()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
}
