import { recordAct } from '../../audit/audit.ts'
import { now } from '../../context.ts'
import { check, found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { readForActing } from '../prayers/prayers.queries.ts'
import { readUpdateForActing } from '../updates/updates.queries.ts'
import { carryOut, hideWhenReported, restoreWhenDismissed } from './reports.changes.ts'
import { insertReport, isStaff, listReports, readReport, toReport, updateReport } from './reports.queries.ts'
import { isOpen, statusAfter, storedDecision } from './reports.rules.ts'

const PAGE_SIZE = 20

export const reports = {
  'reports.create': async ({ ctx, limits, viewer, input: { id, update_id = null, report_type, reason = '' } }) => {
    const prayer = await readForActing(ctx.db, viewer, id)
    if (update_id !== null) await readUpdateForActing(ctx.db, viewer, prayer, update_id)
    check(prayer.author_id !== viewer.id, 'request.forbidden')
    await limits.count('reports_of_member', viewer.id)
    const target = { prayer_request_id: prayer.id, update_id }
    const report = await insertReport(ctx, viewer.id, target, { report_type, reason })
    if (report.is_new) {
      if (report_type === 'danger_to_self')
        await ctx.addJob('notifications.tell_care', { prayer_request_id: prayer.id })
      await hideWhenReported(ctx, target, prayer.author_id)
    }
    return { id: report.id }
  },

  'reports.list': async ({ ctx, viewer, input: { page = 0, limit = PAGE_SIZE, ...filter } }) => {
    const { rows, total } = await listReports(ctx.db, viewer, { ...filter, page, limit })
    return { items: rows.map((row) => toReport(ctx, row)), page, limit, total }
  },

  'reports.one': async ({ ctx, viewer, input }) =>
    toReport(ctx, found(await readReport(ctx.db, viewer, input.id), 'reports.not_found')),

  'reports.decide': async ({ ctx, viewer, input: { id, decision: asked, decision_reason, assigned_to, ...input } }) => {
    const row = found(await readReport(ctx.db, viewer, id), 'reports.not_found')
    if (typeof assigned_to === 'string') check(await isStaff(ctx.db, assigned_to), 'reports.wrong_assignee')
    const status = statusAfter(row.status, { ...input, decision: asked })
    const decision = asked === undefined ? undefined : storedDecision(asked)
    const is_decided = !isOpen(status)
    await updateReport(ctx, id, {
      status,
      ...(decision !== undefined && { decision }),
      ...(decision_reason !== undefined && { decision_reason }),
      ...(assigned_to !== undefined && { assigned_to }),
      ...(is_decided && { decided_by: viewer.id, decided_at: now(ctx) }),
    })
    if (decision !== undefined && decision !== row.decision) await carryOut(ctx, row, decision)
    if (status === 'dismissed') await restoreWhenDismissed(ctx, row)
    await recordAct(ctx, viewer.id, {
      action: 'reports.decide',
      target_type: 'report',
      target_id: id,
      reason: decision_reason ?? undefined,
      detail: { status, asked: asked ?? null, decision: decision ?? null, assigned_to: assigned_to ?? null },
    })
    const after = await readReport(ctx.db, viewer, id)
    // What the moderator can no longer read has gone from the answer too.
    return toReport(ctx, after ?? { ...row, status, decision: decision ?? row.decision, is_readable: 0 })
  },
} satisfies Handlers<'reports'>
