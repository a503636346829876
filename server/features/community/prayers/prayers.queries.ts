import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import type { Prayer, PrayerDetail, PrayerUpdate, WrittenPrayer } from '../../../../contract/prayers.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { Role } from '../../../../contract/users.ts'
import { type Places, compiledOnce } from '../../../db/compiled.ts'
import { type Db, prayersWithoutReader, withoutReader } from '../../../db/open.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import {
  type PrayerParts,
  type PrayerRow,
  isActiveMemberOf,
  mayActOnPrayer,
  shownTime,
  noParts,
  isPrayCountVisible,
  ruledColumns,
  sharedColumns,
  toPrayer,
  visibleTo,
} from './prayers.rules.ts'
import { type SqlBool, sql } from 'kysely'

/** Condition that the viewer has prayed for the request, or follows it; never true for a visitor. */
const hasActed = (viewer: Viewer | null, act: 'prayed' | 'follows') =>
  viewer
    ? sql<SqlBool>`exists (select 1 from ${sql.table(act)}
        where ${sql.ref(`${act}.prayer_request_id`)} = prayers.id and ${sql.ref(`${act}.user_id`)} = ${viewer.id})`
    : sql<SqlBool>`false`

/**
 * Selects the requests that the viewer may read, with the columns that `toPrayer` needs. Every read of requests begins
 * here.
 */
export function selectPrayers(
  db: Db,
  viewer: Viewer | null,
  ways: { overseen?: string | undefined; lines?: boolean } = {},
) {
  return db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('groups as circle', 'circle.id', 'prayers.group_id')
    .where(visibleTo(viewer, ways))
    .select([
      ...[...sharedColumns, ...ruledColumns].map((name) => `prayers.${name}` as const),
      'author.display_name as author_name',
      'circle.name as group_name',
    ])
    .select((query) =>
      query
        .selectFrom('preferences')
        .select('preferences.takes_lines')
        .whereRef('preferences.user_id', '=', 'prayers.author_id')
        .as('author_takes_lines'),
    )
    .select([hasActed(viewer, 'prayed').as('has_prayed'), hasActed(viewer, 'follows').as('is_following')])
    .select((query) =>
      viewer
        ? query.or([query('prayers.visibility', '!=', sql.lit('group')), isActiveMemberOf(viewer)]).as('is_in_audience')
        : query.lit(null).as('is_in_audience'),
    )
}

/** A viewer of whom a statement that is compiled once knows no more than the role. */
export function viewerAt(role: Role, id: never): Viewer
export function viewerAt(role: Role | null, id: never): Viewer | null
export function viewerAt(role: Role | null, id: never): Viewer | null {
  return role && { id, role, session_id: '', confirmed_at: '' }
}

type ReactionSummary = Pick<PrayerParts, 'reactions' | 'my_reactions'>

const selectReactionCounts = compiledOnce((db, _shape: null, at: Places<{ ids: string[] }>) =>
  db.selectFrom('reaction_counts').selectAll().where('target_id', 'in', at.ids).where('count', '>', sql.lit(0)),
)

const selectOwnReactions = compiledOnce(
  (db, column: 'prayer_request_id' | 'update_id', at: Places<{ ids: string[]; viewer_id: string }>) =>
    db
      .selectFrom('reactions')
      .select(['id', 'type', `${column} as target_id`])
      .where(column, 'in', at.ids)
      .where('user_id', '=', at.viewer_id),
)

/** The reactions to each target, a request or an update, including the reader's own. */
async function readReactions(
  db: Db,
  viewer: Viewer | null,
  column: 'prayer_request_id' | 'update_id',
  ids: string[],
): Promise<Map<string, ReactionSummary>> {
  const reacted = new Map<string, ReactionSummary>(ids.map((id) => [id, { reactions: {}, my_reactions: {} }]))
  if (ids.length === 0) return reacted
  const [counts, own] = await Promise.all([
    selectReactionCounts(db, null, { ids }),
    viewer ? selectOwnReactions(db, column, { ids, viewer_id: viewer.id }) : [],
  ])
  for (const { target_id, type, count } of counts)
    Object.assign(reacted.get(target_id)?.reactions ?? {}, { [type]: count })
  for (const { target_id, type, id } of own)
    Object.assign(reacted.get(target_id ?? '')?.my_reactions ?? {}, { [type]: id })
  return reacted
}

