import { recordAudit } from '../../../audit/audit.ts'
import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import { copyNewestOnThread, isMakingBackup, makeBackupOnThread } from '../../../backups/thread.ts'
import type { Context } from '../../../context.ts'
import { BACKUP_PLACE_SETTING, readBackupSettings } from '../../../settings/backup-place.ts'
import { removeSetting, storeSetting } from '../../../settings/stored.ts'
import { saveCheckResult } from '../checks/checks.commands.ts'
import { resultOfCopy } from '../checks/checks.rules.ts'
import { type CheckResult, listChecks } from '../checks/checks.queries.ts'

/** Makes a backup; the result is stored among the checks and logged. */
export async function makeAndRecordBackup(ctx: Context): Promise<void> {
  const start = performance.now()
  const keep = (result: CheckResult): Promise<unknown> =>
    ctx.transaction((write) => saveCheckResult(write, 'backup', result, Math.round(performance.now() - start)))
  try {
    const { bytes, rows, copy } = await makeBackupOnThread(await readBackupSettings(ctx))
    ctx.log.info({ bytes, rows }, 'backup made')
    await keep({ outcome: 'backed_up', is_well: true, detail: { size: bytes } })
    await ctx.transaction((write) => saveCheckResult(write, 'backup_copy', resultOfCopy(copy), 0))
  } catch (error) {
    ctx.log.error({ err: error }, 'backup failed')
    await keep({ outcome: 'failed', is_well: false }).catch(() => {})
  }
}

/** Copies the newest backup where that was not done: the drive may be plugged in by now, or a command made the backup. */
export async function copyAgain(ctx: Context): Promise<void> {
  const last = (await listChecks(ctx.db)).find(({ name }) => name === 'backup_copy')
  const settings = await readBackupSettings(ctx)
  const [newest] = listBackups(settings)
  if (settings.second_place === undefined || newest === undefined || isMakingBackup(settings)) return
  if (last?.outcome === 'copied' && (last.checked_at ?? '') >= parseBackupTime(newest)) return
  const copy = await copyNewestOnThread(settings)
  await ctx.transaction((write) => saveCheckResult(write, 'backup_copy', resultOfCopy(copy), 0))
}

/** Keeps the second place of backups; null: there is none any more. */
export async function keepBackupPlace(ctx: Context, actor_id: string, folder: string | null): Promise<void> {
  if (folder === null) await removeSetting(ctx, BACKUP_PLACE_SETTING)
  else await storeSetting(ctx, actor_id, BACKUP_PLACE_SETTING, { folder })
  if (folder === null) await saveCheckResult(ctx, 'backup_copy', resultOfCopy('only_here'), 0)
  await recordAudit(ctx, actor_id, {
    action: folder === null ? 'backups.remove_place' : 'backups.set_place',
    target_type: 'backup',
    target_id: 'place',
    ...(folder !== null && { detail: { to: folder } }),
  })
}
