import type { Check } from '../../../../contract/checks.ts'
import type { Health } from '../../../../contract/desk.ts'
import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import { readAlarmReach } from '../../care/alarms/alarms.queries.ts'
import { faultOfAddress } from '../../../../contract/site-address.values.ts'
import { listChecks, neverChecked } from '../checks/checks.queries.ts'
import { waitingMailSince } from '../mail-server/mail-server.queries.ts'
import { countFailedJobs } from '../stats/stats.queries.ts'
import { judgeHealth } from './health.rules.ts'

/**
 * The last result of each check, and what is known now without one: whether an alarm reaches somebody, which changes with people,
 * and whether the address alone keeps others from opening the site.
 */
async function readChecks(ctx: Pick<Context, 'db' | 'config' | 'clock' | 'mailRoute'>): Promise<Check[]> {
  const { public_url } = ctx.config
  const known = { alarm: await readAlarmReach(ctx), address: faultOfAddress(public_url) }
  const checks = await listChecks(ctx.db)
  return checks.map((check) => {
    // The result of a check at another address says nothing.
    if (check.name === 'address' && check.detail['address'] !== public_url) check = neverChecked('address')
    const outcome = check.name === 'alarm' || check.name === 'address' ? known[check.name] : null
    if (outcome === null) return check
    const is_well = outcome === 'reachable'
    return { ...check, outcome, is_well, checked_at: is_well ? check.checked_at : now(ctx) }
  })
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
      mail_waits_since: await waitingMailSince(db),
      backup_at: config.backups ? (newest === undefined ? null : parseBackupTime(newest)) : undefined,
    },
    clock(),
  )
}
