import { type Context, now } from '../context.ts'
import { dropSettings, noteSettingsWriter } from '../db/settings-cache.ts'

/** Tells this transaction at once, and every process from the commit on. */
function noteChange(ctx: Context): void {
  noteSettingsWriter(ctx.db)
  ctx.afterCommit(() => dropSettings(ctx.db))
}

/** Stores a value under a key, as JSON. `actor_id`: who set it; null is the site itself. Returns when, as ISO 8601. */
export async function storeSetting(
  ctx: Context,
  actor_id: string | null,
  key: string,
  value: unknown,
): Promise<string> {
  const row = { value: JSON.stringify(value), updated_at: now(ctx), updated_by: actor_id }
  await ctx.db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  noteChange(ctx)
  return row.updated_at
}

/** Removes the value of a key. Returns whether there was one. */
export async function removeSetting(ctx: Context, key: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('settings').where('key', '=', key).executeTakeFirst()
  noteChange(ctx)
  return numDeletedRows > 0n
}
