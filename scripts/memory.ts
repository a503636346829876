import { accessSync, constants, statfsSync } from 'node:fs'

const MEMORY_FOLDER = '/dev/shm'
/** Many times what all tests use at the same time. Bytes. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Puts the databases of the tests into memory where a memory file system with enough room exists: they are synced after
 * every write, as those of a site are, and would mostly wait for the disk. `TMPDIR` overrides this.
 */
export function configureMemoryTmpdir(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR = MEMORY_FOLDER
  } catch {
    // No such folder, or not ours: uses the disk.
  }
}
