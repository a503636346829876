import { q } from '../../query.ts'

export const listsQuery = q('prayer_lists.list', {}, true)
export const listQuery = (id: string) => q('prayer_lists.one', { id }, true)
