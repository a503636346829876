import { q } from '../../query.ts'

export const remindersQuery = q('prayer_lists.reminders', {}, true)
/** Everything about the reader's own lists. */
export const isOfLists = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  typeof name === 'string' && name.startsWith('prayer_lists.')
