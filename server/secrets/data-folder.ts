import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { ConfigError } from '../config.ts'

/** Permissions of the group and of everybody else. */
const OTHERS = 0o077

/** True when the folder is a site's own, or empty: closing a shared folder would harm other programs. */
function isOwnFolder(folder: string): boolean {
  const names = readdirSync(folder)
  return names.length === 0 || names.some((name) => name === 'token.key' || name === 'oremus.db')
}

/**
 * Creates the data folder, readable by its owner only, or closes an existing one to others. Throws a `ConfigError` when
 * it is open to others and cannot be closed, or holds other things.
 */
export function secureDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isOpen = (): boolean => (statSync(folder).mode & OTHERS) !== 0
  // Windows has no such permissions.
  if (process.platform === 'win32' || !isOpen()) return
  const refusal = new ConfigError(
    `Others can open the folder ${folder}. Run "chmod 700 ${folder}" as its owner, or set DATA_DIR to a new folder.`,
  )
  if (!isOwnFolder(folder)) throw refusal
  try {
    chmodSync(folder, 0o700)
  } catch {
    throw refusal
  }
  if (isOpen()) throw refusal
}
