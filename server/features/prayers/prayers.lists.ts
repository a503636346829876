import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { PrayerPage } from '../../../contract/prayers.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { searchPrayers } from '../../db/search.ts'
import type { Viewer } from '../../http/session.ts'
import { present, selectPrayers } from './prayers.queries.ts'
import { type PrayerRow, visibleTo } from './prayers.rules.ts'

type View = 'newest' | 'waiting' | 'answered'

/** A place in a list: what the row after which it lies was ordered by. */
export type Place = { view: View | 'search'; order: [string | number, ...string[]] }

export interface ListOptions {
  view: View
  pageSize: number
  /** Rows to skip. Use `after` to go deep. */
  offset: number
  after: Place | undefined
  category_id?: string | undefined
  exclude_group_prayers?: boolean | undefined
  mine?: boolean | undefined
  following?: boolean | undefined
  /** Words that all have to be there. With them the order is always the newest first, and `view` only narrows. */
  search?: string | undefined
}

const waits = ['open', 'ongoing'] as const
const isAnswered = ['answered', 'answered_differently'] as const

const placeOf = (row: PrayerRow, view: View): Place => {
  if (view === 'waiting') return { view, order: [row.waiting_order, row.listed_at, row.id] }
  if (view === 'answered') return { view, order: [row.answered_at ?? '', row.id] }
  return { view, order: [row.listed_at, row.id] }
}

type ListPage = Pick<PrayerPage, 'items' | 'has_more'> & { next: Place | undefined }

/** One page, and one row more to know whether there is another. Each view walks one index. */
export async function listPrayers(db: Db, viewer: Viewer | null, options: ListOptions): Promise<ListPage> {
  if (options.search !== undefined) return await listFound(db, viewer, options, options.search)
  const { view, pageSize, offset, after, category_id, exclude_group_prayers, mine, following } = options
  let query = selectPrayers(db, viewer)
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
      .where('prayers.publication', '=', sql.lit('published'))
      .where('prayers.status', '!=', sql.lit('archived'))
    // A list of everybody's requests is no place for those that only their author can read.
    query = query.where('prayers.visibility', '!=', sql.lit('private'))
  }
  if (following) {
    query = query
      .innerJoin('follows', 'follows.prayer_request_id', 'prayers.id')
      .where('follows.user_id', '=', viewer?.id ?? null)
  }
  if (exclude_group_prayers) query = query.where('prayers.group_id', 'is', null)
  switch (view) {
    case 'newest': {
      query = query.orderBy(listed_at, 'desc').orderBy(id, 'desc')
      if (after) query = query.where(sql<SqlBool>`(${listed_at}, ${id}) < (${after.order[0]}, ${after.order[1]})`)
      break
    }
    case 'waiting': {
      query = query
        .where('prayers.status', 'in', waits)
        .orderBy('prayers.waiting_order')
        .orderBy('prayers.listed_at', 'desc')
        .orderBy('prayers.id', 'desc')
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
        .where('prayers.status', 'in', isAnswered)
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
  return { items: await present(db, shown, viewer), has_more, next: has_more && last ? placeOf(last, view) : undefined }
}

/** What `listPrayers` asks of a request, as one condition. */
function belongs(viewer: Viewer | null, options: ListOptions): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const { view, category_id, exclude_group_prayers, mine, following } = options
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
    ...(exclude_group_prayers ? [query('prayers.group_id', 'is', null)] : []),
    ...(view === 'waiting' ? [query('prayers.status', 'in', waits)] : []),
    ...(view === 'answered' ? [query('prayers.status', 'in', isAnswered)] : []),
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

/** One page of what has the words. The condition stands in the statement that searches: what one may not read is not even counted. */
async function listFound(db: Db, viewer: Viewer | null, options: ListOptions, search: string): Promise<ListPage> {
  const { pageSize, offset, after, mine, following } = options
  const ids = await searchPrayers(db, search, {
    where: belongs(viewer, options),
    after: after && { listed_at: String(after.order[0]), id: String(after.order[1]) },
    limit: pageSize + 1,
    offset,
    few: mine === true || following === true,
  })
  const shown = ids.slice(0, pageSize)
  const rows = shown.length === 0 ? [] : await selectPrayers(db, viewer).where('prayers.id', 'in', shown).execute()
  rows.sort((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))
  const last = rows.at(-1)
  const next: Place | undefined =
    ids.length > pageSize && last ? { view: 'search', order: [last.listed_at, last.id] } : undefined
  return { items: await present(db, rows, viewer), has_more: ids.length > pageSize, next }
}
