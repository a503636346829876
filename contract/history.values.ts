/** Number of entries on a page of what was before: versions, edits, decisions. A full one may have another after it. */
export const HISTORY_PAGE = 100
