import { recordAudit } from '../../../audit/audit.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { lockCategoryCounts } from '../../community/categories/categories.commands.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { undoDecision } from './decisions.commands.ts'
import { listAboutOwn, readOwnDecisions } from './decisions.queries.ts'
import { isUndoable } from './decisions.rules.ts'

export const decisions = {
  'decisions.own': ({ ctx, viewer, input }) => listAboutOwn(ctx, viewer, input.page),

  'decisions.undo': async ({ ctx, viewer, input: { ids } }) => {
    const read = async () => {
      const rows = await readOwnDecisions(ctx.db, viewer, ids)
      check(rows.length === ids.length, 'decisions.not_found')
      return rows
    }
    const found = await read()
    const about = [...new Set(found.map(({ prayer_request_id }) => prayer_request_id))]
    await lockPrayers(ctx.db, about)
    await lockCategoryCounts(ctx, about)
    // Again after the lock: another may have been undone meanwhile, on which these were built.
    const rows = await read()
    check(
      rows.every((row) => isUndoable(row, ctx.clock())),
      'decisions.undo_too_late',
    )
    for (const row of rows) {
      await undoDecision(ctx, row)
      await recordAudit(ctx, viewer.id, {
        action: 'decisions.undo',
        target_type: 'decision',
        target_id: row.id,
        detail: { decision: row.decision, report: row.report_id },
      })
    }
    return { ids }
  },
} satisfies Handlers<'decisions'>
