import type { Prayer } from '../../../../contract/prayers.ts'
import { beginning } from '../../../../contract/excerpt.ts'
import { MAX_SEARCH_LENGTH, views } from '../../../../contract/feed.values.ts'
import { endpointQuery } from '../../../query.ts'

/** A feed shows the requests of one of these. */
const sources = ['everyone', 'groups', 'following'] as const

/** Filter in the address of the feed. */
export interface Filter {
  from: (typeof sources)[number]
  category: string | null
  view: (typeof views)[number]
  mine: boolean
  search: string
  /** True while the search field is open, with or without words. */
  searching: boolean
  page: number
}

/** Format of the ids in addresses. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readFilter(search: URLSearchParams): Filter {
  const category = search.get('category')
  const page = search.get('page') ?? ''
  return {
    from: sources.find((source) => source === search.get('from')) ?? 'everyone',
    category: category !== null && UUID.test(category) ? category : null,
    view: views.find((view) => view === search.get('view')) ?? 'newest',
    mine: search.get('mine') === '1',
    search: beginning((search.get('search') ?? '').trim(), MAX_SEARCH_LENGTH),
    searching: search.has('search'),
    page: /^\d{1,6}$/.test(page) ? Number(page) : 0,
  }
}

/** Puts the first request of another before those of the reader that a page of the wall begins with: one comes to pray for others. */
export function othersFirst(items: Prayer[], { mine, view }: Pick<Filter, 'mine' | 'view'>): Prayer[] {
  const first = items.find(({ is_mine }) => !is_mine)
  return first && !mine && view !== 'answered' ? [first, ...items.filter((it) => it !== first)] : items
}

/** Returns the address of a feed without the default values. */
export function feedPath({
  from = 'everyone',
  category = null,
  view = 'newest',
  mine = false,
  search: words = '',
  page = 0,
}: Partial<Filter>): string {
  const search = new URLSearchParams()
  if (from !== 'everyone') search.set('from', from)
  if (category !== null) search.set('category', category)
  if (view !== 'newest') search.set('view', view)
  if (mine) search.set('mine', '1')
  if (words !== '') search.set('search', words)
  if (page > 0) search.set('page', String(page))
  // The answered requests of everyone have a page of their own.
  const isAnswered = view === 'answered' && from === 'everyone' && category === null && !mine && words === ''
  if (isAnswered) search.delete('view')
  const path = isAnswered ? '/answered' : '/'
  // Not `size`, which Safari before 17 does not know.
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Returns the query for one page of a feed: the first by its number, the others by the cursor of the page before. */
export function feedQuery({ from, category, view, mine, search, page }: Filter, cursor?: string) {
  if (from === 'groups')
    return endpointQuery('prayers.of_groups', { pageSize: 20, ...(cursor !== undefined && { cursor }) }, true)
  const paging = {
    pageSize: 20,
    ...(cursor === undefined ? { page } : { cursor }),
    ...(view !== 'newest' && { view }),
    ...(search !== '' && { search }),
  }
  if (category !== null) return endpointQuery('prayers.in_category', { ...paging, id: category }, true)
  // A member searches everything that they may read, and follows requests of their groups too.
  const exclude_group_prayers = search === '' && from === 'everyone'
  return endpointQuery(
    'prayers.list',
    {
      ...paging,
      ...(exclude_group_prayers && { exclude_group_prayers }),
      ...(mine && { mine }),
      ...(from === 'following' && { following: true }),
    },
    true,
  )
}

export const countsQuery = { ...endpointQuery('categories.counts', {}), staleTime: 60_000 }
export const recentlyAnsweredQuery = {
  ...endpointQuery('prayers.list', { view: 'answered', pageSize: 4, exclude_group_prayers: true }, true),
  staleTime: 600_000,
}
export const groupPrayersQuery = (id: string, cursor?: string) =>
  endpointQuery('prayers.in_group', { id, pageSize: 20, ...(cursor !== undefined && { cursor }) }, true)
export const prayerQuery = (id: string) => endpointQuery('prayers.one', { id }, true)
