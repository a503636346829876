import type { Device } from '../../../../contract/devices.ts'
import type { Context } from '../../../context.ts'
import { MAX_SESSION_AGE_MS, type Viewer, idleTimeoutMs } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'

/** The viewer's active sessions, most recently used first. */
export async function listDevices(ctx: Context, viewer: Viewer): Promise<Device[]> {
  const limits = viewer.role === 'admin' ? 'admin' : 'default'
  const since = (ms: number): string => new Date(ctx.clock().getTime() - ms).toISOString()
  const idle = idleTimeoutMs(viewer.role, await readSetting(ctx, 'session_days'))
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', since(idle))
    .where('created_at', '>', since(MAX_SESSION_AGE_MS[limits]))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, is_current: row.id === viewer.session_id }))
}
