import { endpointQuery } from '../../../query.ts'

export const remindersQuery = endpointQuery('prayer_lists.reminders', {}, true)
/** Everything about the reader's own lists. */
export const isPrayerListsQuery = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  typeof name === 'string' && name.startsWith('prayer_lists.')
