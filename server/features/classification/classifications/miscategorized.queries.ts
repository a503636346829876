import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import { excerpt } from '../../../../contract/excerpt.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { Context } from '../../../context.ts'
import { type Db, withoutReader } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { serializePrayers, selectPrayers } from '../../community/prayers/prayers.queries.ts'
import { isActiveMemberOf, visibleTo } from '../../community/prayers/prayers.rules.ts'

interface Page {
  page: number
  pageSize: number
}

const selectDoubted = (db: Db) =>
  db.selectFrom('classifications').select('prayer_request_id').where('doubt', 'is not', null)
const selectReported = (db: Db) =>
  db
    .selectFrom('reports')
    .select(sql<string>`prayer_request_id`.as('prayer_request_id'))
    .where('status', 'in', ['open', 'in_review'])
    .where('report_type', '=', sql.lit('miscategorized'))
    .where('prayer_request_id', 'is not', null)

/**
 * Like `mayCategorizePrayer`: leaves out requests that the viewer may read but not change, such as those of their
 * groups.
 */
function mayBeCategorizedBy(viewer: Viewer): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query.or([
    query('prayers.visibility', 'in', ['public', 'members']),
    query.and([
      query('prayers.author_id', '=', viewer.id),
      query.or([
        query('prayers.visibility', '=', sql.lit('team')),
        query.and([query('prayers.visibility', '=', sql.lit('group')), isActiveMemberOf(viewer)]),
      ]),
    ]),
  ])
}

/** The published requests whose categories need a review, newest first, among those that the moderator can read. */
export async function listDoubted(
  db: Db,
  viewer: Viewer,
  { page, pageSize }: Page,
): Promise<Output<'classifications.doubted'>> {
  const rows = await selectPrayers(db, viewer)
    .where('prayers.publication', '=', sql.lit('published'))
    .where(mayBeCategorizedBy(viewer))
    .where('prayers.id', 'in', selectDoubted(db).union(selectReported(db)))
    .orderBy('prayers.listed_at', 'desc')
    .orderBy('prayers.id', 'desc')
    .limit(pageSize + 1)
    .offset(page * pageSize)
    .execute()
  const shown = rows.slice(0, pageSize)
  const ids = shown.map(({ id }) => id)
  const [prayers, classifications, complaints] = await Promise.all([
    serializePrayers(db, shown, viewer),
    ids.length === 0 ? [] : selectDoubted(db).select('doubt').where('prayer_request_id', 'in', ids).execute(),
    ids.length === 0 ? [] : selectReported(db).where('prayer_request_id', 'in', ids).execute(),
  ])
  const doubts = new Map(classifications.map(({ prayer_request_id, doubt }) => [prayer_request_id, doubt]))
  const complained = new Set(complaints.map(({ prayer_request_id }) => prayer_request_id))
  return {
    items: prayers.map((prayer) => {
      const doubt = doubts.get(prayer.id) ?? null
      return {
        ...prayer,
        doubts: [...(doubt === null ? [] : [doubt]), ...(complained.has(prayer.id) ? (['reported'] as const) : [])],
      }
    }),
    page,
    pageSize,
    has_more: rows.length > pageSize,
  }
}

/** Number of the requests that `listDoubted` lists. */
export async function countDoubted(db: Db, viewer: Viewer): Promise<number> {
  const row = await db
    .selectFrom('prayers')
    .where(visibleTo(viewer))
    .where('prayers.publication', '=', sql.lit('published'))
    .where(mayBeCategorizedBy(viewer))
    .where('prayers.id', 'in', selectDoubted(db).union(selectReported(db)))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

const MAX_TITLE_LENGTH = 80

/** The predicted categories, newest request first, of requests that the moderator can read. */
export async function listMachineLinks(
  db: Db,
  viewer: Viewer,
  { page, pageSize }: Page,
): Promise<Output<'classifications.machine_links'>> {
  const rows = await db
    .selectFrom('prayer_categories as link')
    // Must match the condition of the partial index exactly.
    .where(sql<SqlBool>`link.is_machine_generated`)
    .where((query) =>
      query.exists(
        query
          .selectFrom('prayers')
          .select('prayers.id')
          .whereRef('prayers.id', '=', 'link.prayer_request_id')
          .where(visibleTo(viewer))
          .where('prayers.publication', '=', sql.lit('published'))
          .where(mayBeCategorizedBy(viewer)),
      ),
    )
    .orderBy('link.listed_at', 'desc')
    .orderBy('link.prayer_request_id', 'desc')
    .orderBy('link.category_id')
    .select(['link.prayer_request_id', 'link.category_id', 'link.is_machine_generated', 'link.confidence'])
    .select((query) => [
      query
        .selectFrom('categories')
        .whereRef('categories.id', '=', 'link.category_id')
        .select('name')
        .as('category_name'),
      query.selectFrom('prayers').whereRef('prayers.id', '=', 'link.prayer_request_id').select('title').as('title'),
      query.selectFrom('prayers').whereRef('prayers.id', '=', 'link.prayer_request_id').select('content').as('content'),
    ])
    .limit(pageSize + 1)
    .offset(page * pageSize)
    .execute()
  return {
    items: rows.slice(0, pageSize).map(({ title, content, category_name, ...link }) => ({
      ...link,
      category_name: category_name ?? '',
      prayer_title: title ?? excerpt(content ?? '', MAX_TITLE_LENGTH),
    })),
    page,
    pageSize,
    has_more: rows.length > pageSize,
  }
}

const SHARES_WINDOW_MS = 90 * 24 * 3_600_000

const count = (condition: Expression<SqlBool>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`

/**
 * Counts how requests of the last ninety days got their categories. Leaves out requests to groups, to the team and to
 * nobody.
 */
export async function listShares({ db, clock }: Context): Promise<Output<'classifications.shares'>> {
  const since = new Date(clock().getTime() - SHARES_WINDOW_MS).toISOString()
  const rows = await db
    .selectFrom('categories')
    .innerJoin('prayer_categories as link', 'link.category_id', 'categories.id')
    .innerJoin('prayers', 'prayers.id', 'link.prayer_request_id')
    .$call(withoutReader)
    .leftJoin('classifications as said', 'said.prayer_request_id', 'link.prayer_request_id')
    .where('link.listed_at', '>=', since)
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', 'in', ['public', 'members'])
    .groupBy('categories.id')
    .select([
      'categories.id',
      count(sql<SqlBool>`link.is_machine_generated`).as('by_machine'),
      count(sql<SqlBool>`not link.is_machine_generated`).as('by_people'),
      // The labels are stored as JSON, in which each id is in quotes.
      count(
        sql<SqlBool>`not link.is_machine_generated and said.prayer_request_id is not null
          and cast(said.labels as text) not like '%"' || cast(categories.id as text) || '"%'`,
      ).as('corrected'),
    ])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const all = await db.selectFrom('categories').select('id').orderBy('order').orderBy('name').execute()
  return all.map(({ id }) => {
    const { by_machine = 0, by_people = 0, corrected = 0 } = known.get(id) ?? {}
    return { id, by_machine, by_people, corrected }
  })
}
