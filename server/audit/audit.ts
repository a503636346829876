import { v7 as uuidv7 } from 'uuid'
import type { AuditAction } from '../../contract/audit.values.ts'
import { type Context, now } from '../context.ts'
import type { Db } from '../db/open.ts'

export interface NewAuditEntry {
  /** `<feature>.<verb>`, like the names of endpoints. */
  action: AuditAction
  target_type: string
  target_id: string
  reason?: string | undefined
  /** The change. Never contains the text of a request. */
  detail?: Record<string, unknown>
}

/**
 * Records a staff action in the transaction of the action itself, so that no action lacks its entry. Has no actor when
 * it was run on the command line.
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

/** Returns when the site was last put back to a backup, and the time of that backup; undefined when it never was. */
export async function readLastRestore(db: Db): Promise<{ restored_at: string; backup: string } | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select(['created_at', 'target_id'])
    .where('action', '=', 'backups.restore')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { restored_at: row.created_at, backup: row.target_id ?? '' }
}

/** Records a security event of one person's account; deleted with the account. */
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