/**
 * The newest published update of each request; of an answered one the newest that told so. Whoever reads a request reads
 * its published updates.
 */
const selectLatestUpdates = compiledOnce((db, _shape: null, at: Places<{ ids: string[] }>) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('prayer_updates as written')
        .innerJoin('prayers', 'prayers.id', 'written.prayer_request_id')
        .$call(withoutReader)
        .where('written.prayer_request_id', 'in', at.ids)
        .where('written.publication', '=', sql.lit('published'))
        .select([
          'written.prayer_request_id',
          'written.id',
          'written.content',
          'written.status',
          'written.language',
          'written.created_at',
          sql<number>`row_number() over (
            partition by written.prayer_request_id
            order by case when prayers.answered_at is not null and written.status = prayers.status then 0 else 1 end,
              written.created_at desc, written.id
          )`.as('rank'),
        ])
        .as('latest'),
    )
    .where('rank', '=', sql.lit(1))
    .select(['prayer_request_id', 'id', 'content', 'status', 'language', 'created_at']),
)

/** The categories of requests, the main one first. */
export const selectCategories = compiledOnce((db, _shape: null, at: Places<{ ids: string[] }>) =>
  db
    .selectFrom('prayer_categories as link')
    .innerJoin('categories', 'categories.id', 'link.category_id')
    .where('link.prayer_request_id', 'in', at.ids)
    .orderBy('link.position')
    .orderBy('categories.order')
    .select([
      'link.prayer_request_id',
      'categories.id',
      'categories.name',
      'link.is_machine_generated',
      'link.confidence',
    ]),
)

async function readPrayerParts(
  db: Db,
  viewer: Viewer | null,
  rows: Pick<PrayerRow, 'id' | 'update_count'>[],
): Promise<Map<string, PrayerParts>> {
  const ids = rows.map(({ id }) => id)
  const updated = rows.filter(({ update_count }) => update_count > 0).map(({ id }) => id)
  const parts = new Map<string, PrayerParts>(ids.map((id) => [id, noParts()]))
  if (ids.length === 0) return parts
  const [links, reacted, latest] = await Promise.all([
    selectCategories(db, null, { ids }),
    readReactions(db, viewer, 'prayer_request_id', ids),
    updated.length === 0 ? [] : selectLatestUpdates(db, null, { ids: updated }),
  ])
  for (const { prayer_request_id, ...category } of links) parts.get(prayer_request_id)?.categories.push(category)
  for (const [id, own] of reacted) Object.assign(parts.get(id) ?? {}, own)
  for (const { prayer_request_id, ...latest_update } of latest)
    Object.assign(parts.get(prayer_request_id) ?? {}, { latest_update })
  return parts
}

/** True if both the site and the reader's preference show the number of prayers. */
export async function showsPrayCounts(db: Db, viewer: Viewer | null): Promise<boolean> {
  const [site, own] = await Promise.all([
    readSetting({ db }, 'shows_pray_counts'),
    viewer ? selectPreference(db, null, { viewer_id: viewer.id }) : [],
  ])
  return site && (own[0]?.shows_pray_counts ?? true)
}

const selectPreference = compiledOnce((db, _shape: null, at: Places<{ viewer_id: string }>) =>
  db.selectFrom('preferences').select('shows_pray_counts').where('user_id', '=', at.viewer_id),
)

