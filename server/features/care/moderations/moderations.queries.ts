import { type SqlBool, sql } from 'kysely'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { Context } from '../../../context.ts'
import { type Db, idsOf, prayersWithoutReader } from '../../../db/open.ts'
import { searchPrayers } from '../../../db/search.ts'
import type { Viewer } from '../../../http/session.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { selectCategories } from '../../community/prayers/prayers.queries.ts'
import { toStaffView } from '../../community/prayers/prayers.rules.ts'
import { isChangedInDanger } from '../review/open-cases.queries.ts'
import { listUpdatesToPublish, toWordsRead } from '../review/review.queries.ts'
import { type ModeratedPublication, isModeratableBy } from './moderations.rules.ts'

/** Requests with what moderators read of them, once a condition lets them. */
const selectModerated = (db: Db) =>
  prayersWithoutReader(db)
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .select(['prayers.id', 'prayers.title', 'prayers.content', 'prayers.language', 'prayers.author_id'])
    .select(['prayers.is_anonymous', 'author.display_name as author_name', 'prayers.visibility', 'prayers.status'])
    .select(['prayers.publication', 'prayers.held_reason', 'prayers.created_at'])

type Row = Awaited<ReturnType<ReturnType<typeof selectModerated>['execute']>>[number]

const hasOpenReport = sql<SqlBool>`prayers.id in (select prayer_request_id from reports
  where status in ('open', 'in_review') and prayer_request_id is not null)`

type Filter = ParsedInput<'moderations.list'> & { publication: ModeratedPublication; page: number; pageSize: number }

/** A page of requests, newest first. Without a search it walks the index of the publication, or of the category. */
export async function listForModeration(
  ctx: Context,
  viewer: Viewer,
  { publication, reported = false, category_id, search, page, pageSize }: Filter,
): Promise<{ items: ModeratedPrayer[]; has_more: boolean }> {
  const isTheirs = isModeratableBy(viewer, await readCareTeam(ctx), publication)
  const matches = reported ? sql<SqlBool>`(${isTheirs} and ${hasOpenReport})` : isTheirs
  const selected = selectModerated(ctx.db)
  if (search === undefined) {
    // A category is read in the order of its own index.
    const sorted =
      category_id === undefined
        ? selected.where(matches).orderBy('prayers.listed_at', 'desc').orderBy('prayers.id', 'desc')
        : selected
            .innerJoin('prayer_categories as link', 'link.prayer_request_id', 'prayers.id')
            .where('link.category_id', '=', category_id)
            .where(matches)
            .orderBy('link.listed_at', 'desc')
            .orderBy('link.prayer_request_id', 'desc')
    const rows = await sorted
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute()
    return { items: await toModeratedPrayers(ctx, viewer, rows.slice(0, pageSize)), has_more: rows.length > pageSize }
  }
  const ids = await searchPrayers(ctx.db, search, {
    where:
      category_id === undefined
        ? matches
        : sql`(${matches} and exists (select 1 from prayer_categories as link
            where link.prayer_request_id = prayers.id and link.category_id = ${category_id}))`,
    after: undefined,
    limit: pageSize + 1,
    offset: page * pageSize,
    is_selective: publication !== 'published' || reported,
  })
  const shown = ids.slice(0, pageSize)
  const rows = shown.length === 0 ? [] : await selected.where('prayers.id', 'in', shown).execute()
  rows.sort((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))
  return { items: await toModeratedPrayers(ctx, viewer, rows), has_more: ids.length > pageSize }
}

async function toModeratedPrayers(ctx: Context, viewer: Viewer, rows: Row[]): Promise<ModeratedPrayer[]> {
  const ids = idsOf(rows)
  if (ids.length === 0) return []
  const unpublished = rows.filter(({ publication }) => publication !== 'published')
  const [links, reports, updates] = await Promise.all([
    selectCategories(ctx.db, null, { ids }),
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
      categories: links.flatMap(({ prayer_request_id, ...category }) => (prayer_request_id === row.id ? category : [])),
      open_reports: reports.get(row.id) ?? 0,
      created_at: shown(created_at),
    }
  })
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
    .select((query) => query.case().when(isChangedInDanger).then(1).else(0).end().as('is_changed_in_danger'))
    .orderBy('prayers.id')
    .execute()
}
