import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, nextTimestamp, now } from '../../../context.ts'
import { hasEffect, hasRow, lockReferredRows, prayersWithoutReader } from '../../../db/open.ts'
import { publishEvents } from '../../../live/announce.ts'
import { foldIdentity, foldName } from '../../../db/names.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import { type Membership, mayManageGroup, type GroupRow } from './groups.rules.ts'
import { listLeaders } from './groups.queries.ts'

/** Most events that one statement inserts. */
const BATCH = 500

/** Inserts a group with its first owner. A taken name violates the database's unique constraint. */
export async function insertGroup(
  ctx: Context,
  owner_id: string,
  group: ParsedInput<'groups.create'>,
): Promise<string> {
  const id = uuidv7()
  const at = now(ctx)
  await ctx.db
    .insertInto('groups')
    .values({
      id,
      ...group,
      name_folded: foldIdentity(group.name),
      search_folded: foldName(group.name, group.description ?? ''),
      member_count: 1,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await ctx.db
    .insertInto('memberships')
    .values({ group_id: id, user_id: owner_id, role: 'owner', status: 'active', created_at: at, updated_at: at })
    .execute()
  return id
}

export async function updateGroup(
  ctx: Context,
  { id, updated_at, ...row }: Pick<GroupRow, 'id' | 'updated_at' | 'name' | 'description'>,
  change: Omit<ParsedInput<'groups.edit'>, 'id' | 'updated_at'>,
): Promise<void> {
  await ctx.db
    .updateTable('groups')
    .set({
      ...change,
      ...(change.name !== undefined && { name_folded: foldIdentity(change.name) }),
      search_folded: foldName(change.name ?? row.name, change.description ?? row.description),
      updated_at: nextTimestamp(ctx, updated_at),
    })
    .where('id', '=', id)
    .execute()
}

/** The words of what is held for danger in a group stay in its case, for the care team that looks after its author. */
async function keepWordsOfCases(ctx: Context, prayer_request_ids: string[]): Promise<void> {
  if (prayer_request_ids.length === 0) return
  const held = await prayersWithoutReader(ctx.db)
    .innerJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .where('prayers.id', 'in', prayer_request_ids)
    .where('held_reason', '=', sql.lit('crisis'))
    .where('closed_at', 'is', null)
    .select(['prayers.id', 'title', 'content'])
    .execute()
  for (const { id: prayer_request_id, title, content } of held) {
    const updates = await ctx.db
      .selectFrom('prayer_updates')
      .select('content')
      .where('prayer_request_id', '=', prayer_request_id)
      .where('publication', 'in', ['held', 'published'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const words = [title ?? [], content, updates.map((update) => update.content)].flat().join('\n\n')
    const note = { id: uuidv7(), prayer_request_id, act: 'note' as const, user_id: null, to_user_id: null }
    await ctx.db
      .insertInto('care_case_entries')
      .values({ ...note, content: words, created_at: now(ctx) })
      .execute()
  }
}

/**
 * Deletes the group. Its requests become private to their authors, so no text is lost and nobody else sees it; of what is held for danger
 * the care team keeps the words that it could read. Tells authors other than `by`, null where nobody knows who deletes it, of what still
 * waits: the answered ones of years would be too many.
 */
export async function deleteGroup(ctx: Context, id: string, by: string | null): Promise<void> {
  // First, so that nobody shares anything in the group from now on: it would be deleted with the group.
  const members = await ctx.db
    .deleteFrom('memberships')
    .where('group_id', '=', id)
    .returning(['user_id', 'status'])
    .execute()
  // In the order of whoever deletes the account of somebody who has left the group, and whose requests stayed in it.
  const theirs = prayersWithoutReader(ctx.db).select('id').where('group_id', '=', id).orderBy('id')
  await lockReferredRows(theirs, ctx.database).execute()
  const shared = await ctx.db
    .updateTable('prayers')
    .set({ group_id: null, visibility: 'private' })
    .where('group_id', '=', id)
    .returning(['id', 'author_id', 'publication', 'status'])
    .execute()
  // After their rows are locked, as everybody who changes a case.
  await keepWordsOfCases(
    ctx,
    shared.flatMap((prayer) => (prayer.publication === 'held' ? prayer.id : [])),
  )
  for (const { id: prayer_request_id, author_id, publication, status } of shared) {
    if (author_id === null || author_id === by || publication !== 'published') continue
    if (status === 'open' || status === 'ongoing')
      await ctx.addJob('notifications.tell_left_group', { author_id, prayer_request_id })
  }
  await ctx.db.deleteFrom('groups').where('id', '=', id).execute()
  // To each person, because the group has no members any more.
  const events = members
    .filter(({ status }) => status !== 'banned')
    .map(({ user_id }) => ({
      kind: 'groups' as const,
      group_id: id,
      audience: 'person' as const,
      audience_id: user_id,
    }))
  for (let start = 0; start < events.length; start += BATCH)
    await publishEvents(ctx, events.slice(start, start + BATCH))
}

/** Locks a group's row until the transaction ends, so that changes of its memberships run one after another. */
export async function lockGroup({ db }: Context, id: string): Promise<void> {
  await db
    .updateTable('groups')
    .set((group) => ({ member_count: group.ref('member_count') }))
    .where('id', '=', id)
    .execute()
}

/** Locks a membership's row until the transaction ends. Returns false when the user is no active member. */
export const lockMembership = ({ db }: Context, group_id: string, user_id: string): Promise<boolean> =>
  db
    .updateTable('memberships')
    .set((membership) => ({ status: membership.ref('status') }))
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .$call(hasEffect)

/** Somebody leads the group from now on: they hear of those who wait to join it already. */
export async function tellNewLeader(ctx: Context, group_id: string, user_id: string): Promise<void> {
  const isAsked = await ctx.db
    .selectFrom('memberships')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('status', '=', sql.lit('pending'))
    .$call(hasRow)
  if (isAsked) await ctx.addJob('notifications.tell_leaders', { group_id, user_id })
}

/** Inserts, updates or deletes a membership, and updates the count of active members. */
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
  if (mayManageGroup(before) && !mayManageGroup(after)) {
    // A code of somebody who leads no longer stays dead, even if they lead again one day.
    await ctx.db
      .updateTable('group_invites')
      .set({ revoked_at: at })
      .where('group_id', '=', group_id)
      .where('created_by', '=', user_id)
      .where('revoked_at', 'is', null)
      .execute()
  }
  if (!mayManageGroup(before) && mayManageGroup(after)) await tellNewLeader(ctx, group_id, user_id)
  if (after?.status === 'active')
    await ctx.db.deleteFrom('group_removals').where('group_id', '=', group_id).where('user_id', '=', user_id).execute()
  const change = Number(after?.status === 'active') - Number(before?.status === 'active')
  // Always publishes to the user; to the group only when somebody joined or left. Who asks to join is for leaders alone: their pages
  // learn of it, and that another of them has decided.
  const leaders = [before, after].some((one) => one?.status === 'pending') ? await listLeaders(ctx.db, group_id) : []
  await publishEvents(ctx, [
    { kind: 'groups', group_id, audience: 'person', audience_id: user_id },
    ...(change === 0 ? [] : [{ kind: 'groups' as const, group_id, audience: 'group' as const, audience_id: group_id }]),
    ...leaders.flatMap((audience_id) => [
      { kind: 'groups' as const, group_id, audience: 'person' as const, audience_id },
      { kind: 'notices' as const, audience: 'person' as const, audience_id },
    ]),
  ])
  if (change !== 0) {
    await ctx.db
      .updateTable('groups')
      .set((group) => ({ member_count: group('member_count', '+', change) }))
      .where('id', '=', group_id)
      .execute()
  }
}

/** Records that a leader removed somebody: invitations from before do not bring them back. */
export async function recordRemoval(ctx: Context, group_id: string, user_id: string): Promise<void> {
  const removed_at = now(ctx)
  await ctx.db
    .insertInto('group_removals')
    .values({ group_id, user_id, removed_at })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ removed_at }))
    .execute()
}

/** Records that a member has seen what is shared. Returns false when they are no active member. */
export const markSeen = (ctx: Context, group_id: string, user_id: string): Promise<boolean> =>
  ctx.db
    .updateTable('memberships')
    .set({ seen_at: now(ctx) })
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .$call(hasEffect)

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

/** Revokes an invitation. Returns false when the group has none with this id. */
export const revokeInvite = (ctx: Context, group_id: string, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('group_invites')
    .set({ revoked_at: now(ctx) })
    .where('id', '=', id)
    .where('group_id', '=', group_id)
    .where('revoked_at', 'is', null)
    .$call(hasEffect)

/** Counts one use. Returns false when none is left, even if somebody else took the last one just now. */
export const redeemInvite = ({ db }: Context, id: string): Promise<boolean> =>
  db
    .updateTable('group_invites')
    .set((invite) => ({ uses: invite('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .$call(hasEffect)
