import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Group, GroupMember, GroupRole, GroupStatus } from '../../../contract/groups.ts'
import type { ParsedInput } from '../../../contract/schemas.ts'
import type { Context } from '../../context.ts'
import { publishEvents } from '../../live/announce.ts'
import { now } from '../../context.ts'
import { foldIdentity } from '../../db/names.ts'
import { type Db, toContainsPattern, isPublishedInGroup } from '../../db/open.ts'
import { hashSecret } from '../../secrets/secrets.ts'
import { type Membership, mayEditGroup, mayJoinGroup, mayManageGroup, mayPostToGroup } from './groups.rules.ts'

export interface GroupRow {
  id: string
  name: string
  description: string
  joining: 'open' | 'request' | 'invite'
  is_listed: boolean
  posting: 'members' | 'leaders'
  member_count: number
  my_role: GroupRole | null
  my_status: GroupStatus | null
  new_count: number
}

export const membershipIn = ({ my_role, my_status }: GroupRow): Membership | undefined =>
  my_role !== null && my_status !== null ? { role: my_role, status: my_status } : undefined

/** A group as one reader may see it. A ban is not told apart from being no member. */
export function toGroup(row: GroupRow): Group {
  const place = membershipIn(row)
  const shown = place?.status === 'banned' ? undefined : place
  return {
    ...row,
    my_role: shown?.role ?? null,
    my_status: shown?.status ?? null,
    may: {
      edit: mayEditGroup(place),
      manage: mayManageGroup(place),
      post: mayPostToGroup(row, place),
      join: mayJoinGroup(row, shown),
    },
  }
}

const MAX_NEW_COUNT = 100

const selectGroups = (db: Db, viewer_id: string) =>
  db
    .selectFrom('groups')
    .leftJoin('memberships as mine', (join) =>
      join.onRef('mine.group_id', '=', 'groups.id').on('mine.user_id', '=', viewer_id),
    )
    .select([
      'groups.id',
      'groups.name',
      'groups.description',
      'groups.joining',
      'groups.is_listed',
      'groups.posting',
      'groups.member_count',
      'mine.role as my_role',
      'mine.status as my_status',
    ])
    .select(
      // Looks at no more than the newest, so that a full group costs no more than a quiet one.
      sql<number>`case when mine.status = 'active' then (
        select count(*) from (
          select author_id, created_at from prayers
          where group_id = groups.id and ${isPublishedInGroup} and status <> 'archived'
          order by listed_at desc, id desc limit ${sql.lit(MAX_NEW_COUNT)}
        ) newest
        where newest.created_at > coalesce(mine.seen_at, mine.created_at)
          and newest.author_id is distinct from ${viewer_id}
      ) else 0 end`.as('new_count'),
    )

export const groupById = (db: Db, viewer_id: string, id: string): Promise<GroupRow | undefined> =>
  selectGroups(db, viewer_id).where('groups.id', '=', id).executeTakeFirst()

export interface ListOptions {
  mine?: boolean | undefined
  search?: string | undefined
  page: number
  pageSize: number
}

/** One row more than the page, to know whether there is another. */
export function listGroups(
  db: Db,
  viewer_id: string,
  { mine, search, page, pageSize }: ListOptions,
): Promise<GroupRow[]> {
  let query = selectGroups(db, viewer_id)
    .orderBy('groups.name_folded')
    .limit(pageSize + 1)
    .offset(page * pageSize)
  query = mine
    ? query.where('mine.status', 'in', ['active', 'pending', 'invited'])
    : query
        .where('groups.is_listed', '=', sql.lit(true))
        .where((where) => where.or([where('mine.status', 'is', null), where('mine.status', '=', 'banned')]))
  if (search) {
    const pattern = toContainsPattern(foldIdentity(search))
    query = query.where(
      sql<SqlBool>`(groups.name_folded like ${pattern} escape '\\' or lower(groups.description) like ${pattern} escape '\\')`,
    )
  }
  return query.execute()
}

export interface NewGroup {
  name: string
  description?: string | undefined
  joining?: Group['joining'] | undefined
  is_listed?: boolean | undefined
  posting?: Group['posting'] | undefined
}

/** Makes a group with its first owner. A name that is taken makes the database refuse it as a duplicate. */
export async function insertGroup(ctx: Context, owner_id: string, group: NewGroup): Promise<string> {
  const id = uuidv7()
  const at = now(ctx)
  await ctx.db
    .insertInto('groups')
    .values({ id, ...group, name_folded: foldIdentity(group.name), member_count: 1, created_at: at, updated_at: at })
    .execute()
  await ctx.db
    .insertInto('memberships')
    .values({ group_id: id, user_id: owner_id, role: 'owner', status: 'active', created_at: at, updated_at: at })
    .execute()
  return id
}

export async function updateGroup(
  ctx: Context,
  id: string,
  change: Omit<ParsedInput<'groups.edit'>, 'id'>,
): Promise<void> {
  await ctx.db
    .updateTable('groups')
    .set({
      ...change,
      ...(change.name !== undefined && { name_folded: foldIdentity(change.name) }),
      updated_at: now(ctx),
    })
    .where('id', '=', id)
    .execute()
}

/** Ends the group. Its requests become readable by their authors only: nobody's words are lost, and nobody else sees them. */
export async function deleteGroup(ctx: Context, id: string): Promise<void> {
  // First, so that nobody shares anything in it from here on: it would go with the group.
  await ctx.db.deleteFrom('memberships').where('group_id', '=', id).execute()
  await ctx.db
    .updateTable('prayers')
    .set({ group_id: null, visibility: 'private' })
    .where('group_id', '=', id)
    .execute()
  await ctx.db.deleteFrom('groups').where('id', '=', id).execute()
}

