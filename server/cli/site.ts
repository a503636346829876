import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { databaseFile, refuseEmptied } from '../db/emptied.ts'
import { countMigrations, openDatabase } from '../db/open.ts'
import { describeMisspelt } from '../misspelt-settings.ts'
import { parsePostgresUrl } from '../postgres-url.ts'
import { secureDataFolder } from '../secrets/data-folder.ts'
import { CommandError } from './command.ts'
import { explainError } from './start-errors.ts'

type Place = Pick<Config, 'data_dir' | 'database_url'>

/** Names the site's folder and database in one line, without user and password. */
export function describeSite({ data_dir, database_url }: Place): string {
  if (database_url === undefined) return `The site in the folder ${data_dir}`
  const { hosts, name } = parsePostgresUrl(database_url) ?? { hosts: 'DATABASE_URL', name: '' }
  return `The site in the PostgreSQL database ${name} at ${hosts}, with the folder ${data_dir}`
}

/** Takes `--data <folder>` or `--data=<folder>` out of the arguments; it goes before DATA_DIR. */
export function takeDataFolder(
  args: string[],
  environment: NodeJS.ProcessEnv,
): { words: string[]; environment: NodeJS.ProcessEnv } {
  const words: string[] = []
  let folder: string | undefined
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word !== '--data' && !word.startsWith('--data=')) words.push(word)
    else {
      folder = word === '--data' ? args[(at += 1)] : word.slice('--data='.length)
      if (folder === undefined || folder === '') throw new CommandError('After --data, name the site’s folder.')
    }
  }
  return { words, environment: folder === undefined ? environment : { ...environment, DATA_DIR: folder } }
}

/** Refuses commands of another user, which would leave files that the server cannot open. */
export function refuseOtherOwner(data_dir: string): void {
  if (!existsSync(data_dir)) return
  const owner = statSync(data_dir).uid
  const user = process.getuid?.() ?? owner
  if (user !== owner)
    throw new CommandError(
      `The folder ${data_dir} belongs to user number ${owner}. Run this as that user, with "runuser -u" and its name.`,
    )
}

/**
 * Checks that there is a site, without making anything. Throws a `CommandError` or a `SchemaError` when there is none.
 */
export async function requireSite(config: Place): Promise<void> {
  const { data_dir, database_url } = config
  const advice = 'Name its folder with --data, or set DATA_DIR in .env.'
  refuseOtherOwner(data_dir)
  const hasKey = existsSync(path.join(data_dir, 'token.key'))
  if (database_url === undefined) {
    if (!hasKey && !existsSync(databaseFile(data_dir)))
      throw new CommandError(`No site found in ${data_dir}. ${advice}`)
    refuseEmptied(data_dir)
  }
  if (!hasKey) throw new CommandError(`The site’s key, token.key, isn’t in ${data_dir}. ${advice}`)
  secureDataFolder(data_dir)
  if (database_url !== undefined) await requireTables(config)
}

/** Checks that the PostgreSQL database has the tables of a site. */
export async function requireTables(config: Place): Promise<void> {
  const database = openDatabase(config)
  try {
    await countMigrations(database)
  } catch (error) {
    // 42P01: undefined table.
    if (!(error instanceof Error && Reflect.get(error, 'code') === '42P01')) throw error
    const { hosts, name } = parsePostgresUrl(config.database_url ?? '') ?? { hosts: '', name: '' }
    throw new CommandError(`No site found in the database "${name}" at ${hosts}. Correct DATABASE_URL in .env.`)
  } finally {
    await database.db.destroy()
  }
}

/** The input of a command: the arguments without `--data`, and the settings, which it reads when the arguments are right. */
export interface Call {
  words: string[]
  /** Reads the settings, and prints which site they name to standard error. */
  readSettings: () => Config
}

/** Returns what the command prints. */
export type Command = (call: Call) => Promise<string>

type Printer = { write: (text: string) => unknown }

/**
 * Runs a command with the arguments and the environment of a process: prints its result, or its error to standard error.
 * Returns the exit code, 0 or 1.
 */
export async function runCommand(
  command: Command,
  args: string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr }: Record<'stdout' | 'stderr', Printer> = process,
): Promise<number> {
  let config: Config | undefined
  try {
    const taken = takeDataFolder(args, environment)
    const readSettings = (): Config => {
      const misspelt = describeMisspelt(taken.environment)
      config = readConfig(taken.environment)
      for (const line of [...misspelt, `${describeSite(config)}.`]) stderr.write(`${line}\n`)
      return config
    }
    stdout.write(`${await command({ words: taken.words, readSettings })}\n`)
    return 0
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    stderr.write(`${explainError(error, config) ?? stack}\n`)
    return 1
  }
}
