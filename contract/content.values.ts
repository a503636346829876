export const contentTypes = ['guide', 'help', 'legal', 'update', 'notification'] as const

export const contentStatuses = ['draft', 'published', 'archived'] as const

export const notificationTypes = ['announcement', 'info', 'success', 'warning'] as const

export const audiences = ['everybody', 'members', 'staff'] as const

export const bulkActs = ['publish', 'unpublish', 'delete'] as const

export const MAX_PAGE_TITLE_LENGTH = 200
export const MAX_SLUG_LENGTH = 100
export const MAX_PAGE_LENGTH = 100_000
