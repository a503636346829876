export const kinds = ['guide', 'help', 'legal', 'update', 'notification'] as const
export const states = ['draft', 'published', 'archived'] as const
export const statusBadge = {
  draft: 'badge badge--accent',
  published: 'badge badge--success',
  archived: 'badge',
} as const

export const bannerTypes = ['announcement', 'info', 'success', 'warning'] as const
export const audiences = ['everybody', 'members', 'staff'] as const
