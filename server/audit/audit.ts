import { v7 as uuidv7 } from 'uuid'
import type { AuditAction } from '../../contract/audit.values.ts'
import { DAY_MS } from '../../contract/time.values.ts'
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

/** As long as a session is kept at most, from when it began. Milliseconds. */
const EVENT_RETENTION_MS = 180 * DAY_MS
/** Maximum number of events per transaction, so that others can write in between. */
const PAGE = 500

/**
 * Deletes a page of the security events that are over. Their ids begin with the time, so that the oldest are found without an index of
 * their own. Returns true when there are more.
 */
export async function purgeSecurityEvents({ db, clock }: Context): Promise<boolean> {
  const before = new Date(clock().getTime() - EVENT_RETENTION_MS).toISOString()
  const oldest = db.selectFrom('security_events').select(['id', 'created_at']).orderBy('id').limit(PAGE)
  const { numDeletedRows } = await db
    .deleteFrom('security_events')
    .where('id', 'in', db.selectFrom(oldest.as('oldest')).select('oldest.id').where('oldest.created_at', '<', before))
    .executeTakeFirst()
  return Number(numDeletedRows) === PAGE
}
