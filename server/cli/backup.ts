import { describeOrigin, readSiteKey, verifyBackup } from '../backups/manifest.ts'
import { listBackups, makeBackup, parseBackupTime } from '../backups/make.ts'
import { CommandError } from './command.ts'
import { requireSite, runCommand } from './site.ts'
import { readVersion } from '../version.ts'

// `npm run backup`: works while the server runs.

const USAGE = `npm run backup                     makes a backup in the data folder, and verifies it
npm run backup -- list             shows the backups there are
npm run backup -- verify <file>    reads a backup to its last row
With --data <folder> of the site in that folder, instead of DATA_DIR.`

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

await runCommand(process.env, async ({ words: [command, file, ...rest], readSettings }) => {
  if (rest.length > 0) throw new CommandError(USAGE)
  if (command === undefined) {
    const config = readSettings()
    await requireSite(config)
    const made = await makeBackup(config, readVersion(), () => new Date())
    return `${made.file}\n${made.rows} rows, ${megabytes(made.bytes)}, read back and whole. It holds everybody's words and the key of the site: protect it.`
  }
  if (command === 'list' && file === undefined) {
    const config = readSettings()
    await requireSite(config)
    const all = listBackups(config)
    return all.length === 0 ? 'There is no backup yet.' : all.map((one) => `${parseBackupTime(one)}  ${one}`).join('\n')
  }
  if (command === 'verify' && file !== undefined) {
    const { manifest, origin } = await verifyBackup(file, readSiteKey(readSettings()))
    const rows = Object.values(manifest.inventory).reduce((sum, table) => sum + table.rows, 0)
    return `${file} is whole: ${rows} rows of ${manifest.created_at}, made by version ${manifest.version}.\n${describeOrigin(origin)}`
  }
  throw new CommandError(USAGE)
})
