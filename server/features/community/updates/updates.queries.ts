import type { PrayerUpdate } from '../../../../contract/prayers.ts'
import type { Db } from '../../../db/open.ts'
import { Refusal, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import type { PrayerText } from '../../language/translations/prayer-text.ts'
import { listUpdates, readPrayerRow, findPrayerOfUpdate } from '../prayers/prayers.queries.ts'
import { type PrayerRow, maySendToServices } from '../prayers/prayers.rules.ts'

const columns = ['id', 'prayer_request_id', 'content', 'status', 'publication', 'created_at', 'updated_at'] as const

/** An update of a request that the viewer can read. Only the author reads unpublished ones. */
export async function readUpdateRow(db: Db, viewer: Viewer, prayer: PrayerRow, id: string) {
  const row = await db
    .selectFrom('prayer_updates')
    .select(columns)
    .where('id', '=', id)
    .where('prayer_request_id', '=', prayer.id)
    .where('publication', 'in', prayer.author_id === viewer.id ? ['published', 'held', 'hidden'] : ['published'])
    .executeTakeFirst()
  return ensureFound(row, 'updates.not_found')
}

/** The text that the viewer may read, or the same refusal as for a missing one. */
export async function readPrayerText(
  db: Db,
  viewer: Viewer | null,
  { prayer_request_id, update_id }: { prayer_request_id?: string | undefined; update_id?: string | undefined },
): Promise<PrayerText> {
  if (update_id === undefined) {
    const prayer = await readPrayerRow(db, viewer, prayer_request_id ?? '')
    const { id, title, content, language } = prayer
    return { prayer_request_id: id, update_id: null, title, content, language, may_send: maySendToServices(prayer) }
  }
  const prayer = await readPrayerRow(db, viewer, await findPrayerOfUpdate(db, update_id)).catch((error: unknown) => {
    // Viewers who may not read the request get the same answer as for a missing update.
    throw error instanceof Refusal ? new Refusal('updates.not_found') : error
  })
  const { content, language } = await db
    .selectFrom('prayer_updates')
    .select(['content', 'language'])
    .where('id', '=', update_id)
    .executeTakeFirstOrThrow()
  return {
    prayer_request_id: prayer.id,
    update_id,
    title: null,
    content,
    language,
    // `findPrayerOfUpdate` does not return held updates.
    may_send: maySendToServices(prayer),
  }
}

export async function readUpdate(db: Db, viewer: Viewer, prayer: PrayerRow, id: string): Promise<PrayerUpdate> {
  // At least one, because the author also sees this update if it is not counted.
  const updates = await listUpdates(db, viewer, { ...prayer, update_count: 1 })
  return ensureFound(
    updates.find((update) => update.id === id),
    'updates.not_found',
  )
}
