import { sql } from 'kysely'
import type { PushDevice } from '../../../../contract/push-devices.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'

/**
 * Devices to which messages may go: the session in which they were switched on was not ended, and the account is active. The only
 * way to them, so that whoever signs out somewhere, or is banned, gets nothing from that moment on.
 */
export const selectPushDevices = (db: Db) =>
  db
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('users.status', '=', sql.lit('active'))

/** The devices of the viewer, in the order in which they were added. */
export async function listPushDevices(db: Db, viewer: Viewer): Promise<PushDevice[]> {
  const rows = await selectPushDevices(db)
    .where('push_devices.user_id', '=', viewer.id)
    .select(['push_devices.id', 'push_devices.session_id', 'push_devices.created_at', 'is_discreet', 'failed_at'])
    .select('sessions.device')
    .orderBy('push_devices.created_at')
    .orderBy('push_devices.id')
    .execute()
  return rows.map(({ session_id, failed_at, ...row }) => ({
    ...row,
    is_current: session_id === viewer.session_id,
    is_failing: failed_at !== null,
  }))
}

/** Returns the devices to which messages to the people go now. */
export async function readPushTargets(db: Db, people: string[]) {
  if (people.length === 0) return []
  return await selectPushDevices(db)
    .leftJoin('preferences', 'preferences.user_id', 'push_devices.user_id')
    .where('push_devices.user_id', 'in', people)
    .select(['push_devices.id', 'push_devices.user_id', 'endpoint', 'p256dh', 'auth'])
    .select(['push_devices.is_discreet', 'preferences.is_discreet as hides_site'])
    .execute()
}
