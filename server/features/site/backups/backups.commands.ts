import { makeBackupOnThread } from '../../../backups/thread.ts'
import type { Context } from '../../../context.ts'
import { saveCheckResult } from '../checks/checks.commands.ts'
import type { CheckResult } from '../checks/checks.queries.ts'

/** Makes a backup; the result is stored among the checks and logged. */
export async function makeAndRecordBackup(ctx: Context): Promise<void> {
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
