import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { MOVE_FOLDER, lockFolder } from '../backups/folder.ts'
import { checkpointWal } from '../backups/restore.ts'
import { CommandError } from './command.ts'
import { CopyError, IN_USE, copyDatabase, isEmptyDatabase, isInUse } from '../db/copy.ts'
import { migrate, openDatabase } from '../db/open.ts'
import { parsePostgresUrl } from '../postgres-url.ts'
import { secureDataFolder } from '../secrets/data-folder.ts'
import { type Command, refuseOtherOwner, requireSite, requireTables, runCommand } from './site.ts'

// `npm run move`: copies between the embedded database and PostgreSQL, only while no server runs.

const USAGE = `npm run move -- sqlite-to-postgres    copies the file in DATA_DIR into the empty database of DATABASE_URL
npm run move -- postgres-to-sqlite    copies the database of DATABASE_URL into a new file in DATA_DIR
Add --data <folder> when the file is in another folder than DATA_DIR.`

export const move: Command = async ({ words: [direction, ...rest], readSettings }) => {
  if ((direction !== 'sqlite-to-postgres' && direction !== 'postgres-to-sqlite') || rest.length > 0)
    throw new CommandError(USAGE)
  const config = readSettings()
  const { data_dir, database_url } = config
  if (database_url === undefined) throw new CommandError('Set DATABASE_URL to the PostgreSQL database.')
  refuseOtherOwner(data_dir)
  const file = path.join(data_dir, 'oremus.db')
  const isToPostgres = direction === 'sqlite-to-postgres'
  if (isToPostgres) await requireSite({ data_dir, database_url: undefined })
  if (!isToPostgres && existsSync(file))
    throw new CommandError(`The database ${file} already exists. Move it away first.`)
  if (!isToPostgres) await requireTables(config)
  secureDataFolder(data_dir)
  const release = lockFolder(data_dir)
  // The new file is made in a folder of its own, and is the site's once it is whole.
  const work = path.join(data_dir, MOVE_FOLDER)
  rmSync(work, { recursive: true, force: true })
  const embedded = openDatabase({ data_dir: isToPostgres ? data_dir : work, database_url: undefined })
  const postgres = openDatabase(config)
  const [from, to] = isToPostgres ? [embedded, postgres] : [postgres, embedded]
  try {
    // Words that are written during the copy, or after it, would stay behind.
    if (!isToPostgres && (await isInUse(postgres))) throw new CommandError(IN_USE)
    if (isToPostgres && !(await isEmptyDatabase(postgres)))
      throw new CommandError(
        `The database ${parsePostgresUrl(database_url)?.name} is not empty, and nothing was copied. ` +
          'Make a new one with createdb and name it in DATABASE_URL. If a site moved there before, start the server with it instead.',
      )
    // Migrates first, so that the copy has the newest schema.
    await migrate(from)
    const inventory = await copyDatabase(from, to)
    if (!isToPostgres) {
      await embedded.db.destroy()
      checkpointWal(path.join(work, 'oremus.db'))
      renameSync(path.join(work, 'oremus.db'), file)
    }
    const rows = Object.values(inventory).reduce((sum, table) => sum + table.rows, 0)
    return [
      `${rows} rows in ${Object.keys(inventory).length} tables were copied and read back. All are the same.`,
      isToPostgres
        ? 'Start the server with DATABASE_URL. token.key stays where it is, and every process needs it.'
        : 'Start the server without DATABASE_URL.',
      ...(existsSync(path.join(data_dir, 'token.key'))
        ? []
        : [`The site’s key isn’t in ${data_dir}. Copy token.key there from the folder the server used.`]),
      `The ${isToPostgres ? 'file' : 'PostgreSQL database'} is unchanged. Keep it until you know that everything works.`,
    ].join('\n')
  } catch (error) {
    throw error instanceof CopyError ? new CommandError(error.message) : error
  } finally {
    await Promise.all([embedded.db.destroy(), postgres.db.destroy()])
    rmSync(work, { recursive: true, force: true })
    release()
  }
}

if (import.meta.main) process.exitCode = await runCommand(move, process.argv.slice(2), process.env)
