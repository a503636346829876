import { LAST_PAGE } from '../../contract/feed.values.ts'

/** The page of a list that the address asks for, or the nearest that there can be. The first is 0. */
export const readPage = (search: URLSearchParams): number =>
  Math.min(LAST_PAGE, Math.max(0, Math.trunc(Number(search.get('page')) || 0)))

/** The address's search with another page, and all else as it is. */
export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('page', String(page))
  return next
}

/** Number of pages of a list; at least the open one, whose rows may have gone since it was reached. */
export const countPages = (page: number, size: number, total: number): number =>
  Math.max(page + 1, Math.ceil(total / size))
