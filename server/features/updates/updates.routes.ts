import { recordAct } from '../../audit/audit.ts'
import { now } from '../../context.ts'
import { check } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { setStatus } from '../prayers/prayers.changes.ts'
import { holdForUpdate } from '../prayers/prayers.holding.ts'
import { readForActing } from '../prayers/prayers.queries.ts'
import { mayDelete, mayEdit } from '../prayers/prayers.rules.ts'
import { deleteUpdate, insertUpdate, readUpdate, readUpdateForActing, setUpdatePublication } from './updates.queries.ts'

export const updates = {
  'updates.create': async ({ ctx, limits, viewer, input: { id, content, status = null } }) => {
    const prayer = await readForActing(ctx.db, viewer, id)
    check(mayEdit(viewer, prayer), 'request.forbidden')
    await limits.count('updates_of_member', viewer.id)
    const isAlarming = await holdForUpdate(ctx, prayer, content)
    const is_held = isAlarming || viewer.role === 'limited'
    return await readUpdate(
      ctx.db,
      viewer,
      prayer,
      await insertUpdate(ctx, viewer, prayer, { content, status, is_held }),
    )
  },

  'updates.edit': async ({ ctx, viewer, input: { id, updateId, content, status } }) => {
    const prayer = await readForActing(ctx.db, viewer, id)
    const update = await readUpdateForActing(ctx.db, viewer, prayer, updateId)
    check(mayEdit(viewer, prayer), 'request.forbidden')
    const language = content === undefined ? undefined : ctx.classifier().detectLanguage(content)
    // What a silenced person changes waits again, or a harmless update could be made into another.
    const rewords = content !== undefined && content !== update.content
    const isAlarming = rewords && (await holdForUpdate(ctx, prayer, content))
    const is_held = isAlarming || (rewords && viewer.role === 'limited')
    await ctx.db
      .updateTable('prayer_updates')
      .set({
        updated_at: now(ctx),
        ...(content !== undefined && { content, language: language ?? null }),
        ...(status !== undefined && { status }),
      })
      .where('id', '=', update.id)
      .execute()
    if (is_held) await setUpdatePublication(ctx, update.id, 'held')
    else if (update.publication === 'published' && status && status !== update.status) {
      await setStatus(ctx, prayer, status)
    }
    return await readUpdate(ctx.db, viewer, prayer, update.id)
  },

  'updates.delete': async ({ ctx, viewer, input: { id, updateId, reason } }) => {
    const prayer = await readForActing(ctx.db, viewer, id)
    const update = await readUpdateForActing(ctx.db, viewer, prayer, updateId)
    check(mayDelete(viewer, prayer), 'request.forbidden')
    await deleteUpdate(ctx, prayer, update)
    if (prayer.author_id !== viewer.id) {
      await recordAct(ctx, viewer.id, { action: 'updates.delete', target_type: 'update', target_id: update.id, reason })
    }
    return { id: update.id }
  },
} satisfies Handlers<'updates'>
