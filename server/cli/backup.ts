import { describeOrigin, readSiteKey, verifyBackup } from '../backups/manifest.ts'
import { listBackups, makeBackup } from '../backups/make.ts'
import { parseBackupTime } from '../backups/names.ts'
import { CommandError } from './command.ts'
import { type Command, requireSite, runCommand } from './site.ts'
import { readVersion } from '../version.ts'

// `npm run backup`: works while the server runs.

const USAGE = `npm run backup                     makes a backup in the data folder and checks it
npm run backup -- list             lists the backups
npm run backup -- verify <file>    reads a backup to its last row
Add --data <folder> for a site in another folder than DATA_DIR.`

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

export const backup: Command = async ({ words: [command, file, ...rest], readSettings }) => {
  if (rest.length > 0) throw new CommandError(USAGE)
  if (command === undefined) {
    const config = readSettings()
    await requireSite(config)
    const made = await makeBackup(config, readVersion(), () => new Date())
    return `${made.file}\n${made.rows} rows, ${megabytes(made.bytes)}, read back in full. It holds everyone’s words and the site’s key, so keep it safe.`
  }
  if (command === 'list' && file === undefined) {
    const config = readSettings()
    await requireSite(config)
    const all = listBackups(config)
    return all.length === 0 ? 'No backups yet.' : all.map((one) => `${parseBackupTime(one)}  ${one}`).join('\n')
  }
  if (command === 'verify' && file !== undefined) {
    const { manifest, origin } = await verifyBackup(file, readSiteKey(readSettings()))
    const rows = Object.values(manifest.inventory).reduce((sum, table) => sum + table.rows, 0)
    return `${file} is complete: ${rows} rows of ${manifest.created_at}, made by version ${manifest.version}.\n${describeOrigin(origin)}`
  }
  throw new CommandError(USAGE)
}

if (import.meta.main) process.exitCode = await runCommand(backup, process.argv.slice(2), process.env)
