import type { Context } from '../../../context.ts'
import type { JobHandlers, JobPayload } from '../../../jobs/kinds.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { lockGroup, setMembership } from './groups.commands.ts'
import { readMembership } from './groups.queries.ts'
import { mayManageGroup } from './groups.rules.ts'

/** Makes a new person a member, unless whoever invited them leads the group no longer. */
async function joinInvited(
  ctx: Context,
  { user_id, group_id, invited_by }: JobPayload<'groups.join_invited'>,
): Promise<void> {
  await lockGroup(ctx, group_id)
  if (!mayManageGroup(await readMembership(ctx.db, group_id, invited_by))) return
  if (await readMembership(ctx.db, group_id, user_id)) return
  await setMembership(ctx, group_id, user_id, undefined, { role: 'member', status: 'active' })
}

export const groupJobs = (ctx: Context): JobHandlers<'groups.join_invited'> => ({
  'groups.join_invited': doneOnce(ctx, joinInvited),
})
