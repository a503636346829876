import { v7 as uuidv7 } from 'uuid'
import { MAX_PUSH_DEVICES } from '../../../../contract/push-devices.values.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { arePushKeys } from '../../../outgoing/push-encryption.ts'
import type { Pushed } from '../../../outgoing/push-service.ts'
import { selectPushDevices } from './push-devices.queries.ts'

/** A device whose browser has not been here for so long gets no more messages. Milliseconds. */
const MAX_ABSENCE_MS = 90 * 24 * 3_600_000

/** Adds the browser of the viewer's session, or renews it. Returns its id. */
export async function addPushDevice(
  ctx: Context,
  viewer: Viewer,
  { endpoint, keys, is_discreet }: ParsedInput<'push_devices.add'>,
): Promise<string> {
  const { db } = ctx
  check(ctx.push.takes(endpoint) && arePushKeys(keys), 'push_devices.bad_address')
  // A browser has one address. Whoever used it before on this machine gets nothing there any more, nor at an older address.
  const replaced = await db
    .deleteFrom('push_devices')
    .where((device) =>
      device.or([
        device.and([device('endpoint', '=', endpoint), device('user_id', '!=', viewer.id)]),
        device.and([device('session_id', '=', viewer.session_id), device('endpoint', '!=', endpoint)]),
      ]),
    )
    .returning(['user_id', 'is_discreet'])
    .execute()
  const was_discreet = replaced.some((one) => one.user_id === viewer.id && one.is_discreet)
  const others = await selectPushDevices(db)
    .where('push_devices.user_id', '=', viewer.id)
    .where('endpoint', '!=', endpoint)
    .select('push_devices.id')
    .execute()
  check(others.length < MAX_PUSH_DEVICES, 'push_devices.too_many')
  const at = now(ctx)
  const row = {
    session_id: viewer.session_id,
    ...keys,
    ...(is_discreet !== undefined && { is_discreet }),
    seen_at: at,
    failed_at: null,
    failure: null,
  }
  const { id } = await db
    .insertInto('push_devices')
    .values({ id: uuidv7(), user_id: viewer.id, endpoint, created_at: at, is_discreet: was_discreet, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false when the viewer has no such device. */
export const removePushDevice = ({ db }: Context, viewer: Viewer, id: string): Promise<boolean> =>
  db.deleteFrom('push_devices').where('id', '=', id).where('user_id', '=', viewer.id).$call(hasEffect)

/** Notes what became of a message to a device. One that takes none any more is removed. */
export async function recordPushed(ctx: Pick<Context, 'db' | 'clock'>, id: string, pushed: Pushed): Promise<void> {
  const at = now(ctx)
  if (pushed.outcome === 'gone') {
    await ctx.db.deleteFrom('push_devices').where('id', '=', id).execute()
    return
  }
  await ctx.db
    .updateTable('push_devices')
    .set(
      pushed.outcome === 'accepted'
        ? { sent_at: at, failed_at: null, failure: null }
        : { failed_at: at, failure: String(pushed.status) },
    )
    .where('id', '=', id)
    .execute()
}

/** Removes devices whose session was ended, whose account is not active, and whose browser has long not been here. */
export async function purgePushDevices(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const { db } = ctx
  await db.deleteFrom('push_devices').where('id', 'not in', selectPushDevices(db).select('push_devices.id')).execute()
  const before = new Date(ctx.clock().getTime() - MAX_ABSENCE_MS).toISOString()
  await db.deleteFrom('push_devices').where('seen_at', '<', before).execute()
}
