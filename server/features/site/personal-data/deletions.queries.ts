import { type Context, now } from '../../../context.ts'

/** Ids of the users whose grace period has ended. */
export async function listDueDeletions(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('deletes_at', '<=', now(ctx))
    .where('status', '=', 'deleting')
    .orderBy('deletes_at')
    .execute()
  return rows.map(({ id }) => id)
}
