import { type SqlBool, sql } from 'kysely'
import type { GroupMember, GroupStatus } from '../../../../contract/groups.ts'
import { type Context, now } from '../../../context.ts'
import { containsName, foldIdentity } from '../../../db/names.ts'
import { type Db, hasRow, toContainsPattern, isPublishedInGroup } from '../../../db/open.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import type { GroupRow, Membership } from './groups.rules.ts'

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
      'groups.updated_at',
      'mine.role as my_role',
      'mine.status as my_status',
    ])
    .select(
      // withoutReader: a number for active members. Counts no more than the newest, so that a full group costs no more than a quiet one.
      sql<number>`case when mine.status = 'active' then (
        select count(*) from (
          select author_id, created_at, listed_at from prayers
          where group_id = groups.id and ${isPublishedInGroup} and status <> 'archived'
          order by listed_at desc, id desc limit ${sql.lit(MAX_NEW_COUNT)}
        ) newest
        where (newest.created_at > coalesce(mine.seen_at, mine.created_at)
            or newest.listed_at > coalesce(mine.seen_at, mine.created_at))
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

/** Returns one row more than the page, which shows that there is another page. */
export function listGroups(
  db: Db,
  viewer_id: string,
  { mine, search, page, pageSize }: ListOptions,
): Promise<GroupRow[]> {
  let query = selectGroups(db, viewer_id)
    .orderBy('groups.name_folded')
    .limit(pageSize + 1)
    .offset(page * pageSize)
  query = query.where((where) => {
    const own = where('mine.status', 'in', ['active', 'pending', 'invited'])
    if (mine) return own
    const listed = where('groups.is_listed', '=', sql.lit(true))
    if (mine === undefined) return where.or([own, listed])
    return where.and([listed, where.or([where('mine.status', 'is', null), where('mine.status', '=', 'banned')])])
  })
  if (search) {
    // A group that the version before makes, while it still runs beside this one, is found by its name alone.
    const name = toContainsPattern(foldIdentity(search))
    query = query.where(
      sql<SqlBool>`(${containsName('groups.search_folded', search)} or groups.name_folded like ${name} escape '\\')`,
    )
  }
  return query.execute()
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

export const readMembership = (db: Db, group_id: string, user_id: string): Promise<Membership | undefined> =>
  db
    .selectFrom('memberships')
    .select(['role', 'status'])
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** True if the group has an owner other than this user who can sign in. */
export const hasOtherOwner = (db: Db, group_id: string, user_id: string): Promise<boolean> =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('memberships.role', '=', 'owner')
    .where('memberships.status', '=', 'active')
    .where('users.status', '=', sql.lit('active'))
    .where('user_id', '!=', user_id)
    .limit(1)
    .$call(hasRow)

/** The people who decide who joins a group. */
export async function listLeaders(db: Db, group_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('status', '=', sql.lit('active'))
    .where(sql<SqlBool>`role in ('owner', 'leader')`)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const selectMembers = (db: Db, group_id: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.group_id', '=', group_id)
    .select(['users.id', 'users.display_name', 'memberships.role', 'memberships.status', 'memberships.created_at'])

type MemberRow = Pick<GroupMember, 'role' | 'status'> & { id: string; display_name: string; created_at: string }
const toGroupMember = ({ id, display_name, created_at, ...row }: MemberRow): GroupMember => ({
  user: { id, display_name },
  ...row,
  joined_at: created_at,
})

export type MembersCursor = [created_at: string, user_id: string]

/** Members, the longest membership first, from one index. Returns one more than the page. */
export async function listMembers(
  db: Db,
  group_id: string,
  {
    status,
    leaders,
    search,
    after,
    pageSize,
  }: Pick<ListOptions, 'search' | 'pageSize'> & {
    status: GroupStatus
    leaders?: boolean | undefined
    after: MembersCursor | undefined
  },
): Promise<GroupMember[]> {
  let query = selectMembers(db, group_id)
    .where('memberships.status', '=', status)
    .orderBy('memberships.created_at')
    .orderBy('memberships.user_id')
    .limit(pageSize + 1)
  if (leaders) query = query.where(sql<SqlBool>`memberships.role in ('owner', 'leader')`)
  if (search) query = query.where(containsName('users.name_folded', search))
  if (after)
    query = query.where(sql<SqlBool>`(memberships.created_at, memberships.user_id) > (${after[0]}, ${after[1]})`)
  const rows = await query.execute()
  return rows.map(toGroupMember)
}

export async function findMember(db: Db, group_id: string, user_id: string): Promise<GroupMember | undefined> {
  const row = await selectMembers(db, group_id).where('user_id', '=', user_id).executeTakeFirst()
  return row && toGroupMember(row)
}

/** Invitations that can be used: while whoever made one leads the group, and is not suspended or gone. */
const selectOpenInvites = (ctx: Context) =>
  ctx.db
    .selectFrom('group_invites')
    .innerJoin('memberships as inviter', (join) =>
      join
        .onRef('inviter.group_id', '=', 'group_invites.group_id')
        .onRef('inviter.user_id', '=', 'group_invites.created_by'),
    )
    .innerJoin('users', 'users.id', 'inviter.user_id')
    .where('inviter.status', '=', sql.lit('active'))
    .where(sql<SqlBool>`inviter.role in ('owner', 'leader')`)
    .where('users.status', '=', sql.lit('active'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))

export const listOpenInvites = (ctx: Context, group_id: string) =>
  selectOpenInvites(ctx)
    .select(['group_invites.id', 'group_invites.created_at', 'expires_at', 'max_uses', 'uses'])
    .where('group_invites.group_id', '=', group_id)
    .orderBy('group_invites.created_at', 'desc')
    .execute()

/**
 * The group of a code, while the invitation can be used by this person: one from before they were removed from the group
 * does not bring them back.
 */
export const findInvite = (
  ctx: Context,
  code: string,
  user_id: string,
): Promise<{ id: string; group_id: string } | undefined> =>
  selectOpenInvites(ctx)
    .leftJoin('group_removals', (join) =>
      join.onRef('group_removals.group_id', '=', 'group_invites.group_id').on('group_removals.user_id', '=', user_id),
    )
    .select(['group_invites.id', 'group_invites.group_id'])
    .where('code_hash', '=', hashSecret(code))
    .where((where) =>
      where.or([where('removed_at', 'is', null), where('group_invites.created_at', '>', where.ref('removed_at'))]),
    )
    .executeTakeFirst()
