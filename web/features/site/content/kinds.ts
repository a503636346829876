export const statusTone = {
  draft: 'accent',
  published: 'success',
  archived: undefined,
} as const
