import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { detectDanger } from '../../community/prayers/prayer-review.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { readPrayerOrLineRow } from '../../community/prayers/prayers.queries.ts'
import { isActiveModerator } from '../../identity/users/users.queries.ts'
import { readUpdateRow } from '../../community/updates/updates.queries.ts'
import { openCase } from '../../community/prayers/care-cases.commands.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { readAlarmReach } from '../alarms/alarms.queries.ts'
import { hasOpenCaseByReport } from '../review/open-cases.queries.ts'
import { seesCrises } from '../review/review.rules.ts'
import { readPublicationState, saveDecision } from '../../community/prayers/decisions.commands.ts'
import {
  applyDecision,
  changeAccount,
  hideWhenReported,
  restoreHiddenByReports,
  enqueueDecisionNotice,
  noteReason,
  tellShownAgain,
} from './reports.commands.ts'
import {
  type ReportRow,
  countReports,
  listReports,
  readCase,
  readDecidedReport,
  readOpenReports,
  readRelatedReports,
  readReport,
  toReport,
} from './reports.queries.ts'
import { claimReport, insertReport, updateReports } from './reports.commands.ts'
import {
  isAccountDecision,
  isOfDanger,
  isOpen,
  leavesVisible,
  mayDecideReport,
  statusAfter,
  decisionToStore,
} from './reports.rules.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

const reportsOfMember = defineLimit('reports_of_member', 20, HOUR)

const PAGE_SIZE = 20

const toFullReport = async (ctx: Context, row: ReportRow) =>
  toReport(ctx, row, (await readRelatedReports(ctx.db, [row])).get(row.id) ?? [])

/** Locks what is reported, and reads the report: two moderators at once must not both find it open. */
async function lockReport(ctx: Context, viewer: Viewer, id: string): Promise<ReportRow> {
  const { prayer_request_id } = ensureFound(await readReport(ctx, viewer, id), 'reports.not_found')
  await lockPrayers(ctx.db, [prayer_request_id])
  return ensureFound(await readReport(ctx, viewer, id), 'reports.not_found')
}

