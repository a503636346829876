import { pino } from 'pino'
import { type Deletions, restoreBackup } from '../backups/restore.ts'
import { describeOrigin } from '../backups/manifest.ts'
import { CommandError } from './command.ts'
import { buildContext } from '../context.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'
import { logOptions } from '../log.ts'
import { runCommand } from './site.ts'

// `npm run restore`: only while no server runs.

const USAGE = `npm run restore -- <file>                 puts the site back to a backup
npm run restore -- <file> --lose-newer    also where that loses what was written after it
npm run restore -- <file> --other-site    also where another site made it
With --data <folder> into the site in that folder, instead of DATA_DIR.`

function formatDeletions({ users, prayers }: Deletions): string {
  if (users.length + prayers.length === 0) return 'Nothing was deleted after the backup was made.'
  return [
    'Deleted again, because it was deleted after the backup was made:',
    ...users.map((id) => `  person ${id}`),
    ...prayers.map((id) => `  request ${id}`),
  ].join('\n')
}

const FLAGS = ['--lose-newer', '--other-site']

await runCommand(process.env, async ({ words, readSettings }) => {
  const [file, ...rest] = words.filter((word) => !FLAGS.includes(word))
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE)
  const config = readSettings()
  const log = pino({ ...logOptions(config), level: 'error' }, pino.destination(2))
  const { manifest, origin, deletions, former } = await restoreBackup(config, file, {
    lose_newer: words.includes('--lose-newer'),
    other_site: words.includes('--other-site'),
    clock: () => new Date(),
    replay: async (data_dir, gone) => {
      const ctx = await buildContext({ ...config, data_dir, database_url: undefined }, log)
      try {
        await replayDeletions(ctx, gone)
      } finally {
        await ctx.close()
      }
    },
  })
  return [
    `The site is as it was at ${manifest.created_at}. Everybody has to sign in again, and links in mails are void.`,
    describeOrigin(origin),
    formatDeletions(deletions),
    ...(former === undefined ? [] : [`What was there before lies in ${former}. Remove it when all is well.`]),
  ].join('\n')
})
