import { queryOptions } from '@tanstack/react-query'
import type { Group } from '../../contract/groups.ts'
import { browserCall } from '../api.ts'
import { listAbout } from '../query.ts'

const PAGE_SIZE = 100

/** All groups that the reader belongs to, asked to join, or is invited to, however many: for a choice among them. */
export const allOwnGroupsQuery = queryOptions<Group[]>({
  queryKey: ['groups.list', { mine: true, pages: true }],
  meta: { personal: true, about: listAbout('groups.list') },
  queryFn: async ({ signal }) => {
    const groups: Group[] = []
    for (let page = 0; ; page++) {
      const input = { mine: true, page, pageSize: PAGE_SIZE }
      const { items, has_more } = await browserCall('groups.list', input, { signal })
      groups.push(...items)
      if (!has_more) return groups
    }
  },
})
