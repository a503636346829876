import type { Check } from '../../../../contract/checks.ts'
import type { Health } from '../../../../contract/desk.ts'
import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import { readAlarmReach } from '../../care/alarms/alarms.queries.ts'
import { listChecks } from '../checks/checks.queries.ts'
import { countFailedJobs } from '../stats/stats.queries.ts'
import { judgeHealth } from './health.rules.ts'

/** The last result of each check. Whether an alarm reaches somebody is asked now: it changes with people, not with the site. */
async function readChecks(ctx: Pick<Context, 'db' | 'clock' | 'mailRoute'>): Promise<Check[]> {
  const outcome = await readAlarmReach(ctx)
  const is_well = outcome === 'reachable'
  const checks = await listChecks(ctx.db)
  return checks.map((check) =>
    check.name === 'alarm' ? { ...check, outcome, is_well, checked_at: is_well ? check.checked_at : now(ctx) } : check,
  )
}

/** How the site does: the results of its checks, which it runs elsewhere, and what is known without them. */
export async function readHealth(ctx: Pick<Context, 'db' | 'config' | 'clock' | 'mailRoute'>): Promise<Health> {
  const { db, config, clock } = ctx
  const [newest] = config.backups ? listBackups(config) : []
  return judgeHealth(
    {
      checks: await readChecks(ctx),
      failed_jobs: await countFailedJobs(db),
      has_mail: await hasMailServer(ctx),
      backup_at: config.backups ? (newest === undefined ? null : parseBackupTime(newest)) : undefined,
    },
    clock(),
  )
}
