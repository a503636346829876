import type { HeldReason } from '../../../contract/prayers.ts'
import type { Decision } from '../../../contract/reports.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { check } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { enqueueMail } from '../../mail/queue.ts'
import { deletePrayers, lockPrayers, setPrayerPublication } from '../prayers/prayers.changes.ts'
import { type AccountChange, isNotifiedDecision } from '../decisions/decisions.rules.ts'
import { revokeSessions } from '../sessions/sessions.queries.ts'
import { lockForStaff, setRole, setUserStatus } from '../users/users.queries.ts'
import { isStaff, maySuspend } from '../users/users.rules.ts'
import { setUpdatePublication } from '../updates/updates.queries.ts'
import { type ReportRow, type Target, readOpenTypes, publicationOf } from './reports.queries.ts'
import { shouldHide } from './reports.rules.ts'

/** Why a request is hidden: by the number of reports, or because a moderator decided so. Only the first is undone by dismissing reports. */
const BY_REPORTS = 'reports'
const BY_MODERATOR = 'moderator'

async function hide(ctx: Context, { prayer_request_id, update_id }: Target, reason: HeldReason): Promise<void> {
  if (update_id === null) await setPrayerPublication(ctx, prayer_request_id, 'hidden', reason)
  else await setUpdatePublication(ctx, update_id, 'hidden')
}

/** Tells the author what became of their request. `decision_id`: by which they can answer; none when nobody has decided yet. */
export async function enqueueDecisionNotice(
  ctx: Context,
  { author_id, prayer_request_id }: { author_id: string | null; prayer_request_id: string },
  decision: Decision,
  decision_id?: string,
): Promise<void> {
  if (author_id === null || !isNotifiedDecision(decision)) return
  await ctx.addJob('notifications.tell_author', { author_id, prayer_request_id, decision, decision_id })
}

/** Takes what was reported from the wall when the open reports say so. */
export async function hideWhenReported(ctx: Context, target: Target, author_id: string | null): Promise<void> {
  // One after the other, or three reports at once would each see the two others missing.
  await lockPrayers(ctx.db, [target.prayer_request_id])
  if (!shouldHide(await readOpenTypes(ctx.db, target))) return
  await hide(ctx, target, BY_REPORTS)
  await enqueueDecisionNotice(ctx, { author_id, prayer_request_id: target.prayer_request_id }, 'hidden')
}

/** Puts back what reports alone have hidden, once those that are left would not. */
export async function restoreWhenDismissed(ctx: Context, row: ReportRow): Promise<void> {
  if (publicationOf(row) !== 'hidden' || shouldHide(await readOpenTypes(ctx.db, row))) return
  if (row.update_id !== null) await setUpdatePublication(ctx, row.update_id, 'published')
  else if (row.held_reason === BY_REPORTS || row.decision === 'hidden')
    await setPrayerPublication(ctx, row.prayer_request_id, 'published', null)
}

/** Does what was decided. */
export async function applyDecision(ctx: Context, row: ReportRow, decision: Decision): Promise<void> {
  const { prayer_request_id, update_id } = row
  if (decision === 'referred_to_care') await ctx.addJob('notifications.tell_care', { prayer_request_id })
  // What its author has deleted meanwhile stays deleted.
  if (publicationOf(row) === 'deleted') return
  if (decision === 'hidden') await hide(ctx, row, BY_MODERATOR)
  if (decision !== 'removed') return
  if (update_id === null) await deletePrayers(ctx, [prayer_request_id])
  else await setUpdatePublication(ctx, update_id, 'deleted')
}

/**
 * Limits or closes the account of the author, who is told by mail. Gives what it was, or null when it was so already. Their
 * sessions end at once.
 */
export async function changeAccount(
  ctx: Context,
  viewer: Viewer,
  id: string,
  decision: 'limited' | 'banned',
  { reason, message }: { reason: string | null | undefined; message: string | null | undefined },
): Promise<AccountChange | null> {
  check(id !== viewer.id, 'users.yourself')
  const { user, isLastAdmin } = await lockForStaff(ctx, viewer, id)
  const { role, status } = user
  const before = { role, status }
  const record = { target_type: 'user' as const, target_id: id, reason: reason ?? undefined }
  const mail = { to: user.email, user_id: id }
  if (decision === 'banned') {
    check(maySuspend(viewer, role), 'request.forbidden')
    check(!isLastAdmin, 'users.last_admin')
    // Who is leaving, or was never let in, has nothing to lose.
    if (status !== 'active') return null
    await setUserStatus(ctx, id, 'suspended')
    await revokeSessions(ctx, id, { reason: 'suspended' })
    await recordAudit(ctx, viewer.id, { ...record, action: 'accounts.suspend' })
    await enqueueMail(ctx, { ...mail, template: 'suspended', values: { reason: message ?? '' } })
    return { id, before, after: { role, status: 'suspended' } }
  }
  // What staff may do is an administrator's to say, with their password.
  check(!isStaff(role), 'request.forbidden')
  if (role === 'limited') return null
  await setRole(ctx, id, 'limited')
  await revokeSessions(ctx, id, { reason: 'role_changed' })
  await recordAudit(ctx, viewer.id, { ...record, action: 'accounts.set_role', detail: { from: role, to: 'limited' } })
  await enqueueMail(ctx, { ...mail, template: 'role_changed', values: { role: 'limited' } })
  return { id, before, after: { role: 'limited', status } }
}
