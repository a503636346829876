import type { Health } from '../../../../contract/desk.ts'
import { listBackups, parseBackupTime } from '../../../backups/make.ts'
import type { Context } from '../../../context.ts'
import { listChecks } from '../checks/checks.queries.ts'
import { countFailedJobs } from '../stats/stats.queries.ts'
import { judgeHealth } from './health.rules.ts'

/** How the site does: the results of its checks, which it runs elsewhere, and what is known without them. */
export async function readHealth({ db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>): Promise<Health> {
  const [newest] = config.backups ? listBackups(config) : []
  return judgeHealth(
    {
      checks: await listChecks(db),
      failed_jobs: await countFailedJobs(db),
      has_mail: config.smtp_url !== undefined,
      backup_at: config.backups ? (newest === undefined ? null : parseBackupTime(newest)) : undefined,
    },
    clock(),
  )
}
