import { statfsSync } from 'node:fs'

const MEMORY_FOLDER = '/dev/shm'
/** All that the tests have at the same time fits many times over. Bytes. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Puts the databases of the tests into memory, where there is such a folder with room: they are synced after every write, as those of
 * a site are, and would wait for the disk most of the time. `TMPDIR` says otherwise.
 */
export function configureMemoryTmpdir(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR = MEMORY_FOLDER
  } catch {
    // There is none: then on the disk.
  }
}
