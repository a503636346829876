import { v7 as uuidv7 } from 'uuid'
import { type Context, now } from '../../../context.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'
import type { NewInvitation } from './invitations.queries.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** Stores an invitation and returns the seed of its secret. Only the hash of the secret is stored. */
export async function insertInvitation(
  ctx: Context,
  { days, ...invitation }: NewInvitation,
): Promise<{ id: string; seed: string }> {
  const id = uuidv7()
  const seed = newSecret()
  await ctx.db
    .insertInto('invitations')
    .values({
      id,
      secret_hash: hashSecret(ctx.secrets.deriveLinkSecret(seed)),
      ...invitation,
      created_at: now(ctx),
      expires_at: new Date(ctx.clock().getTime() + days * DAY_MS).toISOString(),
    })
    .execute()
  return { id, seed }
}

/** Revokes an invitation. Returns false when there is none. */
export async function revokeInvitation(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('invitations')
    .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(now(ctx))) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a use, in one statement, so that only one user gets the last one. Returns false when none is left. */
export async function redeemInvitation(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('invitations')
    .set((row) => ({ uses: row('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
