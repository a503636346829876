import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { PrayerPage } from '../../../../contract/prayers.ts'
import type { HandlerArgs } from '../../../http/implement.ts'
import type { Context } from '../../../context.ts'
import { type Db, isPublishedInGroup } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { searchPrayers } from '../../../db/search.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { serializePrayers, selectPrayers } from './prayers.queries.ts'
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
const notPrayedSince = (viewer: Viewer, time: string) =>
  sql<SqlBool>`not exists (select 1 from prayed where prayed.prayer_request_id = prayers.id
    and prayed.user_id = ${viewer.id} and prayed.prayed_at > ${time})`

const waitingStatuses = ['open', 'ongoing'] as const
const answeredStatuses = ['answered', 'answered_differently'] as const

const cursorOf = (row: PrayerRow, view: View): PrayerCursor => {
  if (view === 'waiting') return { view, order: [row.waiting_order, row.listed_at, row.id] }
  if (view === 'answered') return { view, order: [row.answered_at ?? '', row.id] }
  return { view, order: [row.listed_at, row.id] }
}

type ListPage = Pick<PrayerPage, 'items' | 'has_more'> & { next: PrayerCursor | undefined }

/** One page, and one row more, which shows that there is another page. Each view walks one index. */
export async function listPrayers(db: Db, viewer: Viewer | null, options: ListOptions): Promise<ListPage> {
  if (options.search !== undefined) return await listSearchResults(db, viewer, options, options.search)
  const { view, pageSize, offset, after, category_id, group_id, oversees, exclude_group_prayers } = options
  const { mine, following, prayed_since } = options
  let query = selectPrayers(db, viewer, oversees ? group_id : undefined)
    .limit(pageSize + 1)
    .offset(offset)
    .$if(category_id !== undefined, (of) =>
      of
        .innerJoin('prayer_categories as link', 'link.prayer_request_id', 'prayers.id')
        .where('link.category_id', '=', category_id ?? ''),
    )
  // A category is read in the order of its own index.
  const listed_at = sql.ref(category_id === undefined ? 'prayers.listed_at' : 'link.listed_at')
  const id = sql.ref(category_id === undefined ? 'prayers.id' : 'link.prayer_request_id')
  if (mine) {
    query = query.where('prayers.author_id', '=', viewer?.id ?? null)
  } else {
    query = query
      .where(group_id === undefined ? sql<SqlBool>`prayers.publication = 'published'` : isPublishedInGroup)
      .where('prayers.status', '!=', sql.lit('archived'))
    // Private requests do not belong in a list of everybody's requests, not even for their author.
    query = query.where('prayers.visibility', '!=', sql.lit('private'))
  }
  if (following) {
    query = query
      .innerJoin('follows', 'follows.prayer_request_id', 'prayers.id')
      .where('follows.user_id', '=', viewer?.id ?? null)
  }
  if (group_id !== undefined) query = query.where('prayers.group_id', '=', group_id)
  if (exclude_group_prayers) query = query.where('prayers.group_id', 'is', null)
  switch (view) {
    case 'newest': {
      query = query.orderBy(listed_at, 'desc').orderBy(id, 'desc')
      if (after) query = query.where(sql<SqlBool>`(${listed_at}, ${id}) < (${after.order[0]}, ${after.order[1]})`)
      break
    }
    case 'waiting': {
      query = query
        .where('prayers.status', 'in', waitingStatuses)
        .orderBy('prayers.waiting_order')
        .orderBy('prayers.listed_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (viewer && prayed_since !== undefined) query = query.where(notPrayedSince(viewer, prayed_since))
      if (after) {
        const [count, time, last] = after.order
        query = query
          .where('prayers.waiting_order', '>=', Number(count))
          .where(
            sql<SqlBool>`(prayers.waiting_order > ${count} or (prayers.listed_at, prayers.id) < (${time}, ${last}))`,
          )
      }
      break
    }
    case 'answered': {
      query = query
        .where('prayers.answered_at', 'is not', null)
        .where('prayers.status', 'in', answeredStatuses)
        .orderBy('prayers.answered_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (after) {
        query = query.where(sql<SqlBool>`(prayers.answered_at, prayers.id) < (${after.order[0]}, ${after.order[1]})`)
      }
      break
    }
  }
  const rows = await query.execute()
  const has_more = rows.length > pageSize
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    items: await serializePrayers(db, shown, viewer),
    has_more,
    next: has_more && last ? cursorOf(last, view) : undefined,
  }
}

