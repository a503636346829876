import { recordSecurityEvent } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'
import { readFeed } from './calendar-feeds.queries.ts'

/** Makes the link of a person's calendar anew: the one before is dead. Resolves to its secret, which is kept as a hash alone. */
export async function makeFeed(ctx: Context, user_id: string): Promise<{ secret: string; created_at: string }> {
  const secret = newSecret()
  const before = await readFeed(ctx.db, user_id)
  const created_at = now(ctx)
  const written = { secret_hash: hashSecret(secret), created_at }
  await ctx.db
    .insertInto('calendar_feeds')
    .values({ user_id, ...written })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(written))
    .execute()
  await recordSecurityEvent(
    ctx,
    user_id,
    before.created_at === null ? 'calendar_link_made' : 'calendar_link_renewed',
    {},
  )
  return { secret, created_at }
}
