import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const PREFIX = 'oremus-run-'
/** Many times what all tests use at the same time. Bytes. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Leaves what belongs to somebody else. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Its owner's next run removes it.
  }
}

/**
 * Puts the databases of the tests into memory where a memory file system with enough room exists: they are synced after
 * every write, as those of a site are, and would mostly wait for the disk. `TMPDIR` overrides this. Each run has a folder of its own,
 * which goes when it ends, or when the next begins if it was killed.
 */
export function configureMemoryTmpdir(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK)
    for (const name of readdirSync(MEMORY_FOLDER)) {
      const isOfKilled = name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))
      if (isOfKilled) remove(path.join(MEMORY_FOLDER, name))
    }
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize < MIN_FREE_BYTES) return
    const folder = path.join(MEMORY_FOLDER, `${PREFIX}${process.pid}`)
    mkdirSync(folder, { recursive: true })
    process.env.TMPDIR = folder
    process.on('exit', () => remove(folder))
  } catch {
    // No such folder, or not ours: uses the disk.
  }
}
