import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import type { Context } from '../../../context.ts'
import { type Db, idsOf } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { searchPrayers } from '../../../db/search.ts'
import type { Viewer } from '../../../http/session.ts'
import { type CareTeam, readCareTeam } from '../../identity/users/care-team.ts'
import { selectCategories } from '../../community/prayers/prayers.queries.ts'
import { toStaffView } from '../../community/prayers/prayers.rules.ts'
import { listUpdatesToPublish, toWordsRead } from '../review/review.queries.ts'
import { type ModeratedPublication, isModeratableBy } from './moderations.rules.ts'

export interface ModerationFilter {
  publication: ModeratedPublication
  reported: boolean
  category_id?: string | undefined
  search?: string | undefined
  page: number
  pageSize: number
}

const columns = [
  'prayers.id',
  'prayers.title',
  'prayers.content',
  'prayers.language',
  'prayers.author_id',
  'prayers.is_anonymous',
  'author.display_name as author_name',
  'prayers.visibility',
  'prayers.status',
  'prayers.publication',
  'prayers.held_reason',
  'prayers.created_at',
] as const

const inCategory = (category_id: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from prayer_categories as link where link.prayer_request_id = prayers.id
    and link.category_id = ${category_id})`

const hasOpenReport = (): Expression<SqlBool> => {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query(
    'prayers.id',
    'in',
    query
      .selectFrom('reports')
      .select(sql<string>`prayer_request_id`.as('prayer_request_id'))
      .where('status', 'in', ['open', 'in_review'])
      .where('prayer_request_id', 'is not', null),
  )
}

function matchesFilter(
  viewer: Viewer,
  team: CareTeam,
  { publication, reported, category_id }: ModerationFilter,
): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query.and([
    isModeratableBy(viewer, team, publication),
    ...(reported ? [hasOpenReport()] : []),
    ...(category_id === undefined ? [] : [inCategory(category_id)]),
  ])
}

/** A page of requests, newest first. Without a search it walks the index of the publication, or of the category. */
export async function listForModeration(
  ctx: Context,
  viewer: Viewer,
  filter: ModerationFilter,
): Promise<{ items: ModeratedPrayer[]; has_more: boolean }> {
  const { page, pageSize, search } = filter
  const team = await readCareTeam(ctx)
  const selected = ctx.db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .select(columns)
  if (search === undefined) {
    const { category_id, ...rest } = filter
    // A category is read in the order of its own index.
    const rows =
      category_id === undefined
        ? await selected
            .where(matchesFilter(viewer, team, filter))
            .orderBy('prayers.listed_at', 'desc')
            .orderBy('prayers.id', 'desc')
            .limit(pageSize + 1)
            .offset(page * pageSize)
            .execute()
        : await selected
            .innerJoin('prayer_categories as link', 'link.prayer_request_id', 'prayers.id')
            .where('link.category_id', '=', category_id)
            .where(matchesFilter(viewer, team, rest))
            .orderBy('link.listed_at', 'desc')
            .orderBy('link.prayer_request_id', 'desc')
            .limit(pageSize + 1)
            .offset(page * pageSize)
            .execute()
    return { items: await toModeratedPrayers(ctx, viewer, rows.slice(0, pageSize)), has_more: rows.length > pageSize }
  }
  const ids = await searchPrayers(ctx.db, search, {
    where: matchesFilter(viewer, team, filter),
    after: undefined,
    limit: pageSize + 1,
    offset: page * pageSize,
    is_selective: filter.publication !== 'published' || filter.reported,
  })
  const shown = ids.slice(0, pageSize)
  const rows = shown.length === 0 ? [] : await selected.where('prayers.id', 'in', shown).execute()
  rows.sort((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))
  return { items: await toModeratedPrayers(ctx, viewer, rows), has_more: ids.length > pageSize }
}

type Row = Omit<
  ModeratedPrayer,
  'author' | 'pseudonym' | 'categories' | 'open_reports' | 'publication' | 'waiting_updates' | 'version'
> & {
  author_id: string | null
  author_name: string | null
  is_anonymous: boolean
  publication: string
}

async function toModeratedPrayers(ctx: Context, viewer: Viewer, rows: Row[]): Promise<ModeratedPrayer[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const unpublished = rows.filter(({ publication }) => publication !== 'published')
  const [links, reports, updates] = await Promise.all([
    readCategories(ctx.db, ids),
    countOpenReports(ctx.db, ids),
    listUpdatesToPublish(ctx, viewer, idsOf(unpublished)),
  ])
  return rows.map(({ author_id, author_name, is_anonymous, created_at, publication, ...row }) => {
    const { author, pseudonym, shown } = toStaffView(ctx, { id: row.id, author_id, author_name, is_anonymous })
    return {
      ...row,
      ...toWordsRead(row, updates, shown),
      publication: publication as ModeratedPrayer['publication'],
      author,
      pseudonym,
      categories: links.get(row.id) ?? [],
      open_reports: reports.get(row.id) ?? 0,
      created_at: shown(created_at),
    }
  })
}

async function readCategories(db: Db, ids: string[]): Promise<Map<string, ModeratedPrayer['categories']>> {
  const rows = await selectCategories(db, null, { ids })
  const categories = new Map<string, ModeratedPrayer['categories']>(ids.map((id) => [id, []]))
  for (const { prayer_request_id, ...category } of rows) categories.get(prayer_request_id)?.push(category)
  return categories
}

async function countOpenReports(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reports')
    .where('prayer_request_id', 'in', ids)
    .where('status', 'in', ['open', 'in_review'])
    .groupBy('prayer_request_id')
    .select(({ fn }) => ['prayer_request_id', fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ prayer_request_id, count }) => [prayer_request_id ?? '', count]))
}

/** Requests that the moderator may act on, whatever their publication, in the order of ids. */
export async function readForModeration(ctx: Context, viewer: Viewer, ids: string[]) {
  const team = await readCareTeam(ctx)
  return await ctx.db
    .selectFrom('prayers')
    .where('prayers.id', 'in', ids)
    .where((query) =>
      query.or([
        isModeratableBy(viewer, team, 'published'),
        isModeratableBy(viewer, team, 'hidden'),
        isModeratableBy(viewer, team, 'held'),
      ]),
    )
    .select(['prayers.id', 'prayers.author_id', 'prayers.publication', 'prayers.held_reason'])
    .select(['prayers.is_anonymous', 'prayers.answered_at', 'prayers.title', 'prayers.content'])
    .orderBy('prayers.id')
    .execute()
}
