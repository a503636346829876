import { sql } from 'kysely'
import type { Line, LinePhrase } from '../../../../contract/prayer-lines.ts'
import { linePhrases } from '../../../../contract/prayer-lines.values.ts'
import type { Context } from '../../../context.ts'
import { type Db, hasRow } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { PRAY_DIGEST_DELAY_MS, isOwnOf, shownAuthor, truncateToHour, visibleTo } from './prayers.rules.ts'

/** More than any author reads at once. */
const MAX_LINES = 200

/** The phrase that is stored, unless this version does not know it. */
export const phraseOf = (stored: string | null): LinePhrase | null =>
  linePhrases.find((phrase) => phrase === stored) ?? null

/** True when this person left a line under the request, also one that its author or moderators put away. */
export const hasLeftLine = (db: Db, author_id: string, line_of: string): Promise<boolean> =>
  db.selectFrom('prayers').select('id').where('line_of', '=', line_of).where(isOwnOf(author_id)).$call(hasRow)

/**
 * The lines under a request that this person reads: its author those that were left for them, a while after they were written,
 * others their own. Newest first.
 */
export async function listLines(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  viewer: Viewer,
  prayer_request_id: string,
): Promise<Line[]> {
  const until = new Date(clock().getTime() - PRAY_DIGEST_DELAY_MS).toISOString()
  const rows = await db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .where('prayers.line_of', '=', prayer_request_id)
    .where(visibleTo(viewer, { lines: true }))
    .where((query) => query.or([query('prayers.author_id', '=', viewer.id), query('prayers.created_at', '<=', until)]))
    .select(['prayers.id', 'prayers.content', 'prayers.phrase', 'prayers.author_id', 'prayers.is_anonymous'])
    .select(['prayers.publication', 'prayers.created_at', 'author.display_name as author_name'])
    .orderBy('prayers.listed_at', 'desc')
    // Ids are random: their order tells nothing of who was first within the hour.
    .orderBy('prayers.id')
    .limit(sql.lit(MAX_LINES))
    .execute()
  return rows.map(({ author_id, author_name, is_anonymous, publication, created_at, phrase, ...row }) => {
    const is_mine = author_id === viewer.id
    return {
      ...row,
      phrase: phraseOf(phrase),
      author: shownAuthor({ author_id, author_name, is_anonymous }),
      is_mine,
      is_held: publication !== 'published',
      created_at: is_mine ? created_at : truncateToHour(created_at),
    }
  })
}
