import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { lockFolder, removeUnfinished } from './backups/folder.ts'
import { CommandError } from './cli/command.ts'
import { describeSite, takeDataFolder } from './cli/site.ts'
import { explainError } from './cli/start-errors.ts'
import { type Config, readConfig } from './config.ts'
import { stopTogether } from './http/stopping.ts'
import { logOptions } from './log.ts'
import { describeMisspelt } from './misspelt-settings.ts'
import { secureDataFolder } from './secrets/data-folder.ts'

const args = new Set(process.argv.slice(2))
const development = args.has('--dev')
const demo = args.has('--demo')
/**
 * Maximum number of connections waiting to be accepted; the system's own limit is often 4,096. With Node's default of
 * 511, visitors in a crowd wait a second.
 */
const BACKLOG = 4096
// React reads this when its bundle is loaded, so the app is imported only afterwards.
process.env.NODE_ENV ??= development ? 'development' : 'production'

const { buildContext, classifiesSlowly } = await import('./context.ts')
const { buildApp } = await import('./app.ts')
const { readLastRestore } = await import('./audit/audit.ts')
const { printSetUpLink } = await import('./features/identity/sessions/set-up-link.ts')

let config: Config | undefined
/** The folder of a demo. */
let folder: string | undefined
try {
  const { words, environment } = takeDataFolder(process.argv.slice(2), process.env)
  // A misspelt --data would begin another site, and everybody's words would seem gone.
  const strange = words.find((word) => word !== '--dev' && word !== '--demo')
  if (strange !== undefined)
    throw new CommandError(
      `The server has no option "${strange}": it takes --data <folder>, and its settings from .env.`,
    )
  if (demo) folder = mkdtempSync(path.join(tmpdir(), 'oremus-demo-'))
  const misspelt = describeMisspelt(environment)
  config = readConfig(
    {
      ...environment,
      ...(folder !== undefined && {
        DATA_DIR: folder,
        DATABASE_URL: '',
        DATABASE_LISTEN_URL: '',
        DATABASE_REPLICA_URLS: '',
        SMTP_URL: '',
        // Links, cookies and passkeys would be those of the site whose settings these are.
        PUBLIC_URL: '',
      }),
    },
    { development, demo },
  )
  // At once: what is written while another line is on its way would come before it when the process ends.
  const log = pino(logOptions(config), pino.destination({ dest: 1, sync: true }))
  for (const sentence of misspelt) log.warn(sentence)
  secureDataFolder(config.data_dir)
  removeUnfinished(config.data_dir)
  // Two servers on one embedded database would not see each other's changes.
  const release = config.database_url === undefined ? lockFolder(config.data_dir) : () => {}
  const ctx = await buildContext(config, log)
  const app = await buildApp(ctx)
  const { server, worker, mailer, pusher, alarmWorker, classifierWorker } = app
  if (demo) await (await import('./test/demo.ts')).fillDemo(ctx, app)
  await server.listen({ port: config.port, host: config.host, backlog: BACKLOG })
  worker.start()
  mailer.start()
  pusher.start()
  alarmWorker.start()
  void ctx.localClassifier?.start()
  if (classifiesSlowly(ctx)) classifierWorker.start()
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal }, 'stopping')
    await stopTogether(server, [worker, mailer, pusher, alarmWorker, classifierWorker])
    await ctx.close()
    release()
    log.info('stopped')
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  log.info(describeSite(config))
  const restored = await readLastRestore(ctx.db)
  if (restored) log.info(restored, 'this site was put back to a backup')
  log.info(`${config.site_name} is ready at ${config.public_url}`)
  if (demo) log.info((await import('./test/demo.ts')).demoGreeting)
  else await printSetUpLink(ctx)
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${explainError(error, config) ?? stack}\n`)
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