export async function countOwned(db: Db, user_id: string): Promise<number> {
  const rows = await db
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', user_id)
    .where('role', '=', 'owner')
    .execute()
  return rows.length
}

/** Holds a group's row until the end of the transaction: changes of who belongs to it come one after another. */
export async function lockGroup({ db }: Context, id: string): Promise<void> {
  await db
    .updateTable('groups')
    .set((group) => ({ member_count: group.ref('member_count') }))
    .where('id', '=', id)
    .execute()
}

/** Holds a member's row until the end of the transaction. False when they are no active member. */
export async function lockMembership({ db }: Context, group_id: string, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set((membership) => ({ status: membership.ref('status') }))
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const readMembership = (db: Db, group_id: string, user_id: string): Promise<Membership | undefined> =>
  db
    .selectFrom('memberships')
    .select(['role', 'status'])
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** Writes a person's place in a group, or takes it away, and keeps the count of active members. */
export async function setMembership(
  ctx: Context,
  group_id: string,
  user_id: string,
  before: Membership | undefined,
  after: Membership | undefined,
): Promise<void> {
  const at = now(ctx)
  if (after === undefined) {
    await ctx.db.deleteFrom('memberships').where('group_id', '=', group_id).where('user_id', '=', user_id).execute()
  } else {
    await ctx.db
      .insertInto('memberships')
      .values({ group_id, user_id, ...after, created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ ...after, updated_at: at }))
      .execute()
  }
  const change = Number(after?.status === 'active') - Number(before?.status === 'active')
  // The person in any case; the group when somebody came or left, for who only asks to come in is known to its leaders alone.
  await publishEvents(ctx, [
    { kind: 'groups', group_id, audience: 'person', audience_id: user_id },
    ...(change === 0 ? [] : [{ kind: 'groups' as const, group_id, audience: 'group' as const, audience_id: group_id }]),
  ])
  if (change !== 0) {
    await ctx.db
      .updateTable('groups')
      .set((group) => ({ member_count: group('member_count', '+', change) }))
      .where('id', '=', group_id)
      .execute()
  }
}

/** Remembers that a member has looked at what is shared. False when they are none. */
export async function markSeen(ctx: Context, group_id: string, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('memberships')
    .set({ seen_at: now(ctx) })
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the group has an owner beside this person. */
export async function hasOtherOwner(db: Db, group_id: string, user_id: string): Promise<boolean> {
  const other = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('user_id', '!=', user_id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export type MembersCursor = [created_at: string, user_id: string]

/** Members by how long they have belonged, from one index. One more than the page. */
export async function listMembers(
  db: Db,
  group_id: string,
  {
    status,
    leaders,
    after,
    pageSize,
  }: { status: GroupStatus; leaders?: boolean | undefined; after: MembersCursor | undefined; pageSize: number },
): Promise<GroupMember[]> {
  let query = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.group_id', '=', group_id)
    .where('memberships.status', '=', status)
    .orderBy('memberships.created_at')
    .orderBy('memberships.user_id')
    .limit(pageSize + 1)
    .select(['users.id', 'users.display_name', 'memberships.role', 'memberships.status', 'memberships.created_at'])
  if (leaders) query = query.where(sql<SqlBool>`memberships.role in ('owner', 'leader')`)
  if (after)
    query = query.where(sql<SqlBool>`(memberships.created_at, memberships.user_id) > (${after[0]}, ${after[1]})`)
  const rows = await query.execute()
  return rows.map(({ id, display_name, role, created_at, ...row }) => ({
    user: { id, display_name },
    role,
    status: row.status,
    joined_at: created_at,
  }))
}

export async function findMember(db: Db, group_id: string, user_id: string): Promise<GroupMember | undefined> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .select(['users.id', 'users.display_name', 'memberships.role', 'memberships.status', 'memberships.created_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { id, display_name, role, status, created_at } = row
  return { user: { id, display_name }, role, status, joined_at: created_at }
}

/** Invitations that can still be used. */
export const listOpenInvites = (ctx: Context, group_id: string) =>
  ctx.db
    .selectFrom('group_invites')
    .select(['id', 'created_at', 'expires_at', 'max_uses', 'uses'])
    .where('group_id', '=', group_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .orderBy('created_at', 'desc')
    .execute()

export async function insertInvite(
  ctx: Context,
  invite: { group_id: string; created_by: string; code: string; expires_at: string; max_uses: number | null },
): Promise<{ id: string; created_at: string }> {
  const id = uuidv7()
  const created_at = now(ctx)
  const { code, ...row } = invite
  await ctx.db
    .insertInto('group_invites')
    .values({ id, ...row, code_hash: hashSecret(code), created_at })
    .execute()
  return { id, created_at }
}

/** Takes an invitation back. False when the group has none of this id. */
export async function revokeInvite(ctx: Context, group_id: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('group_invites')
    .set({ revoked_at: now(ctx) })
    .where('id', '=', id)
    .where('group_id', '=', group_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The group that a code leads to, as long as the invitation can be used. */
export async function findInvite(ctx: Context, code: string): Promise<{ id: string; group_id: string } | undefined> {
  return await ctx.db
    .selectFrom('group_invites')
    .select(['id', 'group_id'])
    .where('code_hash', '=', hashSecret(code))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .executeTakeFirst()
}

/** Counts one use. False when it was the last one's turn of somebody else. */
export async function redeemInvite({ db }: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('group_invites')
    .set((invite) => ({ uses: invite('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
