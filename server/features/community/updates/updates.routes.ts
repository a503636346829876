import { recordAudit } from '../../../audit/audit.ts'
import { nextTimestamp } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { decideRemoval, readPublicationState } from '../prayers/decisions.commands.ts'
import { changesByAuthor, checkMayEdit, lockPrayers, setPrayerStatus } from '../prayers/prayers.commands.ts'
import { readPrayerRow } from '../prayers/prayers.queries.ts'
import { mayDeletePrayer } from '../prayers/prayers.rules.ts'
import { enqueueOutcome } from '../prayers/praying.commands.ts'
import { setQuietAlert } from '../prayers/quiet-alerts.commands.ts'
import { readUpdate, readUpdateRow } from './updates.queries.ts'
import {
  deleteUpdate,
  insertUpdate,
  isOvertaken,
  reviewUpdate,
  setUpdatePublication,
  statusWithout,
} from './updates.commands.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

const updatesOfMember = defineLimit('updates_of_member', 60, HOUR)

export const updates = {
  'updates.create': async ({ ctx, limits, viewer, input: { id, content, status = null } }) => {
    await checkMayEdit(ctx, viewer, await readPrayerRow(ctx.db, viewer, id))
    await limits.count(updatesOfMember, viewer.id)
    // Somebody may have hidden or deleted the request meanwhile: an update that waits must not bring it back.
    await lockPrayers(ctx.db, [id])
    const prayer = await readPrayerRow(ctx.db, viewer, id)
    const { is_held, is_quiet } = await reviewUpdate(ctx, viewer, prayer, content)
    const update_id = await insertUpdate(ctx, viewer, prayer, { content, status, is_held })
    if (is_quiet) await setQuietAlert(ctx, { id: update_id, prayer_request_id: id }, true)
    return await readUpdate(ctx.db, viewer, prayer, update_id)
  },

  'updates.edit': async ({ ctx, limits, viewer, input: { id, updateId, content, status, updated_at } }) => {
    // The second of two changes at the same moment waits here, and one of the same version is refused.
    await lockPrayers(ctx.db, [id])
    const prayer = await readPrayerRow(ctx.db, viewer, id)
    const update = await readUpdateRow(ctx.db, viewer, prayer, updateId)
    await checkMayEdit(ctx, viewer, prayer)
    check(updated_at === undefined || updated_at === update.updated_at, 'updates.changed')
    await limits.count(changesByAuthor, viewer.id)
    const language = content === undefined ? undefined : ctx.classifier().detectLanguage(content)
    // A limited author's change is held again, or a harmless update could be turned into a harmful one.
    const rewords = content !== undefined && content !== update.content
    const review = rewords ? await reviewUpdate(ctx, viewer, prayer, content) : undefined
    if (review) await setQuietAlert(ctx, { id: update.id, prayer_request_id: id }, review.is_quiet)
    // Read before it changes: an update that says nothing of the request any more undoes what it said.
    const undone = status === null ? await statusWithout(ctx.db, prayer, update.id) : undefined
    await ctx.db
      .updateTable('prayer_updates')
      .set({
        updated_at: nextTimestamp(ctx, update.updated_at),
        ...(content !== undefined && { content, language: language ?? null }),
        ...(status !== undefined && { status }),
      })
      .where('id', '=', update.id)
      .execute()
    if (undone) await setPrayerStatus(ctx, { ...prayer, answered_at: undone.answered_at }, undone.status)
    if (review?.is_held === true) await setUpdatePublication(ctx, update.id, 'held')
    else if (update.publication === 'published' && status && status !== update.status) {
      if (!(await isOvertaken(ctx.db, update.id))) {
        await setPrayerStatus(ctx, prayer, status)
        // An outcome that was told before is known, and a person who resumed a reminder since goes on.
        if (status !== prayer.status) await enqueueOutcome(ctx, { prayer_request_id: id, update_id: update.id, status })
      }
    }
    return await readUpdate(ctx.db, viewer, prayer, update.id)
  },

  'updates.delete': async ({ ctx, viewer, input: { id, updateId, reason } }) => {
    // The request before the update, as who changes one locks them.
    await lockPrayers(ctx.db, [id])
    const prayer = await readPrayerRow(ctx.db, viewer, id)
    const update = await readUpdateRow(ctx.db, viewer, prayer, updateId)
    check(mayDeletePrayer(viewer, prayer), 'request.forbidden')
    const target = { prayer_request_id: id, update_id: update.id }
    const before = await readPublicationState(ctx, target)
    await deleteUpdate(ctx, prayer, update.id)
    if (prayer.author_id !== viewer.id) {
      const { author_id } = prayer
      await decideRemoval(ctx, { ...target, author_id, decided_by: viewer.id, reason }, before)
      await recordAudit(ctx, viewer.id, {
        action: 'updates.delete',
        target_type: 'update',
        target_id: update.id,
        reason,
      })
    }
    return { id: update.id }
  },
} satisfies Handlers<'updates'>
