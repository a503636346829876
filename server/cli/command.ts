import { ConfigError } from '../config.ts'
import { DamagedDatabaseError } from '../db/engine.ts'

/** A mistake in the arguments, or a problem that the operator can solve: printed without a stack. */
export class CommandError extends Error {}

/** Runs a command: prints its result, or its error to standard error with exit code 1. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    const isExpected =
      error instanceof CommandError || error instanceof ConfigError || error instanceof DamagedDatabaseError
    process.stderr.write(
      `${isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = 1
  }
}