/** The number of prayers for a request that the reader can read, or null where it is not shown. */
export async function readPrayCount(db: Db, viewer: Viewer, id: string): Promise<number | null> {
  const [row, isShown] = await Promise.all([
    prayersWithoutReader(db)
      .select(['author_id', 'shows_pray_count', 'pray_count'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    showsPrayCounts(db, viewer),
  ])
  return isPrayCountVisible(row, viewer, isShown) ? row.pray_count : null
}

/** The rows as the reader may see them. Uses as many statements for one row as for a hundred. */
export async function serializePrayers(db: Db, rows: PrayerRow[], viewer: Viewer | null): Promise<Prayer[]> {
  const [parts, shows_pray_counts] = await Promise.all([readPrayerParts(db, viewer, rows), showsPrayCounts(db, viewer)])
  return rows.map((row) => toPrayer(row, viewer, parts.get(row.id) ?? noParts(), { shows_pray_counts }))
}

const serializePrayer = async (db: Db, row: PrayerRow, viewer: Viewer | null): Promise<Prayer> =>
  ensureFound((await serializePrayers(db, [row], viewer))[0], 'prayers.not_found')

/** Rejects with `prayers.not_found` alike when the request does not exist and when the viewer may not know of it. */
export const readPrayer = async (db: Db, viewer: Viewer | null, id: string): Promise<Prayer> =>
  await serializePrayer(db, await readPrayerRow(db, viewer, id), viewer)

/** A request as its author has just written it. Rejects like `readPrayer`. */
export async function readWrittenPrayer(db: Db, viewer: Viewer | null, id: string): Promise<WrittenPrayer> {
  const row = await readPrayerRow(db, viewer, id)
  return { ...(await serializePrayer(db, row, viewer)), ...(await readForAuthor(db, viewer, row)) }
}

/** A request with its updates. Rejects like `readPrayer`. */
export async function readPrayerDetail(db: Db, viewer: Viewer | null, id: string): Promise<PrayerDetail> {
  const row = await readPrayerRow(db, viewer, id)
  const [prayer, updates] = await Promise.all([serializePrayer(db, row, viewer), listUpdates(db, viewer, row)])
  return { ...prayer, updates, ...(await readForAuthor(db, viewer, row)) }
}

/** Returns what its author alone learns: whether the text, or that of an update not deleted, is perhaps about danger, and `in_summary`. */
async function readForAuthor(db: Db, viewer: Viewer | null, { id, author_id, group_id, in_summary }: PrayerRow) {
  if (viewer?.id !== author_id) return { offers_help: false, in_summary: false }
  const row = await db
    .selectFrom('quiet_alerts')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'quiet_alerts.text_id')
    .where('quiet_alerts.prayer_request_id', '=', id)
    .where((query) =>
      query.or([query('prayer_updates.id', 'is', null), query('prayer_updates.publication', '!=', sql.lit('deleted'))]),
    )
    .select('text_id')
    .limit(1)
    .executeTakeFirst()
  return { offers_help: row !== undefined, in_summary: in_summary && group_id !== null }
}

/** The row that the rules about actions on a request need. */
export async function readPrayerRow(db: Db, viewer: Viewer | null, id: string): Promise<PrayerRow> {
  const [row] = await selectPrayer(db, viewer?.role ?? null, { id, viewer_id: viewer?.id ?? '' })
  return ensureFound(row, 'prayers.not_found')
}

const selectPrayer = compiledOnce((db, role: Role | null, at: Places<{ id: string; viewer_id: string }>) =>
  selectPrayers(db, viewerAt(role, at.viewer_id)).where('prayers.id', '=', at.id),
)

/** Like `readPrayerRow`, for a line that they read, too: they report one like a request. */
export async function readPrayerOrLineRow(db: Db, viewer: Viewer, id: string): Promise<PrayerRow> {
  const row = await selectPrayers(db, viewer, { lines: true }).where('prayers.id', '=', id).executeTakeFirst()
  return ensureFound(row, 'prayers.not_found')
}

/** Returns those of the requests that the viewer can read. */
export async function filterReadable(db: Db, viewer: Viewer, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('prayers').select('id').where('id', 'in', ids).where(visibleTo(viewer)).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Like `readPrayerRow`, for acts other than deleting. Refuses authors who no longer belong to the group of their
 * request.
 */
export async function readPrayerRowToActOn(db: Db, viewer: Viewer, id: string): Promise<PrayerRow> {
  const row = await readPrayerRow(db, viewer, id)
  check(mayActOnPrayer(row), 'request.forbidden')
  return row
}

/**
 * Like `readPrayerRow`, for all or none of them; in the order of ids, so that two concurrent changes cannot deadlock.
 */
export async function readPrayerRows(db: Db, viewer: Viewer | null, ids: string[]): Promise<PrayerRow[]> {
  const rows = await selectPrayers(db, viewer).where('prayers.id', 'in', ids).orderBy('prayers.id').execute()
  check(rows.length === new Set(ids).size, 'prayers.not_found')
  return rows
}

/**
 * Updates, newest first; held ones only for their author. For readers other than the author of an anonymous request,
 * times are cut to the hour.
 */
export async function listUpdates(
  db: Db,
  viewer: Viewer | null,
  prayer: Pick<PrayerRow, 'id' | 'author_id' | 'is_anonymous' | 'update_count'>,
): Promise<PrayerUpdate[]> {
  const is_mine = viewer !== null && prayer.author_id === viewer.id
  if (prayer.update_count === 0 && !is_mine) return []
  const rows = await db
    .selectFrom('prayer_updates')
    .select(['id', 'prayer_request_id', 'content', 'status', 'language', 'publication', 'created_at', 'updated_at'])
    .where('prayer_request_id', '=', prayer.id)
    .where('publication', 'in', is_mine ? ['published', 'held', 'hidden'] : ['published'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const reacted = await readReactions(db, viewer, 'update_id', ids)
  return rows.map(({ publication, created_at, updated_at, ...row }) => ({
    ...row,
    ...(reacted.get(row.id) ?? { reactions: {}, my_reactions: {} }),
    is_held: publication !== 'published',
    created_at: shownTime(created_at, prayer.is_anonymous && !is_mine),
    updated_at: is_mine ? updated_at : null,
  }))
}

/** The category links of requests that the viewer may read, in the order of their random ids: of the given ones, or a page of all. */
export const listLinks = (db: Db, viewer: Viewer | null, of: { ids: string[] } | { page: number; pageSize: number }) =>
  db
    .selectFrom('prayer_categories as link')
    // In this order: SQLite would otherwise sort the links of all public requests.
    .crossJoin('prayers')
    .whereRef('prayers.id', '=', 'link.prayer_request_id')
    .where(visibleTo(viewer))
    .$call((query) =>
      'ids' in of
        ? query.where('link.prayer_request_id', 'in', of.ids)
        : query.limit(of.pageSize).offset(of.page * of.pageSize),
    )
    .orderBy('link.prayer_request_id')
    .orderBy('link.position')
    .orderBy('link.category_id')
    .select(['link.prayer_request_id', 'link.category_id', 'link.is_machine_generated', 'link.confidence'])
    .execute()

/**
 * True for a request of which some words may be of danger, and are the care team’s alone: its case is open, or was closed and its
 * words were danger.
 */
export const hasWordsOfDanger = sql<SqlBool>`exists (select 1 from care_cases
  where care_cases.prayer_request_id = prayers.id
  and (care_cases.closed_at is null or (care_cases.by_words and care_cases.outcome <> 'no_danger')))`

/**
 * True for a request that a decision which stands removed. Any other that is deleted was by its author, and nobody reads its words.
 * `update_id`: of an update under it, the same.
 */
export const isRemovedByDecision = (update_id: ReturnType<typeof sql> = sql`null`) => sql<SqlBool>`exists (select 1
  from decisions as removal where removal.prayer_request_id = prayers.id and removal.update_id is not distinct from ${update_id}
  and removal.decision = 'removed' and removal.undone_at is null and removal.appeal_outcome is distinct from 'overturned'
  and removal.restores -> 'before' ->> 'publication' <> 'deleted')`

/**
 * Earlier texts of a request, latest first. Leaves out those that were for a group or for the author alone, and all where some may be of
 * danger: an author often takes just those words away.
 */
export async function listEdits(
  db: Db,
  { id, is_anonymous }: Pick<PrayerRow, 'id' | 'is_anonymous'>,
  page = 0,
): Promise<Output<'prayers.edits'>> {
  const rows = await db
    .selectFrom('prayer_edits')
    .innerJoin('prayers', 'prayers.id', 'prayer_edits.prayer_request_id')
    .$call(withoutReader)
    .select(['prayer_edits.id', 'prayer_edits.title', 'prayer_edits.content', 'prayer_edits.created_at'])
    .where('prayer_edits.prayer_request_id', '=', id)
    .where('prayer_edits.visibility', 'in', ['public', 'members', 'team'])
    .where(sql<SqlBool>`not ${hasWordsOfDanger}`)
    .orderBy('prayer_edits.created_at', 'desc')
    .orderBy('prayer_edits.id')
    .limit(HISTORY_PAGE)
    .offset(page * HISTORY_PAGE)
    .execute()
  return rows.map((row) => ({ ...row, created_at: shownTime(row.created_at, is_anonymous) }))
}

/** The request of an update, for calls that name only the update. Does not check who may read it. */
export async function findPrayerOfUpdate(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('prayer_updates')
    .select('prayer_request_id')
    .where('id', '=', id)
    .where('publication', '=', sql.lit('published'))
    .executeTakeFirst()
  return ensureFound(row, 'updates.not_found').prayer_request_id
}
