export const kinds = ['guide', 'help', 'legal', 'update', 'notification'] as const
export const states = ['draft', 'published', 'archived'] as const
export const statusTone = {
  draft: 'accent',
  published: 'success',
  archived: undefined,
} as const

export const bannerTypes = ['announcement', 'info', 'success', 'warning'] as const
export const audiences = ['everybody', 'members', 'staff'] as const
