import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, now } from '../../../context.ts'
import { publishEvents } from '../../../live/announce.ts'
import { foldIdentity } from '../../../db/names.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import type { Membership } from './groups.rules.ts'
import type { NewGroup } from './groups.queries.ts'

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
