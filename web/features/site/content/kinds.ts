export const statusBadge = {
  draft: 'badge badge--accent',
  published: 'badge badge--success',
  archived: 'badge',
} as const
