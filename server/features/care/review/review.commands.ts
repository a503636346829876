import { type SqlBool, sql } from 'kysely'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { ALARM_STEPS_MS } from './review.rules.ts'

/** Records the decision not to publish a held request. */
export const markKeptHeld = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ kept_at: now(ctx) })
    .where('id', '=', id)
    .execute()

/** The key of the job of a step of an alarm. `case_id`: the request, or the drill. */
export const stepKey = (case_id: string, step: number): string => `alarms.step ${case_id} ${String(step)}`

/** The jobs of the steps of an alarm that still wait. */
export function selectWaitingSteps(case_id: string) {
  const keys = ALARM_STEPS_MS.map((_, step) => stepKey(case_id, step))
  // The first two conditions are those of the partial index.
  return sql<SqlBool>`unique_key in (${sql.join(keys)}) and status in ('queued', 'running') and status = 'queued'`
}

/** Ends the alarm about a case: somebody has it, or it was decided. */
export async function endAlarm({ db }: Pick<Context, 'db'>, case_id: string): Promise<void> {
  await db.deleteFrom('jobs').where(selectWaitingSteps(case_id)).execute()
}

/** Only the first to acknowledge is stored, and ends the alarm. Returns false when somebody else was first. */
export async function takeOn(ctx: Context, id: string, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('prayers')
    .set({ acknowledged_by: user_id, acknowledged_at: now(ctx) })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endAlarm(ctx, id)
  await recordAudit(ctx, user_id, { action: 'holds.acknowledge', target_type: 'prayer', target_id: id })
  return true
}
