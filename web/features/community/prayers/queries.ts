import { MAX_SEARCH_LENGTH, views } from '../../../../contract/feed.values.ts'
import { endpointQuery } from '../../../query.ts'

/** Filter in the address of the feed. */
export interface Filter {
  category: string | null
  view: (typeof views)[number]
  mine: boolean
  search: string
  page: number
}

/** Format of the ids in addresses. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readFilter(search: URLSearchParams): Filter {
  const category = search.get('category')
  const page = search.get('page') ?? ''
  return {
    category: category !== null && UUID.test(category) ? category : null,
    view: views.find((view) => view === search.get('view')) ?? 'newest',
    mine: search.get('mine') === '1',
    search: (search.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    page: /^\d{1,6}$/.test(page) ? Number(page) : 0,
  }
}

/** Returns the address of a feed without the default values. */
export function feedPath({
  category = null,
  view = 'newest',
  mine = false,
  search: words = '',
  page = 0,
}: Partial<Filter>): string {
  const search = new URLSearchParams()
  if (category !== null) search.set('category', category)
  if (view !== 'newest') search.set('view', view)
  if (mine) search.set('mine', '1')
  if (words !== '') search.set('search', words)
  if (page > 0) search.set('page', String(page))
  return search.size > 0 ? `/?${search}` : '/'
}

/** Returns the query for one page of a feed: the first by its number, the others by the cursor of the page before. */
export function feedQuery({ category, view, mine, search, page }: Filter, cursor?: string) {
  const paging = {
    pageSize: 20,
    ...(cursor === undefined ? { page } : { cursor }),
    ...(view !== 'newest' && { view }),
    ...(search !== '' && { search }),
  }
  return category === null
    ? endpointQuery('prayers.list', { ...paging, exclude_group_prayers: true, ...(mine && { mine }) }, true)
    : endpointQuery('prayers.in_category', { ...paging, id: category }, true)
}

export const countsQuery = { ...endpointQuery('categories.counts', {}), staleTime: 60_000 }
export const recentlyAnsweredQuery = {
  ...endpointQuery('prayers.list', { view: 'answered', pageSize: 2, exclude_group_prayers: true }),
  staleTime: 600_000,
}
export const groupPrayersQuery = (id: string, cursor?: string) =>
  endpointQuery('prayers.in_group', { id, pageSize: 20, ...(cursor !== undefined && { cursor }) }, true)
export const prayerQuery = (id: string) => endpointQuery('prayers.one', { id }, true)
