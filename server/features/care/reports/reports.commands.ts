import type { HeldReason } from '../../../../contract/prayers.ts'
import type { Decision, ReportType } from '../../../../contract/reports.ts'
import { isStaff } from '../../../../contract/roles.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { deletePrayers, setPrayerPublication } from '../../community/prayers/prayers.commands.ts'
import { addCaseEntry, openCase } from '../../community/prayers/care-cases.commands.ts'
import { type AccountChange, readPublicationState } from '../../community/prayers/decisions.commands.ts'
import { publishQueueChange } from '../review/decisions.commands.ts'
import { isHiddenByDecision } from '../review/decisions.queries.ts'
import { showAgain } from '../review/review.commands.ts'
import { isNotifiedDecision } from '../review/decisions.rules.ts'
import { revokeSessions } from '../../identity/sessions/sessions.commands.ts'
import { lockForStaff } from '../../identity/users/users.queries.ts'
import { setRole, setUserStatus } from '../../identity/users/users.commands.ts'
import { maySuspend } from '../../identity/users/users.rules.ts'
import { setUpdatePublication } from '../../community/updates/updates.commands.ts'
import {
  type ReportRow,
  type Target,
  readOpenTypes,
  isHeldForDanger,
  publicationOf,
  selectByTarget,
  openStatuses,
  readOpenReports,
} from './reports.queries.ts'
import { shouldHide } from './reports.rules.ts'
import { type Updateable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { hasRow, idsOf } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'

/**
 * The reason why a request is hidden: the number of reports. Dismissing reports undoes only this, not a moderator's
 * decision.
 */
const BY_REPORTS = 'reports'

const BY_MODERATOR = 'moderator'

async function hide(ctx: Context, { prayer_request_id, update_id }: Target, reason: HeldReason): Promise<void> {
  if (update_id === null) await setPrayerPublication(ctx, prayer_request_id, 'hidden', reason)
  else await setUpdatePublication(ctx, update_id, 'hidden')
}

/**
 * Notifies the author of a decision about their request. `decision_id`: the decision that they can appeal; left out
 * when nobody has decided yet.
 */
export async function enqueueDecisionNotice(
  ctx: Context,
  { author_id, prayer_request_id }: { author_id: string | null; prayer_request_id: string },
  decision: Decision,
  decision_id?: string,
): Promise<void> {
  if (author_id === null || !isNotifiedDecision(decision)) return
  await ctx.addJob('notifications.tell_author', { author_id, prayer_request_id, decision, decision_id })
}

/** Hides the reported request or update when the open reports require it. The caller has locked the request. */
export async function hideWhenReported(ctx: Context, target: Target, author_id: string | null): Promise<void> {
  // A request that was deleted meanwhile, or waits for somebody, stays so.
  const { publication } = await readPublicationState(ctx, target)
  if (publication !== 'published' || !shouldHide(await readOpenTypes(ctx.db, target))) return
  await hide(ctx, target, BY_REPORTS)
  await enqueueDecisionNotice(ctx, { author_id, prayer_request_id: target.prayer_request_id }, 'hidden')
}

/** Shows again what reports alone have hidden, when the remaining ones no longer require it. */
export async function restoreHiddenByReports(ctx: Context, row: ReportRow): Promise<void> {
  if (publicationOf(row) !== 'hidden' || shouldHide(await readOpenTypes(ctx.db, row))) return
  if (row.update_id === null) {
    if (row.held_reason === BY_REPORTS || row.decision === 'hidden') await showAgain(ctx, row.prayer_request_id)
  } else if (row.decision === 'hidden' || !(await isHiddenByDecision(ctx.db, row.update_id)))
    await setUpdatePublication(ctx, row.update_id, 'published')
}

/**
 * Tells the author, who heard that it was hidden, that a decision let others read it again. `row`: as it was before. What they have
 * made private meanwhile is not shared.
 */
export async function tellShownAgain(ctx: Context, row: ReportRow, decision_id: string): Promise<void> {
  const { author_id, prayer_request_id, update_id, visibility } = row
  if (publicationOf(row) !== 'hidden' || visibility === 'private') return
  // Others read an update where they read its request.
  if (update_id !== null && row.prayer_publication !== 'published') return
  if ((await readPublicationState(ctx, row)).publication !== 'published') return
  await ctx.addJob('notifications.tell_held', { prayer_request_id, author_id, kind: 'released', decision_id })
}

/** Puts what a report says into the case to which it leads, once: whoever is called to that may read no reports. */
export async function noteReason(ctx: Context, prayer_request_id: string, reason: string): Promise<void> {
  if (reason === '') return
  const isThere = await ctx.db
    .selectFrom('care_case_entries')
    .select('id')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('act', '=', sql.lit('note'))
    .where('content', '=', reason)
    .$call(hasRow)
  if (!isThere) await addCaseEntry(ctx, prayer_request_id, { act: 'note', content: reason })
}

/** Applies the decision to the request. */
export async function applyDecision(ctx: Context, row: ReportRow, decision: Decision): Promise<void> {
  const { prayer_request_id, update_id } = row
  if (decision === 'referred_to_care') await openCase(ctx, prayer_request_id, 'referred')
  // A request that its author deleted meanwhile stays deleted.
  if (publicationOf(row) === 'deleted') return
  if (decision === 'hidden') {
    // Fewer read what the care team holds, and they may publish it: nobody is told that it is hidden. An update that waits after its
    // case was closed is nobody's to publish.
    const isOfCare = isHeldForDanger(row) && (update_id === null || row.has_open_case === 1)
    check(!isOfCare, 'reports.danger_of_care')
    await hide(ctx, row, BY_MODERATOR)
  }
  if (decision !== 'removed') return
  if (update_id === null) await deletePrayers(ctx, [prayer_request_id])
  else await setUpdatePublication(ctx, update_id, 'deleted')
}

/**
 * Limits or bans the author's account, ends their sessions and mails them. Returns the earlier state, or null when
 * nothing changed.
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
    // An account that is being deleted, or was never approved, is left unchanged.
    if (status !== 'active') return null
    await setUserStatus(ctx, id, 'suspended')
    await revokeSessions(ctx, id, { reason: 'suspended' })
    await recordAudit(ctx, viewer.id, { ...record, action: 'accounts.suspend' })
    await enqueueMail(ctx, { ...mail, template: 'suspended', values: { reason: message ?? '' } })
    return { id, before, after: { role, status: 'suspended' } }
  }
  // Refuses to limit staff: only an administrator, with their password, changes a staff role.
  check(!isStaff(role), 'request.forbidden')
  if (role === 'limited') return null
  await setRole(ctx, id, 'limited')
  await revokeSessions(ctx, id, { reason: 'role_changed' })
  await recordAudit(ctx, viewer.id, { ...record, action: 'accounts.set_role', detail: { from: role, to: 'limited' } })
  await enqueueMail(ctx, { ...mail, template: 'role_changed', values: { role: 'limited' } })
  return { id, before, after: { role: 'limited', status } }
}

const targetColumns = ({ prayer_request_id, update_id }: Target) =>
  update_id === null ? { prayer_request_id, update_id } : { prayer_request_id: null, update_id }

/**
 * Stores one report per user and target, and assigns it to the moderator of the case's other reports. Returns the
 * stored report and whether it is new.
 */
export async function insertReport(
  ctx: Context,
  reporter_id: string,
  target: Target,
  { report_type, reason }: { report_type: ReportType; reason: string },
): Promise<{ id: string; is_new: boolean }> {
  const id = uuidv7()
  const at = now(ctx)
  const taken = await selectByTarget(ctx.db, target)
    .select(['status', 'assigned_to'])
    .where('status', '=', sql.lit('in_review'))
    .executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('reports')
    .values({
      id,
      reporter_id,
      ...targetColumns(target),
      report_type,
      reason,
      created_at: at,
      updated_at: at,
      ...taken,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) {
    await publishQueueChange(ctx, target)
    return { id, is_new: true }
  }
  const kept = await selectByTarget(ctx.db, target)
    .select('id')
    .where('reporter_id', '=', reporter_id)
    .executeTakeFirstOrThrow()
  return { id: kept.id, is_new: false }
}

/** Changes reports about one request. */
export async function updateReports(
  ctx: Context,
  { prayer_request_id }: Pick<Target, 'prayer_request_id'>,
  ids: string[],
  change: Updateable<Schema['reports']>,
): Promise<void> {
  await ctx.db
    .updateTable('reports')
    .set({ ...change, updated_at: now(ctx) })
    .where('id', 'in', ids)
    .execute()
  await publishQueueChange(ctx, { prayer_request_id })
}

/** Assigns a case to a moderator. Returns false when somebody else has it. */
export async function claimReport(ctx: Context, row: ReportRow, user_id: string): Promise<boolean> {
  const members = await readOpenReports(ctx.db, row)
  if (members.some(({ assigned_to }) => assigned_to !== null && assigned_to !== user_id)) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('reports')
    .set({ assigned_to: user_id, status: 'in_review', updated_at: now(ctx) })
    .where('id', 'in', idsOf(members))
    .where('status', 'in', openStatuses)
    .where((query) => query.or([query('assigned_to', 'is', null), query('assigned_to', '=', user_id)]))
    .executeTakeFirst()
  if (members.length === 0 || Number(numUpdatedRows) !== members.length) return false
  await publishQueueChange(ctx, row)
  return true
}