/** The filters of `listPrayers` as one condition. */
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
        ]),
    ...(group_id === undefined ? [] : [query('prayers.group_id', '=', group_id)]),
    ...(exclude_group_prayers ? [query('prayers.group_id', 'is', null)] : []),
    ...(view === 'waiting' ? [query('prayers.status', 'in', waitingStatuses)] : []),
    ...(view === 'waiting' && viewer && prayed_since !== undefined ? [notPrayedSince(viewer, prayed_since)] : []),
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
  const shown = ids.slice(0, pageSize)
  const rows = shown.length === 0 ? [] : await selectPrayers(db, viewer).where('prayers.id', 'in', shown).execute()
  rows.sort((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))
  const last = rows.at(-1)
  const next: PrayerCursor | undefined =
    ids.length > pageSize && last ? { view: 'search', order: [last.listed_at, last.id] } : undefined
  return { items: await serializePrayers(db, rows, viewer), has_more: ids.length > pageSize, next }
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
  // What one prayed for today no longer waits for one's prayer.
  const prayed_since = new Date(ctx.clock().getTime() - PRAY_COOLDOWN_MS).toISOString()
  const options = { ...filters, view, pageSize, offset, after, prayed_since }
  const { items, has_more, next } = await listPrayers(ctx.db, viewer, options)
  return { items, page, pageSize, has_more, next_cursor: next ? ctx.secrets.encryptCursor(next) : null }
}

// SQLite allows 500 parts of a union; no reader is in so many groups that a few statements would matter.
const GROUPS_PER_QUERY = 100

/**
 * The newest requests of the reader's groups. Reads the next few from each group's own index and merges them, so the
 * cost does not depend on how much is written elsewhere.
 */
export async function listGroupPrayers(
  db: Db,
  viewer: Viewer,
  { pageSize, after }: Pick<ListOptions, 'pageSize' | 'after'>,
): Promise<ListPage> {
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
            .select(['prayers.id', 'prayers.listed_at'])
            .where('prayers.group_id', '=', group_id)
            .where(isPublishedInGroup)
            .where('prayers.status', '!=', sql.lit('archived'))
            .orderBy('prayers.listed_at', 'desc')
            .orderBy('prayers.id', 'desc')
            .limit(pageSize + 1)
          if (after)
            own = own.where(sql<SqlBool>`(prayers.listed_at, prayers.id) < (${after.order[0]}, ${after.order[1]})`)
          return own.as('own')
        })
        .select(['own.id', 'own.listed_at']),
    )
    const [first, ...others] = newest
    if (first) found.push(...(await others.reduce((all, one) => all.unionAll(one), first).execute()))
  }
  const newest = found.toSorted((one, other) => (isBefore(one, other) ? 1 : -1)).slice(0, pageSize + 1)
  const ids = newest.slice(0, pageSize).map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await selectPrayers(db, viewer)
          .where('prayers.id', 'in', ids)
          .orderBy('prayers.listed_at', 'desc')
          .orderBy('prayers.id', 'desc')
          .execute()
  const last = rows.at(-1)
  const has_more = newest.length > pageSize
  return {
    items: await serializePrayers(db, rows, viewer),
    has_more,
    next: has_more && last ? cursorOf(last, 'newest') : undefined,
  }
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
  const { items, has_more, next } = await listGroupPrayers(ctx.db, viewer, { pageSize, after })
  return { items, page: 0, pageSize, has_more, next_cursor: next ? ctx.secrets.encryptCursor(next) : null }
}
