import type { HeldReason } from '../../../contract/prayers.ts'
import type { Decision } from '../../../contract/reports.ts'
import type { Context } from '../../context.ts'
import { deletePrayers, holdPrayers, setPublication } from '../prayers/prayers.changes.ts'
import { isTold } from '../decisions/decisions.rules.ts'
import { setUpdatePublication } from '../updates/updates.queries.ts'
import { type ReportRow, type Target, openTypes, publicationOf } from './reports.queries.ts'
import { hides } from './reports.rules.ts'

/** Why a request is hidden: by the number of reports, or because a moderator decided so. Only the first is undone by dismissing reports. */
const BY_REPORTS = 'reports'
const BY_MODERATOR = 'moderator'

async function hide(ctx: Context, { prayer_request_id, update_id }: Target, reason: HeldReason): Promise<void> {
  if (update_id === null) await setPublication(ctx, prayer_request_id, 'hidden', reason)
  else await setUpdatePublication(ctx, update_id, 'hidden')
}

/** Tells the author what became of their request. `decision_id`: by which they can answer; none when nobody has decided yet. */
export async function tellAuthor(
  ctx: Context,
  { author_id, prayer_request_id }: { author_id: string | null; prayer_request_id: string },
  decision: Decision,
  decision_id?: string,
): Promise<void> {
  if (author_id === null || !isTold(decision)) return
  await ctx.addJob('notifications.tell_author', { author_id, prayer_request_id, decision, decision_id })
}

/** Takes what was reported from the wall when the open reports say so. */
export async function hideWhenReported(ctx: Context, target: Target, author_id: string | null): Promise<void> {
  // One after the other, or three reports at once would each see the two others missing.
  await holdPrayers(ctx.db, [target.prayer_request_id])
  if (!hides(await openTypes(ctx.db, target))) return
  await hide(ctx, target, BY_REPORTS)
  await tellAuthor(ctx, { author_id, prayer_request_id: target.prayer_request_id }, 'hidden')
}

/** Puts back what reports alone have hidden, once those that are left would not. */
export async function restoreWhenDismissed(ctx: Context, row: ReportRow): Promise<void> {
  if (publicationOf(row) !== 'hidden' || hides(await openTypes(ctx.db, row))) return
  if (row.update_id !== null) await setUpdatePublication(ctx, row.update_id, 'published')
  else if (row.held_reason === BY_REPORTS || row.decision === 'hidden')
    await setPublication(ctx, row.prayer_request_id, 'published', null)
}

/** Does what was decided. */
export async function carryOut(ctx: Context, row: ReportRow, decision: Decision): Promise<void> {
  const { prayer_request_id, update_id } = row
  if (decision === 'referred_to_care') await ctx.addJob('notifications.tell_care', { prayer_request_id })
  // What its author has deleted meanwhile stays deleted.
  if (publicationOf(row) === 'deleted') return
  if (decision === 'hidden') await hide(ctx, row, BY_MODERATOR)
  if (decision !== 'removed') return
  if (update_id === null) await deletePrayers(ctx, [prayer_request_id])
  else await setUpdatePublication(ctx, update_id, 'deleted')
}
