import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../context.ts'
import { now } from '../context.ts'

export interface NewAuditEntry {
  /** `<feature>.<verb>`, as endpoints are named. */
  action: string
  target_type: string
  target_id: string
  reason?: string | undefined
  /** What changed. Never the words of a request. */
  detail?: Record<string, unknown>
}

/**
 * Writes an act of staff down, in the transaction of the act itself: there is no act without its line. Without an actor
 * when it was done at the machine.
 */
export async function recordAudit(
  ctx: Context,
  actor_id: string | null,
  { reason, detail = {}, ...act }: NewAuditEntry,
): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      id: uuidv7(),
      actor_id,
      ...act,
      reason: reason ?? null,
      detail: JSON.stringify(detail),
      created_at: now(ctx),
    })
    .execute()
}

/** Writes down what concerns the safety of one person's account; it goes with the account. */
export async function recordSecurityEvent(
  ctx: Context,
  user_id: string,
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.db
    .insertInto('security_events')
    .values({ id: uuidv7(), user_id, kind, detail: JSON.stringify(detail), created_at: now(ctx) })
    .execute()
}
