import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { Language } from '../../../contract/fields.ts'
import type { PrayerStatus, PrayerUpdate } from '../../../contract/prayers.ts'
import { type Context, now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Publication } from '../../db/schema.ts'
import { Refusal, ensureFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { setPrayerStatus, enqueueFollowerNotices } from '../prayers/prayers.changes.ts'
import { listUpdates, readPrayerRow } from '../prayers/prayers.queries.ts'
import { withLiveEvents } from '../prayers/prayers.telling.ts'
import { type PrayerRow, maySendToServices } from '../prayers/prayers.rules.ts'

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

/** What a reader wants translated or read out: the words of a request, or of an update to it. */
export interface PrayerText {
  prayer_request_id: string
  update_id: string | null
  title: string | null
  content: string
  language: Language | null
  may_send: boolean
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

export async function insertUpdate(
  ctx: Context,
  author: Viewer,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  { content, status, is_held }: { content: string; status: PrayerStatus | null; is_held: boolean },
): Promise<string> {
  // Random, as the ids of requests are: the time in another kind would tell the minute of an anonymous one.
  const id = uuidv4()
  const at = now(ctx)
  await ctx.db
    .insertInto('prayer_updates')
    .values({
      id,
      prayer_request_id: prayer.id,
      author_id: author.id,
      content,
      status,
      language: ctx.classifier().detectLanguage(content),
      publication: 'held',
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (!is_held) await publishUpdate(ctx, prayer, { id, status })
  return id
}

/** Shows an update that waited, or is new: what it says of the request counts from now on, and those who follow are told. */
export async function publishUpdate(
  ctx: Context,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  { id, status }: { id: string; status: PrayerStatus | null },
): Promise<void> {
  await setUpdatePublication(ctx, id, 'published')
  if (status !== null) await setPrayerStatus(ctx, prayer, status)
  else await reopenArchived(ctx, prayer)
  await ctx.db
    .updateTable('prayers')
    .set({ last_activity_at: now(ctx) })
    .where('id', '=', prayer.id)
    .execute()
  await enqueueFollowerNotices(ctx, { prayer_request_id: prayer.id, update_id: id, status })
}

/** News of a request that was archived show that it goes on. */
async function reopenArchived(ctx: Context, prayer: Parameters<typeof setPrayerStatus>[1]): Promise<void> {
  const { status } = await ctx.db
    .selectFrom('prayers')
    .select('status')
    .where('id', '=', prayer.id)
    .executeTakeFirstOrThrow()
  if (status === 'archived') await setPrayerStatus(ctx, prayer, 'open')
}

/** Shows, hides or deletes an update, and keeps the number of its request's updates right. */
export async function setUpdatePublication(ctx: Context, id: string, publication: Publication): Promise<void> {
  const { prayer_request_id } = await ctx.db
    .selectFrom('prayer_updates')
    .select('prayer_request_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await withLiveEvents(ctx, prayer_request_id, () => writePublication(ctx, id, publication))
}

async function writePublication(ctx: Context, id: string, publication: Publication): Promise<void> {
  const shown = publication === 'published'
  const changed = await ctx.db
    .updateTable('prayer_updates')
    .set({ publication })
    .where('id', '=', id)
    .where('publication', shown ? '!=' : '=', sql.lit('published'))
    .returning('prayer_request_id')
    .executeTakeFirst()
  if (changed) {
    await ctx.db
      .updateTable('prayers')
      .set({ update_count: sql`update_count + ${sql.lit(shown ? 1 : -1)}` })
      .where('id', '=', changed.prayer_request_id)
      .execute()
  } else if (!shown) {
    await ctx.db.updateTable('prayer_updates').set({ publication }).where('id', '=', id).execute()
  }
}

/** Takes an update away. What it said of the request is undone when nothing newer said anything. */
export async function deleteUpdate(
  ctx: Context,
  prayer: PrayerRow,
  update: { id: string; status: PrayerStatus | null },
): Promise<void> {
  const statusUpdates = await ctx.db
    .selectFrom('prayer_updates')
    .select(['id', 'status'])
    .where('prayer_request_id', '=', prayer.id)
    .where('publication', '=', sql.lit('published'))
    .where('status', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(2)
    .execute()
  await setUpdatePublication(ctx, update.id, 'deleted')
  const [newest, before] = statusUpdates
  if (newest?.id === update.id && newest.status === prayer.status) {
    await setPrayerStatus(ctx, { ...prayer, answered_at: null }, before?.status ?? 'open')
  }
}
