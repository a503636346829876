import { type SqlBool, sql } from 'kysely'
import type { Line, LinePhrase } from '../../../../contract/prayer-lines.ts'
import { linePhrases } from '../../../../contract/prayer-lines.values.ts'
import type { Context } from '../../../context.ts'
import { type Db, hasRow } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { PRAY_DIGEST_DELAY_MS, isOwnOf, shownAuthor, truncateToHour, visibleTo } from './prayers.rules.ts'

/** The phrase that is stored, unless this version does not know it. */
export const phraseOf = (stored: string | null): LinePhrase | null =>
  linePhrases.find((phrase) => phrase === stored) ?? null

/** True when this person left a line under the request, also one that its author or moderators put away. */
export const hasLeftLine = (db: Db, author_id: string, line_of: string): Promise<boolean> =>
  db.selectFrom('prayers').select('id').where('line_of', '=', line_of).where(isOwnOf(author_id)).$call(hasRow)

type ReadContext = Pick<Context, 'db' | 'clock'>

/**
 * The lines under a request that this person reads: its author those that were left for them, a while after they were written,
 * others their own.
 */
function selectLines({ db, clock }: ReadContext, viewer: Viewer, prayer_request_id: string) {
  const until = new Date(clock().getTime() - PRAY_DIGEST_DELAY_MS).toISOString()
  return db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .where('prayers.line_of', '=', prayer_request_id)
    .where(visibleTo(viewer, { lines: true }))
    .where((query) => query.or([query('prayers.author_id', '=', viewer.id), query('prayers.created_at', '<=', until)]))
    .select(['prayers.id', 'prayers.content', 'prayers.phrase', 'prayers.author_id', 'prayers.is_anonymous'])
    .select(['prayers.publication', 'prayers.created_at', 'prayers.listed_at', 'author.display_name as author_name'])
}

type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number]

function toLine(viewer: Viewer, row: LineRow): Line {
  const { id, content, author_id, author_name, is_anonymous, created_at } = row
  const is_mine = author_id === viewer.id
  return {
    id,
    content,
    phrase: phraseOf(row.phrase),
    author: shownAuthor({ author_id, author_name, is_anonymous }),
    is_mine,
    is_held: row.publication !== 'published',
    created_at: is_mine ? created_at : truncateToHour(created_at),
  }
}

export type LinesCursor = [listed_at: string, id: string]

/** A page of these lines, newest first. */
export async function listLines(
  ctx: ReadContext,
  viewer: Viewer,
  prayer_request_id: string,
  { after, pageSize }: { after: LinesCursor | undefined; pageSize: number },
): Promise<{ items: Line[]; next: LinesCursor | undefined }> {
  let query = selectLines(ctx, viewer, prayer_request_id)
    .orderBy('prayers.listed_at', 'desc')
    // Ids are random: their order tells nothing of who was first within the hour.
    .orderBy('prayers.id')
    .limit(pageSize + 1)
  if (after)
    query = query.where(
      sql<SqlBool>`(prayers.listed_at < ${after[0]} or (prayers.listed_at = ${after[0]} and prayers.id > ${after[1]}))`,
    )
  const rows = await query.execute()
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => toLine(viewer, row)),
    next: rows.length > pageSize && last ? [last.listed_at, last.id] : undefined,
  }
}

/** One of these lines, or undefined. */
export async function findLine(
  ctx: ReadContext,
  viewer: Viewer,
  prayer_request_id: string,
  id: string,
): Promise<Line | undefined> {
  const row = await selectLines(ctx, viewer, prayer_request_id).where('prayers.id', '=', id).executeTakeFirst()
  return row && toLine(viewer, row)
}
