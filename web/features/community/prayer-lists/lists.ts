import { endpointQuery } from '../../../query.ts'

export const remindersQuery = endpointQuery('prayer_lists.reminders', {}, true)
