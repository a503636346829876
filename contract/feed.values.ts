export const views = ['newest', 'waiting', 'answered'] as const
/** In code points. */
export const MAX_SEARCH_LENGTH = 100
/** The last page that a list of the desk has an address for. The first is 0. */
export const LAST_PAGE = 10_000
