import type { Check, CheckName } from '../../../../contract/checks.ts'
import { type Context, now } from '../../../context.ts'
import type { CheckResult } from './checks.queries.ts'

/** Stores a result. A failure keeps the time of the last success. */
export async function saveCheckResult(ctx: Context, name: CheckName, result: CheckResult, ms: number): Promise<Check> {
  const { outcome, is_well, detail = {} } = result
  const checked_at = now(ctx)
  const row = { outcome, is_well, detail: JSON.stringify(detail), ms, checked_at }
  const { succeeded_at } = await ctx.db
    .insertInto('checks')
    .values({ name, ...row, succeeded_at: is_well ? checked_at : null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ ...row, ...(is_well && { succeeded_at: checked_at }) }),
    )
    .returning('succeeded_at')
    .executeTakeFirstOrThrow()
  return { name, outcome, is_well, detail, ms, checked_at, succeeded_at }
}
