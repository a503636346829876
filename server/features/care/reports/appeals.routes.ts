import { recordAudit } from '../../../audit/audit.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readPublicationState } from '../../community/prayers/decisions.commands.ts'
import { overturnDecision, publishQueueChange } from '../review/decisions.commands.ts'
import { readAboutOwn } from '../review/decisions.queries.ts'
import { mayAppeal } from '../review/decisions.rules.ts'
import { addCaseEntry, openCase } from '../../community/prayers/care-cases.commands.ts'
import { detectDanger } from '../../community/prayers/prayer-review.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { decideInCase, publishWaitingUpdates } from '../review/review.commands.ts'
import { listAppeals, listUpdatesOfAppealed, readAppeal, toWordsOfAppealed } from './appeals.queries.ts'
import { saveAppealAnswer, saveAppeal } from './appeals.commands.ts'

export const appeals = {
  'appeals.create': async ({ ctx, viewer, input: { id, appeal } }) => {
    const row = ensureFound(await readAboutOwn(ctx.db, viewer, id), 'decisions.not_found')
    // Before the decision and the case, as whoever answers, undoes or closes.
    await lockPrayers(ctx.db, [row.prayer_request_id])
    check(mayAppeal(row, ctx.clock()) && (await saveAppeal(ctx, id, appeal)), 'appeals.not_possible')
    if (detectDanger(ctx, { title: null, content: appeal }).alert !== null) {
      await openCase(ctx, row.prayer_request_id, 'words')
      // In its talk those read the words who are called because of them: moderators may answer the appeal.
      await addCaseEntry(ctx, row.prayer_request_id, { act: 'reply', content: appeal })
    }
    return { id }
  },

  'appeals.list': ({ ctx, viewer }) => listAppeals(ctx, viewer),

  'appeals.decide': async ({ ctx, viewer, input: { id, outcome, answer, version } }) => {
    const { prayer_request_id } = ensureFound(await readAppeal(ctx, viewer, id), 'decisions.not_found')
    await lockPrayers(ctx.db, [prayer_request_id])
    const row = ensureFound(await readAppeal(ctx, viewer, id), 'decisions.not_found')
    check(row.may_answer, 'appeals.own_decision')
    const request = await readPublicationState(ctx, { prayer_request_id, update_id: null })
    const isHeldForDanger = request.publication === 'held' && request.held_reason === 'crisis'
    const isOfDanger = row.is_crisis || isHeldForDanger
    check(await saveAppealAnswer(ctx, viewer, id, { outcome, answer }), 'decisions.not_found')
    if (outcome === 'overturned') {
      const updates = (await listUpdatesOfAppealed(ctx, viewer, [row]))(row)
      check(version === undefined || version === toWordsOfAppealed(row, updates).version, 'holds.changed')
      await overturnDecision(ctx, row)
      // Includes the updates that its author added while it was held.
      if (row.decision === 'kept_held') await publishWaitingUpdates(ctx, { ...row, id: prayer_request_id }, updates)
    }
    const after = await readPublicationState(ctx, { prayer_request_id, update_id: null })
    // Else its history would not say it, and whoever published it would count as silent. One that was held when it was removed, too.
    if (request.held_reason === 'crisis' && after.publication === 'published')
      await decideInCase(ctx, prayer_request_id, { act: 'published', user_id: viewer.id })
    await recordAudit(ctx, viewer.id, {
      action: 'appeals.decide',
      target_type: 'decision',
      target_id: id,
      reason: answer,
      // Without the last, administrators would read here what was written to somebody in danger.
      detail: { outcome, decision: row.decision, report: row.report_id, ...(isOfDanger && { held_reason: 'crisis' }) },
    })
    await publishQueueChange(ctx, { prayer_request_id, is_crisis: isOfDanger })
    const { author_id } = row
    if (author_id !== null) await ctx.addJob('notifications.tell_appeal', { author_id, decision_id: id, outcome })
    const states = [after, await readPublicationState(ctx, row)]
    return { id, is_shown: states.every(({ publication }) => publication === 'published') }
  },
} satisfies Handlers<'appeals'>
