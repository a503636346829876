export const repetitions = ['once', 'daily', 'weekly'] as const

export const MAX_LIST_NAME_LENGTH = 60
