export const contentTypes = ['guide', 'help', 'legal', 'update', 'notification'] as const

export const contentStatuses = ['draft', 'published', 'archived'] as const

export const notificationTypes = ['announcement', 'info', 'success', 'warning'] as const

export const audiences = ['everybody', 'members', 'staff'] as const

export const bulkActs = ['publish', 'unpublish', 'delete'] as const

export const MAX_PAGE_TITLE_LENGTH = 200
export const MAX_SLUG_LENGTH = 100
export const MAX_PAGE_LENGTH = 100_000
/** Limits of the metadata of an entry: members, bytes of its JSON, and how deep objects and lists may lie in one another. */
export const MAX_METADATA_MEMBERS = 32
export const MAX_METADATA_BYTES = 4096
export const METADATA_DEPTH = 3

/** Says where an announcement stands: not published, shown from later on, shown now, or no longer. */
export const announcementStates = ['shown', 'planned', 'draft', 'over'] as const
