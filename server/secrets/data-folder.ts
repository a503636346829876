import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../config.ts'

/** Permissions of the group and of everybody else. */
const OTHERS = 0o077

/** Folders in which the system shows itself and keeps no files; memory that is used as a disk is no such folder. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']
const MEMORY_DISK = '/dev/shm'

const isWithin = (folder: string, other: string): boolean => `${folder}/`.startsWith(`${other}/`)

/** Where the folder is or would be made, with links followed. */
function realPlace(folder: string): string {
  try {
    return realpathSync(folder)
  } catch (error) {
    const code: unknown = Reflect.get(error as Error, 'code')
    const parent = path.dirname(folder)
    // Any other error is that of making the folder, too, and is explained there.
    if (parent === folder || (code !== 'ENOENT' && code !== 'ENOTDIR')) return folder
    return path.join(realPlace(parent), path.basename(folder))
  }
}

/** Refuses before anything is made: some systems try for ever to make a folder in /proc. */
function refuseSystemFolder(folder: string): void {
  const place = realPlace(folder)
  if (isWithin(place, MEMORY_DISK) || !SYSTEM_FOLDERS.some((one) => isWithin(place, one))) return
  throw new ConfigError(
    `${folder} is one of the system’s own folders, or inside one. Set DATA_DIR to a folder on a disk, such as /var/lib/oremus.`,
  )
}

/** True when the folder is a site's own, or empty: closing a shared folder would harm other programs. */
function isOwnFolder(folder: string): boolean {
  const names = readdirSync(folder)
  return names.length === 0 || names.some((name) => name === 'token.key' || name === 'oremus.db')
}

/**
 * Creates the data folder, readable by its owner only, or closes an existing one to others. Throws a `ConfigError` when
 * it is open to others and cannot be closed, or holds other things, or is the system's.
 */
export function secureDataFolder(folder: string): void {
  refuseSystemFolder(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isOpen = (): boolean => (statSync(folder).mode & OTHERS) !== 0
  // Windows has no such permissions.
  if (process.platform === 'win32' || !isOpen()) return
  const refusal = new ConfigError(
    `Others can open the folder ${folder}. Run "chmod 700 ${folder}" as its owner, or set DATA_DIR to a new folder.`,
  )
  if (!isOwnFolder(folder)) {
    throw new ConfigError(
      `The folder ${folder} holds other things, and others can open it. Set DATA_DIR to a new folder.`,
    )
  }
  try {
    chmodSync(folder, 0o700)
  } catch {
    throw refusal
  }
  if (isOpen()) throw refusal
}
