import { verifyBackup } from '../backups/manifest.ts'
import { listBackups, makeBackup, parseBackupTime } from '../backups/make.ts'
import { CommandError, runCommand } from './command.ts'
import { readConfig } from '../config.ts'
import { readVersion } from '../version.ts'

// `npm run backup`: works while the server runs.

const USAGE = `npm run backup                     makes a backup in the data folder, and verifies it
npm run backup -- list             shows the backups there are
npm run backup -- verify <file>    reads a backup to its last row`

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

await runCommand(async () => {
  const [command, file, ...rest] = process.argv.slice(2)
  const config = readConfig(process.env)
  if (rest.length > 0) throw new CommandError(USAGE)
  if (command === undefined) {
    const made = await makeBackup(config, readVersion(), () => new Date())
    return `${made.file}\n${made.rows} rows, ${megabytes(made.bytes)}, read back and whole. It holds everybody's words and the key of the site: protect it.`
  }
  if (command === 'list' && file === undefined) {
    const all = listBackups(config)
    return all.length === 0 ? 'There is no backup yet.' : all.map((one) => `${parseBackupTime(one)}  ${one}`).join('\n')
  }
  if (command === 'verify' && file !== undefined) {
    const { created_at, version, inventory } = await verifyBackup(file)
    const rows = Object.values(inventory).reduce((sum, table) => sum + table.rows, 0)
    return `${file} is whole: ${rows} rows of ${created_at}, made by version ${version}.`
  }
  throw new CommandError(USAGE)
})
