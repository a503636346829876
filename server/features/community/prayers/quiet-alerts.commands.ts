import { sql } from 'kysely'
import { type Context, now } from '../../../context.ts'
import { type Db, hasEffect } from '../../../db/open.ts'
import { isOwnOf } from './prayers.rules.ts'

/**
 * Notes, or takes back, that a new or changed text is perhaps about danger. It tells nobody: the author's page offers help, and
 * the care team finds it among what can wait. `id`: of the request or the update.
 */
export async function setQuietAlert(
  ctx: Context,
  { id, prayer_request_id }: { id: string; prayer_request_id: string },
  is_quiet: boolean,
): Promise<void> {
  if (!is_quiet) {
    await ctx.db.deleteFrom('quiet_alerts').where('text_id', '=', id).execute()
    return
  }
  const found_at = now(ctx)
  await ctx.db
    .insertInto('quiet_alerts')
    .values({ text_id: id, prayer_request_id, found_at })
    .onConflict((conflict) => conflict.column('text_id').doUpdateSet({ found_at, seen_at: null }))
    .execute()
}

/**
 * Marks the texts of a request that others can read as looked at by the care team: an update that waits for a moderator is
 * found when it is shown. Returns false when they were already.
 */
export const markQuietAlertsSeen = (ctx: Context, prayer_request_id: string): Promise<boolean> =>
  ctx.db
    .updateTable('quiet_alerts')
    .set({ seen_at: now(ctx) })
    .where('prayer_request_id', '=', prayer_request_id)
    .where('seen_at', 'is', null)
    .where('text_id', 'not in', (query) =>
      query
        .selectFrom('prayer_updates')
        .select('id')
        .where('prayer_updates.prayer_request_id', '=', prayer_request_id)
        .where('publication', '!=', sql.lit('published')),
    )
    .$call(hasEffect)

/** Forgets what was noted of the requests of an account that is deleted. */
export async function forgetQuietAlertsOf(db: Db, author_id: string): Promise<void> {
  await db
    .deleteFrom('quiet_alerts')
    .where('prayer_request_id', 'in', db.selectFrom('prayers').select('prayers.id').where(isOwnOf(author_id)))
    .execute()
}
