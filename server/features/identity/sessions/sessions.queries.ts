import type { Context } from '../../../context.ts'

export interface OpenedSession {
  token: string
}

/** True if a stored session of the account was opened from this IP address. */
export async function isKnownAddress(ctx: Context, user_id: string, address: string): Promise<boolean> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('address_hash', '=', ctx.secrets.hashAddress(address))
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
