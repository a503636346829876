import type { Device } from '../../../../contract/devices.ts'
import { type Context, now } from '../../../context.ts'
import { originBinding } from '../../../http/origins.ts'
import { MAX_SESSION_AGE_MS, type Viewer, idleTimeoutMs } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'

/** The viewer's active sessions, most recently used first. */
export async function listDevices(ctx: Context, viewer: Viewer): Promise<Device[]> {
  const limits = viewer.role === 'admin' ? 'admin' : 'default'
  const since = (ms: number): string => new Date(ctx.clock().getTime() - ms).toISOString()
  const idle = idleTimeoutMs(viewer.role, await readSetting(ctx, 'session_days'))
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'device', 'binding_hash', 'created_at', 'last_seen_at'])
    .where('user_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', since(idle))
    .where('created_at', '>', since(MAX_SESSION_AGE_MS[limits]))
    .where('expires_at', '>', now(ctx))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  const origins = new Map(ctx.config.cors_origins.map((origin) => [originBinding(origin), origin]))
  return rows.map(({ binding_hash, ...row }) => ({
    ...row,
    origin: origins.get(binding_hash ?? '') ?? null,
    is_current: row.id === viewer.session_id,
  }))
}
