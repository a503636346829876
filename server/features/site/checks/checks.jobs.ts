import type { Context } from '../../../context.ts'
import type { JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { listBackups, parseBackupTime } from '../../../backups/make.ts'
import { makeBackupOnThread } from '../../../backups/thread.ts'
import type { CheckResult } from './checks.queries.ts'
import { saveCheckResult } from './checks.commands.ts'

/** A day, less the possible delay of an hourly run, in milliseconds. */
const BACKUP_INTERVAL_MS = 24 * 3_600_000 - 30 * 60_000

async function makeAndRecordBackup(ctx: Context): Promise<void> {
  const start = performance.now()
  const keep = (result: CheckResult): Promise<unknown> =>
    ctx.transaction((write) => saveCheckResult(write, 'backup', result, Math.round(performance.now() - start)))
  try {
    const { bytes, rows } = await makeBackupOnThread(ctx.config)
    ctx.log.info({ bytes, rows }, 'backup made')
    await keep({ outcome: 'backed_up', is_well: true, detail: { size: bytes } })
  } catch (error) {
    ctx.log.error({ err: error }, 'backup failed')
    await keep({ outcome: 'failed', is_well: false }).catch(() => {})
  }
}

/**
 * Starts a backup when the newest is a day old. Does not wait for it, so that other jobs run. The result is stored
 * among the checks and logged.
 */
const backUp =
  (ctx: Context): JobHandler<'checks.back_up'> =>
  () => {
    const { config, clock } = ctx
    const [newest] = listBackups(config)
    // A name in the future, of a clock that was wrong, puts nothing off.
    const age = newest === undefined ? Infinity : clock().getTime() - Date.parse(parseBackupTime(newest))
    const isDue = age < -BACKUP_INTERVAL_MS || age >= BACKUP_INTERVAL_MS
    if (!config.backups || !isDue) return Promise.resolve()
    void makeAndRecordBackup(ctx)
    return Promise.resolve()
  }

export const checkJobs = (ctx: Context): JobHandlers<'checks.answer' | 'checks.back_up'> => ({
  /** Nothing but a turn of the worker: that it was done is what the check waits for. */
  'checks.answer': () => Promise.resolve(),
  'checks.back_up': backUp(ctx),
})
