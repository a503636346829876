import { recordAct } from '../../audit/audit.ts'
import { now } from '../../context.ts'
import { found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { setPublication } from '../prayers/prayers.changes.ts'
import { publishUpdate } from '../updates/updates.queries.ts'
import { listHeld, listWaitingUpdates, markAcknowledged, markKept, readAlarming, readHeld } from './holds.queries.ts'

const PAGE_SIZE = 20

export const holds = {
  'holds.list': async ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE, kept = false } }) => ({
    ...(await listHeld(ctx, viewer, { page, pageSize, kept })),
    page,
    pageSize,
  }),

  'holds.publish': async ({ ctx, viewer, input: { id } }) => {
    const row = found(await readHeld(ctx.db, viewer, id), 'prayers.not_found')
    await setPublication(ctx, id, 'published', null)
    for (const update of await listWaitingUpdates(ctx.db, [id])) await publishUpdate(ctx, row, update)
    const act = { action: 'holds.publish', target_type: 'prayer', target_id: id }
    await recordAct(ctx, viewer.id, { ...act, detail: { held_reason: row.held_reason } })
    await ctx.addJob('notifications.tell_held', { prayer_request_id: id, author_id: row.author_id, kind: 'released' })
    return { id }
  },

  'holds.keep': async ({ ctx, viewer, input: { id, reason } }) => {
    const row = found(await readHeld(ctx.db, viewer, id), 'prayers.not_found')
    await markKept(ctx, id)
    const act = { action: 'holds.keep', target_type: 'prayer', target_id: id, reason }
    await recordAct(ctx, viewer.id, { ...act, detail: { held_reason: row.held_reason } })
    await ctx.addJob('notifications.tell_held', { prayer_request_id: id, author_id: row.author_id, kind: 'kept_held' })
    return { id }
  },

  'holds.acknowledge': async ({ ctx, viewer, input: { id } }) => {
    const row = found(await readAlarming(ctx.db, viewer, id), 'prayers.not_found')
    if (row.acknowledged_at === null) {
      await markAcknowledged(ctx, id, viewer.id)
      await recordAct(ctx, viewer.id, { action: 'holds.acknowledge', target_type: 'prayer', target_id: id })
    }
    const helper = row.acknowledged_at === null ? viewer.id : row.acknowledged_by
    const person =
      helper === null
        ? undefined
        : await ctx.db.selectFrom('users').select(['id', 'display_name']).where('id', '=', helper).executeTakeFirst()
    return { id, acknowledged_by: person ?? null, acknowledged_at: row.acknowledged_at ?? now(ctx) }
  },
} satisfies Handlers<'holds'>
