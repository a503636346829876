import { sql } from 'kysely'
import type { PrayerUpdate } from '../../../../contract/prayers.ts'
import type { Db } from '../../../db/open.ts'
import { Refusal, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import type { PrayerText } from '../../language/translations/prayer-text.ts'
import { listUpdates, readPrayerRow } from './prayers.queries.ts'
import { type PrayerRow, maySendToServices } from './prayers.rules.ts'

const columns = ['id', 'prayer_request_id', 'content', 'status', 'publication', 'created_at'] as const

/** An update of a request that the viewer can read. Those that are not public are there for the author alone. */
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

/** The request that an update belongs to, for calls that name the update alone. Who may read it is yet to be asked. */
export async function findPrayerOfUpdate(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('prayer_updates')
    .select('prayer_request_id')
    .where('id', '=', id)
    .where('publication', '=', sql.lit('published'))
    .executeTakeFirst()
  return ensureFound(row, 'updates.not_found').prayer_request_id
}

/** The words that the viewer may read, or a refusal as for what is not there. */
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
    // Whoever may not read the request meets the answer for an update that is not there.
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
    // Those that wait are not given by `findPrayerOfUpdate`.
    may_send: maySendToServices(prayer),
  }
}

export async function readUpdate(db: Db, viewer: Viewer, prayer: PrayerRow, id: string): Promise<PrayerUpdate> {
  // The author has this one at least, whatever the row in hand counts.
  const updates = await listUpdates(db, viewer, { ...prayer, update_count: 1 })
  return ensureFound(
    updates.find((update) => update.id === id),
    'updates.not_found',
  )
}
