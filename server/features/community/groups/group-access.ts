import type { AuditAction } from '../../../../contract/audit.values.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { groupById } from './groups.queries.ts'
import { lockMembership } from './groups.commands.ts'
import {
  type GroupRow,
  type Membership,
  isActiveMember,
  isOverseer,
  mayPostToGroup,
  maySeeGroup,
  membershipIn,
} from './groups.rules.ts'

/** The group, for viewers who may know that it exists; "not found" for everybody else. */
export async function readGroup(ctx: Context, viewer: Viewer, id: string): Promise<GroupRow> {
  const row = ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found')
  check(maySeeGroup(row, membershipIn(row)), 'groups.not_found')
  return row
}

/** The viewer's membership. Refuses members whom the rule does not let through, and everybody else as `readGroup` does. */
export async function checkMember(
  ctx: Context,
  viewer: Viewer,
  id: string,
  rule: (membership: Membership | undefined) => boolean,
): Promise<Membership | undefined> {
  const membership = membershipIn(await readGroup(ctx, viewer, id))
  check(rule(membership), 'request.forbidden')
  return membership
}

/**
 * Like `readGroup`, but an administrator reads every group, and that is recorded in the audit log. `isOwn`: what their own membership
 * lets them do is not.
 */
export async function readGroupAsOverseer(
  ctx: Context,
  viewer: Viewer,
  id: string,
  action: AuditAction,
  isOwn: (membership: Membership | undefined) => boolean = isActiveMember,
): Promise<GroupRow> {
  const row = ensureFound(await groupById(ctx.db, viewer.id, id), 'groups.not_found')
  if (isOwn(membershipIn(row)) || !isOverseer(viewer)) {
    check(maySeeGroup(row, membershipIn(row)), 'groups.not_found')
    return row
  }
  await ctx.transaction((transaction) =>
    recordAudit(transaction, viewer.id, { action, target_type: 'group', target_id: id }),
  )
  return row
}

/**
 * Refuses viewers who may not share in the group. Locks the membership until the transaction ends, so that a member who
 * leaves or is removed at the same moment does so before this or after it, never in between.
 */
export async function checkMayPost(ctx: Context, viewer: Viewer, group_id: string): Promise<void> {
  check(await lockMembership(ctx, group_id, viewer.id), 'groups.not_found')
  const row = ensureFound(await groupById(ctx.db, viewer.id, group_id), 'groups.not_found')
  check(mayPostToGroup(row, membershipIn(row)), 'groups.leaders_only')
}
