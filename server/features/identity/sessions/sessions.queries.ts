import type { Context } from '../../../context.ts'
import { hasRow } from '../../../db/open.ts'

/** True if a stored session of the account was opened from this IP address. */
export const isKnownAddress = (ctx: Context, user_id: string, address: string): Promise<boolean> =>
  ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('address_hash', '=', ctx.secrets.hashAddress(address))
    .limit(1)
    .$call(hasRow)

/** So many members of one address share it: a household has fewer. */
const SHARED_BY = 5
/** Sessions younger than this do not count, so that nobody makes an address a shared one while they guess. */
const SHARED_SINCE_MS = 24 * 3_600_000

/** True if several members signed in from this IP address before today. */
export async function isSharedAddress(ctx: Context, address: string): Promise<boolean> {
  const members = await ctx.db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where('address_hash', '=', ctx.secrets.hashAddress(address))
    .where('created_at', '<', new Date(ctx.clock().getTime() - SHARED_SINCE_MS).toISOString())
    .limit(SHARED_BY)
    .execute()
  return members.length === SHARED_BY
}
