import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { PrayerPage } from '../../../../contract/prayers.ts'
import type { Role } from '../../../../contract/users.ts'
import type { HandlerArgs } from '../../../http/implement.ts'
import type { Context } from '../../../context.ts'
import { type Places, compiledOnce, literals } from '../../../db/compiled.ts'
import { type Db, isPublishedInGroup, withoutReader } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { searchPrayers } from '../../../db/search.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { serializePrayers, selectPrayers, viewerAt } from './prayers.queries.ts'
import { MAX_PAGE, PRAY_COOLDOWN_MS, type PrayerRow, visibleTo } from './prayers.rules.ts'

export const PAGE_SIZE = 20

type View = 'newest' | 'waiting' | 'answered'

/** A position in a list: the values that ordered the row before it. */
export type PrayerCursor = { view: View | 'search'; order: [string | number, ...string[]] }

export interface ListOptions {
  view: View
  pageSize: number
  /** Number of rows to skip. Use `after` for deep pages. */
  offset: number
  after: PrayerCursor | undefined
  category_id?: string | undefined
  group_id?: string | undefined
  /** True for an administrator who reads the group without belonging to it: see `visibleTo`. */
  oversees?: boolean | undefined
  exclude_group_prayers?: boolean | undefined
  mine?: boolean | undefined
  following?: boolean | undefined
  /** Leaves out of the view `waiting` what the viewer has prayed for since then. */
  prayed_since?: string | undefined
  /** Words that must all occur. With them the order is always newest first, and `view` only filters. */
  search?: string | undefined
}

/** True if the viewer has not prayed for the request since then. */
const notPrayedSince = (viewer_id: string, time: string) =>
  sql<SqlBool>`not exists (select 1 from prayed where prayed.prayer_request_id = prayers.id
    and prayed.user_id = ${viewer_id} and prayed.prayed_at > ${time})`

/** A request that can be prayed for. */
export const waitingStatuses = ['open', 'ongoing'] as const
const answeredStatuses = ['answered', 'answered_differently'] as const

const cursorOf = (row: PrayerRow, view: PrayerCursor['view']): PrayerCursor => {
  if (view === 'waiting') return { view, order: [row.waiting_order, row.listed_at, row.id] }
  if (view === 'answered') return { view, order: [row.answered_at ?? '', row.id] }
  return { view, order: [row.listed_at, row.id] }
}

type ListPage = Pick<PrayerPage, 'items' | 'has_more'> & { next: PrayerCursor | undefined }

async function toListPage(
  db: Db,
  viewer: Viewer | null,
  rows: PrayerRow[],
  { view, has_more }: Pick<PrayerCursor, 'view'> & Pick<ListPage, 'has_more'>,
): Promise<ListPage> {
  const last = rows.at(-1)
  return {
    items: await serializePrayers(db, rows, viewer),
    has_more,
    next: has_more && last ? cursorOf(last, view) : undefined,
  }
}

/** The page of these requests, in their order. One id more than the page shows that there is another page. */
async function readListed(
  db: Db,
  viewer: Viewer | null,
  ids: string[],
  { view, pageSize }: Pick<PrayerCursor, 'view'> & Pick<ListOptions, 'pageSize'>,
): Promise<ListPage> {
  const shown = ids.slice(0, pageSize)
  const rows = shown.length === 0 ? [] : await selectPrayers(db, viewer).where('prayers.id', 'in', shown).execute()
  rows.sort((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))
  return await toListPage(db, viewer, rows, { view, has_more: ids.length > pageSize })
}

/** Holds what decides the words of the statement of a page. */
type PageShape = Pick<ListOptions, 'view' | 'oversees' | 'exclude_group_prayers' | 'mine' | 'following'> & {
  role: Role | null
  leaves_out_prayed: boolean
  is_first: boolean
  in_category: boolean
  in_group: boolean
}

