import type { Health } from '../../../../contract/desk.ts'
import { listBackups, parseBackupTime } from '../../../backups/make.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import { listChecks } from '../checks/checks.queries.ts'
import { countFailedJobs } from '../stats/stats.queries.ts'
import { judgeHealth } from './health.rules.ts'

/** How the site does: the results of its checks, which it runs elsewhere, and what is known without them. */
export async function readHealth(ctx: Pick<Context, 'db' | 'config' | 'clock' | 'mailRoute'>): Promise<Health> {
  const { db, config, clock } = ctx
  const [newest] = config.backups ? listBackups(config) : []
  return judgeHealth(
    {
      checks: await listChecks(db),
      failed_jobs: await countFailedJobs(db),
      has_mail: await hasMailServer(ctx),
      backup_at: config.backups ? (newest === undefined ? null : parseBackupTime(newest)) : undefined,
    },
    clock(),
  )
}
