import type { QueryClient } from '@tanstack/react-query'
import type { Group } from '../../../contract/groups.ts'
import { call } from '../../api.ts'
import { q } from '../../query.ts'

const MOST = 100

/** Those that the reader belongs to, asked to join, or is invited to. */
export const ownGroupsQuery = q('groups.list', { mine: true, pageSize: MOST }, true)
export const foundGroupsQuery = (search: string, page: number) =>
  q('groups.list', { page, pageSize: 12, ...(search !== '' && { search }) }, true)
export const groupQuery = (id: string) => q('groups.one', { id }, true)
export const membersQuery = (id: string, status: 'active' | 'pending' | 'banned', cursor?: string) =>
  q('groups.members', { id, status, ...(cursor !== undefined && { cursor }) }, true)
export const leadersQuery = (id: string) => q('groups.members', { id, leaders: true }, true)
export const invitesQuery = (id: string) => q('groups.invites', { id }, true)

const isGroups = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  typeof name === 'string' && name.startsWith('groups.')

/** After a change of who belongs where: everything about groups is asked for again. */
export const askAgain = (client: QueryClient): Promise<void> => client.invalidateQueries({ predicate: isGroups })

/** Takes in what the server just said of a group. */
export async function keepGroup(client: QueryClient, group: Group): Promise<void> {
  client.setQueryData(groupQuery(group.id).queryKey, group)
  await askAgain(client)
}

/** Tells the server that the reader has looked; those who come back to their groups find nothing new in this one. */
export async function markSeen(client: QueryClient, id: string): Promise<void> {
  const { error } = await call('groups.see', { id })
  if (!error) await client.invalidateQueries({ queryKey: ownGroupsQuery.queryKey, refetchType: 'none' })
}

/** A group that a list has already brought. */
export const knownGroup = (client: QueryClient, id: string): Group | undefined =>
  client.getQueryData(ownGroupsQuery.queryKey)?.items.find((group) => group.id === id)