/** `after`: the values of the cursor, as many as the view has, with empty ones behind. */
interface PageValues extends Record<string, string | number> {
  viewer_id: string
  prayed_since: string
  limit: number
  offset: number
  category_id: string
  group_id: string
  after_0: string | number
  after_1: string
  after_2: string
}

/** A page of requests in the order of its view, each of which walks one index. */
const selectPage = compiledOnce((db, shape: PageShape, at: Places<PageValues>) => {
  const viewer = viewerAt(shape.role, at.viewer_id)
  let query = selectPrayers(db, viewer, { overseen: shape.oversees ? at.group_id : undefined })
    .limit(at.limit)
    .offset(at.offset)
    .$if(shape.in_category, (of) =>
      of
        .innerJoin('prayer_categories as link', 'link.prayer_request_id', 'prayers.id')
        .where('link.category_id', '=', at.category_id),
    )
  // A category is read in the order of its own index.
  const listed_at = sql.ref(shape.in_category ? 'link.listed_at' : 'prayers.listed_at')
  const id = sql.ref(shape.in_category ? 'link.prayer_request_id' : 'prayers.id')
  const own = viewer ? at.viewer_id : sql.lit(null)
  if (shape.mine) {
    query = query.where('prayers.author_id', '=', own)
  } else {
    query = query
      .where(shape.in_group ? isPublishedInGroup : sql<SqlBool>`prayers.publication = 'published'`)
      .where('prayers.status', '!=', sql.lit('archived'))
    // Private requests do not belong in a list of everybody's requests, not even for their author.
    query = query.where('prayers.visibility', '!=', sql.lit('private'))
  }
  if (shape.following) {
    query = query.innerJoin('follows', 'follows.prayer_request_id', 'prayers.id').where('follows.user_id', '=', own)
  }
  if (shape.in_group) query = query.where('prayers.group_id', '=', at.group_id)
  if (shape.exclude_group_prayers) query = query.where('prayers.group_id', 'is', null)
  switch (shape.view) {
    case 'newest': {
      query = query.orderBy(listed_at, 'desc').orderBy(id, 'desc')
      if (shape.is_first) return query
      return query.where(sql<SqlBool>`(${listed_at}, ${id}) < (${at.after_0}, ${at.after_1})`)
    }
    case 'waiting': {
      query = query
        .where('prayers.status', 'in', literals(waitingStatuses))
        .orderBy('prayers.waiting_order')
        .orderBy('prayers.listed_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (shape.leaves_out_prayed && viewer) query = query.where(notPrayedSince(at.viewer_id, at.prayed_since))
      if (shape.is_first) return query
      return query
        .where('prayers.waiting_order', '>=', at.after_0)
        .where(
          sql<SqlBool>`(prayers.waiting_order > ${at.after_0} or (prayers.listed_at, prayers.id) < (${at.after_1}, ${at.after_2}))`,
        )
    }
    default: {
      query = query
        .where('prayers.answered_at', 'is not', null)
        .where('prayers.status', 'in', literals(answeredStatuses))
        .orderBy('prayers.answered_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (shape.is_first) return query
      return query.where(sql<SqlBool>`(prayers.answered_at, prayers.id) < (${at.after_0}, ${at.after_1})`)
    }
  }
})

/** One page, and one row more, which shows that there is another page. */
export async function listPrayers(db: Db, viewer: Viewer | null, options: ListOptions): Promise<ListPage> {
  if (options.search !== undefined) return await listSearchResults(db, viewer, options, options.search)
  const { view, pageSize, offset, after, category_id, group_id, oversees, exclude_group_prayers } = options
  const { mine, following, prayed_since } = options
  const [after_0 = '', after_1 = '', after_2 = ''] = after?.order ?? []
  const rows = await selectPage(
    db,
    {
      view,
      oversees,
      exclude_group_prayers,
      mine,
      following,
      role: viewer?.role ?? null,
      leaves_out_prayed: prayed_since !== undefined,
      is_first: after === undefined,
      in_category: category_id !== undefined,
      in_group: group_id !== undefined,
    },
    {
      viewer_id: viewer?.id ?? '',
      prayed_since: prayed_since ?? '',
      limit: pageSize + 1,
      offset,
      category_id: category_id ?? '',
      group_id: group_id ?? '',
      // A waiting request's place is a number.
      after_0: view === 'waiting' ? Number(after_0) : after_0,
      after_1,
      after_2,
    },
  )
  return await toListPage(db, viewer, rows.slice(0, pageSize), { view, has_more: rows.length > pageSize })
}

/** The filters of `listPrayers` as one condition, for a search: of others it finds none that is extra private. */
function matchesOptions(viewer: Viewer | null, options: ListOptions): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const { view, category_id, group_id, exclude_group_prayers, mine, following, prayed_since } = options
  const own = viewer?.id ?? null
  return query.and([
    visibleTo(viewer),
    ...(mine
      ? [query('prayers.author_id', '=', own)]
      : [
          query('prayers.publication', '=', sql.lit('published')),
          query('prayers.status', '!=', sql.lit('archived')),
          query('prayers.visibility', '!=', sql.lit('private')),
          // As the composer promises: nobody finds people in danger by a name or a place.
          query('prayers.is_guarded', '=', sql.lit(false)),
        ]),
    ...(group_id === undefined ? [] : [query('prayers.group_id', '=', group_id)]),
    ...(exclude_group_prayers ? [query('prayers.group_id', 'is', null)] : []),
    ...(view === 'waiting' ? [query('prayers.status', 'in', waitingStatuses)] : []),
    ...(view === 'waiting' && viewer && prayed_since !== undefined ? [notPrayedSince(viewer.id, prayed_since)] : []),
    ...(view === 'answered' ? [query('prayers.status', 'in', answeredStatuses)] : []),
    ...(category_id === undefined
      ? []
      : [
          query.exists(
            query
              .selectFrom('prayer_categories as link')
              .select('link.category_id')
              .whereRef('link.prayer_request_id', '=', 'prayers.id')
              .where('link.category_id', '=', category_id),
          ),
        ]),
    ...(following
      ? [query('prayers.id', 'in', query.selectFrom('follows').select('prayer_request_id').where('user_id', '=', own))]
      : []),
  ])
}

/**
 * One page of search results. The statement that searches also checks who may read, so unreadable requests are not even
 * counted.
 */
async function listSearchResults(
  db: Db,
  viewer: Viewer | null,
  options: ListOptions,
  search: string,
): Promise<ListPage> {
  const { pageSize, offset, after, mine, following } = options
  const ids = await searchPrayers(db, search, {
    where: matchesOptions(viewer, options),
    after: after && { listed_at: String(after.order[0]), id: String(after.order[1]) },
    limit: pageSize + 1,
    offset,
    is_selective: mine === true || following === true,
  })
  return await readListed(db, viewer, ids, { view: 'search', pageSize })
}

type PageInput = Pick<
  HandlerArgs<'prayers.list'>['input'],
  'page' | 'pageSize' | 'cursor' | 'view' | 'exclude_group_prayers' | 'mine' | 'following' | 'search'
>

function decodeCursor(
  { secrets }: Context,
  cursor: string | undefined,
  view: PrayerCursor['view'],
): PrayerCursor | undefined {
  if (cursor === undefined) return undefined
  const place = secrets.decryptCursor(cursor) as PrayerCursor | undefined
  check(place?.view === view, 'request.invalid')
  return place
}

const toPrayerPage = (
  { secrets }: Context,
  { items, has_more, next }: ListPage,
  place: Pick<PrayerPage, 'page' | 'pageSize'>,
): PrayerPage => ({ items, ...place, has_more, next_cursor: next ? secrets.encryptCursor(next) : null })

/** One page, requested by its number or by the cursor of the previous page. */
export async function readPage(
  ctx: Context,
  viewer: Viewer | null,
  input: PageInput & Pick<ListOptions, 'category_id' | 'group_id' | 'oversees'>,
): Promise<PrayerPage> {
  const { page = 0, pageSize = PAGE_SIZE, view = 'newest', cursor, ...filters } = input
  check(cursor !== undefined || page <= MAX_PAGE, 'prayers.too_deep')
  const after = decodeCursor(ctx, cursor, filters.search === undefined ? view : 'search')
  const offset = after ? 0 : page * pageSize
  // A request that one prayed for today no longer waits for one's prayer.
  const prayed_since = new Date(ctx.clock().getTime() - PRAY_COOLDOWN_MS).toISOString()
  const options = { ...filters, view, pageSize, offset, after, prayed_since }
  return toPrayerPage(ctx, await listPrayers(ctx.db, viewer, options), { page, pageSize })
}

// SQLite allows 500 parts of a union; no reader is in so many groups that a few statements would matter.
const GROUPS_PER_QUERY = 100

/**
 * Ids of the newest requests of the reader's groups. Reads the next few from each group's own index and merges them, so the
 * cost does not depend on how much is written elsewhere.
 */
export async function findGroupPrayers(
  db: Db,
  viewer: Viewer,
  { limit, after }: { limit: number; after?: PrayerCursor | undefined },
): Promise<string[]> {
  const groups = await db
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', viewer.id)
    .where('status', '=', sql.lit('active'))
    .execute()
  const found: { id: string; listed_at: string }[] = []
  for (let start = 0; start < groups.length; start += GROUPS_PER_QUERY) {
    const newest = groups.slice(start, start + GROUPS_PER_QUERY).map(({ group_id }) =>
      db
        .selectFrom((query) => {
          let own = query
            .selectFrom('prayers')
            .$call(withoutReader)
            .select(['prayers.id', 'prayers.listed_at'])
            .where('prayers.group_id', '=', group_id)
            .where(isPublishedInGroup)
            .where('prayers.status', '!=', sql.lit('archived'))
            .orderBy('prayers.listed_at', 'desc')
            .orderBy('prayers.id', 'desc')
            .limit(limit)
          if (after)
            own = own.where(sql<SqlBool>`(prayers.listed_at, prayers.id) < (${after.order[0]}, ${after.order[1]})`)
          return own.as('own')
        })
        .select(['own.id', 'own.listed_at']),
    )
    const [first, ...others] = newest
    if (first) found.push(...(await others.reduce((all, one) => all.unionAll(one), first).execute()))
  }
  return found
    .toSorted((one, other) => (isBefore(one, other) ? 1 : -1))
    .slice(0, limit)
    .map(({ id }) => id)
}

/** The newest requests of the reader's groups. */
export async function listGroupPrayers(
  db: Db,
  viewer: Viewer,
  { pageSize, after }: Pick<ListOptions, 'pageSize' | 'after'>,
): Promise<ListPage> {
  const ids = await findGroupPrayers(db, viewer, { limit: pageSize + 1, after })
  return await readListed(db, viewer, ids, { view: 'newest', pageSize })
}

const isBefore = (one: { id: string; listed_at: string }, other: { id: string; listed_at: string }): boolean =>
  one.listed_at === other.listed_at ? one.id < other.id : one.listed_at < other.listed_at

/** One page of `listGroupPrayers`. */
export async function readGroupPrayersPage(
  ctx: Context,
  viewer: Viewer,
  { pageSize = PAGE_SIZE, cursor }: Pick<PageInput, 'pageSize' | 'cursor'>,
): Promise<PrayerPage> {
  const after = decodeCursor(ctx, cursor, 'newest')
  return toPrayerPage(ctx, await listGroupPrayers(ctx.db, viewer, { pageSize, after }), { page: 0, pageSize })
}
