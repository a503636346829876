import type { QueryClient } from '@tanstack/react-query'
import type { Group } from '../../../../contract/groups.ts'
import { call } from '../../../api.ts'
import { invalidate } from '../../../invalidate.ts'
import { endpointQuery } from '../../../query.ts'

const MAX_OWN_GROUPS = 100

/** The first groups that the reader belongs to, asked to join, or is invited to. All of them: `allOwnGroupsQuery`. */
export const ownGroupsQuery = endpointQuery('groups.list', { mine: true, pageSize: MAX_OWN_GROUPS }, true)
export const foundGroupsQuery = (search: string, page: number) =>
  endpointQuery('groups.list', { mine: false, page, pageSize: 12, ...(search !== '' && { search }) }, true)
export const groupQuery = (id: string) => endpointQuery('groups.one', { id, prayers: false }, true)
export const membersQuery = (id: string, status: 'active' | 'pending' | 'banned', cursor?: string) =>
  endpointQuery('groups.members', { id, status, ...(cursor !== undefined && { cursor }) }, true)
export const leadersQuery = (id: string) => endpointQuery('groups.members', { id, leaders: true }, true)
export const invitesQuery = (id: string) => endpointQuery('groups.invites', { id }, true)

/** Stores a group from a response in the cache and invalidates the lists of groups. */
export async function cacheGroup(client: QueryClient, group: Group): Promise<void> {
  client.setQueryData(groupQuery(group.id).queryKey, group)
  // Requests bear the name of their group.
  await invalidate(client, 'groups', 'prayers')
}

/** Marks the group as seen on the server, so that the reader's list of groups shows no new activity for it. */
export async function markSeen(client: QueryClient, id: string): Promise<void> {
  const { error } = await call('groups.see', { id })
  if (!error) await client.invalidateQueries({ queryKey: ['groups.list'], refetchType: 'none' })
}
