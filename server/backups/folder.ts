import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../cli/command.ts'

/**
 * Says that a process works in this folder, for as long as it lives: the system lets go of the lock with the process,
 * however that ends. Gives what lets go of it. Throws a `CommandError` when another process has it.
 */
export function lockFolder(
  folder: string,
  refusal = `A server is using the data folder ${folder}. Stop it first.`,
): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path.join(folder, 'in-use.lock'))
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    database.close()
    throw new CommandError(refusal)
  }
  return () => database.close()
}
