export const groupRoles = ['owner', 'leader', 'member'] as const

export const groupStatuses = ['active', 'pending', 'invited', 'banned'] as const

export const joinings = ['open', 'request', 'invite'] as const

export const postings = ['members', 'leaders'] as const

export const MAX_GROUP_NAME_LENGTH = 60
export const MAX_GROUP_DESCRIPTION_LENGTH = 400
export const MAX_GROUP_SEARCH_LENGTH = 100
