import { type Context, now } from '../../../context.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'

/** Makes the link of a person's calendar anew: the one before is dead. Resolves to its secret, which is kept as a hash alone. */
export async function makeFeed(ctx: Context, user_id: string): Promise<{ secret: string; created_at: string }> {
  const secret = newSecret()
  const created_at = now(ctx)
  const written = { secret_hash: hashSecret(secret), created_at }
  await ctx.db
    .insertInto('calendar_feeds')
    .values({ user_id, ...written })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(written))
    .execute()
  return { secret, created_at }
}

export async function withdrawFeed({ db }: Context, user_id: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', user_id).execute()
}
