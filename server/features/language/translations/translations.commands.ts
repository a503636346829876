import type { Language } from '../../../../contract/fields.ts'
import { type Context, now } from '../../../context.ts'
import { lockRows, withoutReader } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import type { PrayerText, ReadPrayerText } from './prayer-text.ts'
import { hashText } from './translations.queries.ts'

/** Time after which a text is translated again, in milliseconds: services improve. */
const TRANSLATION_TTL_MS = 30 * 24 * 3_600_000

/** Stores a translation, unless the text was changed or hidden while the service was called. */
export async function saveTranslation(
  root: Context,
  viewer: Viewer | null,
  { text, readPrayerText }: { text: PrayerText; readPrayerText: ReadPrayerText },
  translation: { text_hash: string; service: string; target: Language; title: string | null; content: string },
): Promise<void> {
  const { prayer_request_id, update_id } = text
  await root.transaction(async (ctx) => {
    // Locks the text between this read and the insertion.
    await lockRows(
      ctx.db.selectFrom('prayers').$call(withoutReader).select('id').where('id', '=', prayer_request_id),
      ctx.database,
    ).execute()
    if (update_id !== null)
      await lockRows(
        ctx.db.selectFrom('prayer_updates').select('id').where('id', '=', update_id),
        ctx.database,
      ).execute()
    const target = update_id === null ? { prayer_request_id } : { update_id }
    const current = await readPrayerText(ctx.db, viewer, target).catch(() => null)
    if (!current?.may_send || hashText(current, translation.service) !== translation.text_hash) return
    const { service: _, ...row } = translation
    await ctx.db
      .insertInto('translations')
      .values({ ...row, prayer_request_id, update_id, created_at: now(ctx) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function purgeOldTranslations(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - TRANSLATION_TTL_MS).toISOString()
  await ctx.db.deleteFrom('translations').where('created_at', '<', before).execute()
}