export const reports = {
  'reports.create': async ({ ctx, limits, viewer, input: { id, update_id = null, report_type, reason = '' } }) => {
    const prayer = await readPrayerOrLineRow(ctx.db, viewer, id)
    if (update_id !== null) await readUpdateRow(ctx.db, viewer, prayer, update_id)
    check(prayer.author_id !== viewer.id, 'request.forbidden')
    await limits.count(reportsOfMember, viewer.id)
    // First, as everybody who changes a case; three at once would else each miss the two others.
    await lockPrayers(ctx.db, [prayer.id])
    const target = { prayer_request_id: prayer.id, update_id }
    const report = await insertReport(ctx, viewer.id, target, { report_type, reason })
    // Also by who reported it before, as something else or before its case was closed: their first report stays as it is.
    // Something else may be danger all the same. Of harassment or hate people quote what was said to them.
    const tellsOfDanger =
      report_type === 'danger_to_self' ||
      (report_type === 'other' && detectDanger(ctx, { title: null, content: reason }).alert !== null)
    if (tellsOfDanger && (report.is_new || !(await hasOpenCaseByReport(ctx.db, prayer.id))))
      await openCase(ctx, prayer.id, 'report')
    if (tellsOfDanger) await noteReason(ctx, prayer.id, reason)
    if (report.is_new) await hideWhenReported(ctx, target, prayer.author_id)
    const { id: report_id } = report
    if (report_type !== 'danger_to_self') return { id: report_id }
    return { id: report_id, reaches_care: (await readAlarmReach(ctx)) === 'reachable' }
  },

  'reports.list': async ({ ctx, viewer, input: { page = 0, limit = PAGE_SIZE, ...filter } }) => {
    const { rows, total } = await listReports(ctx, viewer, { ...filter, page, limit })
    const others = await readRelatedReports(ctx.db, rows)
    const items = rows.map((row) => toReport(ctx, row, others.get(row.id) ?? []))
    return { items, page, limit, total, counts: await countReports(ctx, viewer) }
  },

  'reports.one': async ({ ctx, viewer, input }) =>
    toFullReport(ctx, ensureFound(await readReport(ctx, viewer, input.id), 'reports.not_found')),

  'reports.claim': async ({ ctx, viewer, input: { id } }) => {
    const row = await lockReport(ctx, viewer, id)
    check(isOpen(row.status) && (await claimReport(ctx, row, viewer.id)), 'reports.claimed')
    await recordAudit(ctx, viewer.id, { action: 'reports.claim', target_type: 'report', target_id: id })
    return toFullReport(ctx, ensureFound(await readReport(ctx, viewer, id), 'reports.not_found'))
  },

  'reports.release': async ({ ctx, viewer, input: { id } }) => {
    const row = await lockReport(ctx, viewer, id)
    check(mayDecideReport(viewer, row), 'reports.claimed')
    if (row.status === 'in_review') {
      const members = await readOpenReports(ctx.db, row)
      await updateReports(
        ctx,
        row,
        members.filter((member) => mayDecideReport(viewer, member)).map((member) => member.id),
        { status: 'open', assigned_to: null },
      )
      await recordAudit(ctx, viewer.id, { action: 'reports.release', target_type: 'report', target_id: id })
    }
    return toFullReport(ctx, ensureFound(await readReport(ctx, viewer, id), 'reports.not_found'))
  },

  'reports.decide': async ({
    ctx,
    viewer,
    input: { id, decision: asked, decision_reason, assigned_to, also = [], template, message, ...input },
  }) => {
    const row = await lockReport(ctx, viewer, id)
    const members = await readCase(ctx.db, row, also)
    if (typeof assigned_to === 'string') check(await isActiveModerator(ctx.db, assigned_to), 'reports.wrong_assignee')
    const status = statusAfter(row.status, { ...input, decision: asked })
    const decision = asked === undefined ? undefined : decisionToStore(asked, row)
    const is_decided = !isOpen(status)
    if (is_decided) {
      // The author has been told of the decision of another, who is not asked.
      check(isOpen(row.status) || row.decided_by === viewer.id, 'reports.decided')
      check(
        members.every((member) => mayDecideReport(viewer, member)),
        'reports.claimed',
      )
      if (members.some(isOfDanger)) {
        check(isOfDanger(row), 'reports.danger_alone')
        check(seesCrises(viewer, await readCareTeam(ctx)), 'reports.danger_of_care')
      }
    }
    const before = await readPublicationState(ctx, row)
    const others = members.map((member) => member.id).filter((member) => member !== id)
    const change = {
      status,
      ...(decision !== undefined && { decision }),
      ...(decision_reason !== undefined && { decision_reason }),
      ...(assigned_to !== undefined && { assigned_to }),
      ...(is_decided && { decided_by: viewer.id, decided_at: now(ctx) }),
    }
    await updateReports(ctx, row, [id], { ...change, ...(row.decided_with !== null && { decided_with: null }) })
    if (others.length > 0) await updateReports(ctx, row, others, { ...change, decided_with: is_decided ? id : null })
    const isNew = decision !== undefined && decision !== row.decision
    if (isNew) await applyDecision(ctx, row, decision)
    if (isNew && decision === 'referred_to_care')
      for (const { reason } of members) await noteReason(ctx, row.prayer_request_id, reason)
    const account =
      isNew && isAccountDecision(decision) && row.author_id !== null
        ? await changeAccount(ctx, viewer, row.author_id, decision, { reason: decision_reason, message })
        : null
    if (status === 'dismissed' || (isNew && leavesVisible(decision))) await restoreHiddenByReports(ctx, row)
    if (isNew || (is_decided && status !== row.status)) {
      const made = decision ?? 'none'
      const states = members.map(
        ({ assigned_to: _looked_after, report_type: _type, reason: _reason, ...state }) => state,
      )
      const { prayer_request_id, update_id } = row
      const given = { prayer_request_id, update_id, report_id: id, reports: states, account, template, message }
      const kept = { ...given, decision: made, decided_by: viewer.id, reason: decision_reason }
      const decision_id = await saveDecision(ctx, kept, before)
      if (isNew && before.publication !== 'deleted') await enqueueDecisionNotice(ctx, row, made, decision_id)
      await tellShownAgain(ctx, row, decision_id)
    }
    const detail = { status, asked: asked ?? null, decision: decision ?? null, assigned_to: assigned_to ?? null }
    await recordAudit(ctx, viewer.id, {
      action: 'reports.decide',
      target_type: 'report',
      target_id: id,
      reason: decision_reason ?? undefined,
      detail: { ...detail, ...(others.length > 0 && { reports: members.length }) },
    })
    const after = await readReport(ctx, viewer, id)
    // The answer leaves out what the moderator can no longer read.
    return toFullReport(ctx, after ?? (await readDecidedReport(ctx, viewer, id)))
  },
} satisfies Handlers<'reports'>
