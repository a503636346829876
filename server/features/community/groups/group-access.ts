import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { type GroupRow, groupById, membershipIn } from './groups.queries.ts'
import { lockMembership } from './groups.commands.ts'
import { isActiveMember, isOverseer, maySeeGroup, mayPostToGroup } from './groups.rules.ts'

/** The group, for those who may know of it; for everybody else it is not there. */
export async function readGroup(ctx: Context, viewer: Viewer, id: string): Promise<GroupRow> {
  const row = ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found')
  check(maySeeGroup(row, membershipIn(row)), 'groups.not_found')
  return row
}

/** As `readGroup`, but an administrator sees every group, and that is written down. */
export async function readGroupAsOverseer(
  ctx: Context,
  viewer: Viewer,
  id: string,
  action: string,
  reason?: string,
): Promise<GroupRow> {
  const row = ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found')
  if (isActiveMember(membershipIn(row)) || !isOverseer(viewer)) {
    check(maySeeGroup(row, membershipIn(row)), 'groups.not_found')
    return row
  }
  await ctx.transaction((transaction) =>
    recordAudit(transaction, viewer.id, { action, target_type: 'group', target_id: id, reason }),
  )
  return row
}

/**
 * Refuses who may not share in the group. What a person is there is held until the end of the transaction: who leaves, or is
 * sent away, at the same moment does so before this or after it, and never in between.
 */
export async function checkMayPost(ctx: Context, viewer: Viewer, group_id: string): Promise<void> {
  check(await lockMembership(ctx, group_id, viewer.id), 'groups.not_found')
  const row = ensureFound(await groupById(ctx.db, viewer.id, group_id), 'groups.not_found')
  check(mayPostToGroup(row, membershipIn(row)), 'groups.leaders_only')
}
