import type { NewPrayer } from '../../../../contract/prayers.ts'
import type { Context } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { checkMayPost } from '../groups/group-access.ts'
import { decideInSummary } from './in-summary.queries.ts'
import type { PrayerChange } from './prayer-review.ts'
import type { PrayerRow } from './prayers.rules.ts'

/** Refuses unless `group_id` is set exactly when the visibility is `group`, and the viewer may share in that group. */
export async function checkAudience(
  ctx: Context,
  viewer: Viewer,
  { visibility, group_id }: Pick<NewPrayer, 'visibility' | 'group_id'>,
): Promise<void> {
  check((visibility === 'group') === (typeof group_id === 'string'), 'request.invalid')
  if (typeof group_id === 'string') await checkMayPost(ctx, viewer, group_id)
}

/** Checks a change of visibility or group. An unchanged audience was checked with the right to edit. */
export async function resolveAudience(
  ctx: Context,
  viewer: Viewer,
  row: PrayerRow,
  { visibility = row.visibility, group_id: wanted, in_summary: let_in, ...change }: PrayerChange,
): Promise<PrayerChange> {
  // Changing the visibility from `group` without naming another group removes the request from the group.
  const group_id = wanted ?? (visibility === 'group' ? row.group_id : null)
  const isMoved = visibility !== row.visibility || group_id !== row.group_id
  if (isMoved) await checkAudience(ctx, viewer, { visibility, group_id })
  const in_summary = await decideInSummary(ctx.db, let_in, { was: !isMoved && row.in_summary, group_id })
  return {
    ...change,
    ...(in_summary !== row.in_summary && { in_summary }),
    // Left unwritten otherwise, because somebody may be removing the request from its group at this moment.
    ...(isMoved && { visibility, group_id }),
  }
}
