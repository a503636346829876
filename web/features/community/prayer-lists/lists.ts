import { endpointQuery } from '../../../query.ts'

export const remindersQuery = endpointQuery('prayer_lists.reminders', {}, true)
/** The request that a reminder is about. */
export const aboutQuery = (id: string) => endpointQuery('prayers.one', { id }, true)
