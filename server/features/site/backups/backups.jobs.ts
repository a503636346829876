import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { copyAgain, makeAndRecordBackup } from './backups.commands.ts'

/** A day, less the possible delay of an hourly run, in milliseconds. */
const BACKUP_INTERVAL_MS = 24 * 3_600_000 - 30 * 60_000

/** Starts a backup when the newest is a day old. Does not wait for it, so that other jobs run. */
function backUp(ctx: Context): Promise<void> {
  const { config, clock } = ctx
  const [newest] = listBackups(config)
  // A name in the future, of a clock that was wrong, puts nothing off.
  const age = newest === undefined ? Infinity : clock().getTime() - Date.parse(parseBackupTime(newest))
  const isDue = age < -BACKUP_INTERVAL_MS || age >= BACKUP_INTERVAL_MS
  if (!config.backups) return Promise.resolve()
  if (isDue) void makeAndRecordBackup(ctx)
  else void copyAgain(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'copy of a backup failed'))
  return Promise.resolve()
}

export const backupJobs = (ctx: Context): JobHandlers<'checks.back_up'> => ({ 'checks.back_up': () => backUp(ctx) })
