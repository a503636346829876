export const views = ['newest', 'waiting', 'answered'] as const
/** In code points. */
export const MAX_SEARCH_LENGTH = 100
