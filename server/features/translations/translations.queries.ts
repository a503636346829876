import { createHash } from 'node:crypto'
import type { Language } from '../../../contract/fields.ts'
import { type Context, now } from '../../context.ts'
import { locked } from '../../db/open.ts'
import type { Viewer } from '../../http/session.ts'
import { type Words, readWords } from '../updates/updates.queries.ts'

/** A translation is asked for again after so long: services become better. */
const KEEP_MS = 30 * 24 * 3_600_000

/** Of the words and of what they belong to, so that each translation goes with its own request. */
export const hashOf = ({ prayer_request_id, update_id, title, content }: Words, service: string): string =>
  createHash('sha256')
    .update(JSON.stringify([prayer_request_id, update_id, title, content, service]))
    .digest('base64url')

export const keptTranslation = ({ db }: Pick<Context, 'db'>, text_hash: string, target: Language) =>
  db
    .selectFrom('translations')
    .select(['title', 'content'])
    .where('text_hash', '=', text_hash)
    .where('target', '=', target)
    .executeTakeFirst()

/** Keeps a translation, unless the words were changed or closed while the service was asked. */
export async function keepTranslation(
  root: Context,
  viewer: Viewer | null,
  words: Words,
  kept: { text_hash: string; service: string; target: Language; title: string | null; content: string },
): Promise<void> {
  const { prayer_request_id, update_id } = words
  await root.transaction(async (ctx) => {
    // Held, so that nobody changes the words between the look and the insertion.
    await locked(ctx.db.selectFrom('prayers').select('id').where('id', '=', prayer_request_id), ctx.database).execute()
    if (update_id !== null)
      await locked(ctx.db.selectFrom('prayer_updates').select('id').where('id', '=', update_id), ctx.database).execute()
    const target = update_id === null ? { prayer_request_id } : { update_id }
    const current = await readWords(ctx.db, viewer, target).catch(() => null)
    if (!current?.may_leave || hashOf(current, kept.service) !== kept.text_hash) return
    const { service: _, ...row } = kept
    await ctx.db
      .insertInto('translations')
      .values({ ...row, prayer_request_id, update_id, created_at: now(ctx) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function forgetOldTranslations(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - KEEP_MS).toISOString()
  await ctx.db.deleteFrom('translations').where('created_at', '<', before).execute()
}
