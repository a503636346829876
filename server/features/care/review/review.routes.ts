import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { noteSettingsWriter } from '../../../db/settings-cache.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { writeSetting } from '../../../settings/settings.ts'
import { readPublicationState, saveDecision } from '../../community/prayers/decisions.commands.ts'
import { publishQueueChange } from './decisions.commands.ts'
import { selectQuietAlerts } from './quiet-alerts.queries.ts'
import { listAlerts, listHeld, readAlarmingPrayer, readHeld, readRota } from './review.queries.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { markQuietAlertsSeen } from '../../community/prayers/quiet-alerts.commands.ts'
import { decideInCase, publishHeld, takeOn } from './review.commands.ts'
import { type OnCall, formatOnCall, readStaff } from '../../identity/users/care-team.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { mayChangeRota } from './review.rules.ts'

const PAGE_SIZE = 20

const formatPlan = (plan: OnCall[]): string => plan.map(formatOnCall).join()

/** Locks a held request until the transaction ends, and reads it. */
async function lockHeld(ctx: Context, viewer: Viewer, id: string) {
  ensureFound(await readHeld(ctx, viewer, id), 'prayers.not_found')
  await lockPrayers(ctx.db, [id])
  // The second of two who decide at once must find what the first decided.
  return ensureFound(await readHeld(ctx, viewer, id), 'prayers.not_found')
}

export const review = {
  'review.list': async ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE, kept = false, danger } }) => ({
    ...(await listHeld(ctx, viewer, { page, pageSize, kept, danger })),
    page,
    pageSize,
  }),

  'review.publish': async ({ ctx, viewer, input: { id, version } }) => {
    const row = await lockHeld(ctx, viewer, id)
    await publishHeld(ctx, row, version)
    if (row.held_reason === 'crisis') await decideInCase(ctx, id, { act: 'published', user_id: viewer.id })
    // An anonymous request tells the moderators' pages nothing by itself.
    else if (row.is_anonymous) await publishQueueChange(ctx, { prayer_request_id: id })
    const act = { action: 'holds.publish' as const, target_type: 'prayer', target_id: id }
    await recordAudit(ctx, viewer.id, { ...act, detail: { held_reason: row.held_reason } })
    return { id }
  },

  'review.keep': async ({ ctx, viewer, input: { id, reason, template, message } }) => {
    const row = await lockHeld(ctx, viewer, id)
    check(row.kept_at === null, 'holds.decided')
    const before = await readPublicationState(ctx, { prayer_request_id: id, update_id: null })
    const kept = { kept_at: now(ctx) }
    await ctx.db.updateTable('prayers').set(kept).where('id', '=', id).execute()
    if (row.held_reason === 'crisis') await decideInCase(ctx, id, { act: 'kept', user_id: viewer.id })
    const given = { prayer_request_id: id, decided_by: viewer.id, reason, template, message }
    const decision_id = await saveDecision(ctx, { ...given, decision: 'kept_held' }, before)
    await publishQueueChange(ctx, { prayer_request_id: id, is_crisis: row.held_reason === 'crisis' })
    const act = { action: 'holds.keep' as const, target_type: 'prayer', target_id: id, reason }
    await recordAudit(ctx, viewer.id, { ...act, detail: { held_reason: row.held_reason } })
    const told = { prayer_request_id: id, author_id: row.author_id, kind: 'kept_held' as const, decision_id }
    await ctx.addJob('notifications.tell_held', told)
    return { id, decision_id }
  },

  'review.acknowledge': async ({ ctx, viewer, input: { id } }) => {
    ensureFound(await readAlarmingPrayer(ctx, viewer, id), 'prayers.not_found')
    await lockPrayers(ctx.db, [id])
    // The second of two who take it on at once must hear who has it.
    const row = ensureFound(await readAlarmingPrayer(ctx, viewer, id), 'prayers.not_found')
    // Nobody has one that was closed without being taken.
    if (row.acknowledged_at === null) check(await takeOn(ctx, id, viewer.id), 'cases.closed')
    const helper = row.acknowledged_at === null ? viewer.id : row.acknowledged_by
    const person =
      helper === null
        ? undefined
        : await ctx.db.selectFrom('users').select(['id', 'display_name']).where('id', '=', helper).executeTakeFirst()
    return { id, acknowledged_by: person ?? null, acknowledged_at: row.acknowledged_at ?? now(ctx) }
  },

  'review.mark_seen': async ({ ctx, viewer, input: { id } }) => {
    const found = await selectQuietAlerts(ctx, viewer)
    ensureFound(
      await found?.query.where('prayers.id', '=', id).select('text_id').executeTakeFirst(),
      'prayers.not_found',
    )
    if (await markQuietAlertsSeen(ctx, id)) {
      await recordAudit(ctx, viewer.id, { action: 'holds.mark_seen', target_type: 'prayer', target_id: id })
    }
    return { id }
  },

  'review.alerts': ({ ctx, viewer }) => listAlerts(ctx, viewer),

  'review.rota': ({ ctx, viewer }) => readRota(ctx, viewer),

  'review.set_rota': async ({ ctx, viewer, input: { on_call, was } }) => {
    check(mayChangeRota(viewer), 'request.forbidden')
    // Two who save at once wait for each other, and read the plan as it is stored.
    await lockAdmins(ctx)
    noteSettingsWriter(ctx.db)
    check(
      was === undefined || formatPlan(was) === formatPlan((await readRota(ctx, viewer)).on_call),
      'holds.rota_changed',
    )
    const staff = new Set((await readStaff(ctx.db)).map(({ id }) => id))
    check(
      on_call.every(({ id }) => staff.has(id)),
      'holds.not_staff',
    )
    const once = new Map(on_call.map((one) => [one.id, one]))
    await writeSetting(ctx, viewer.id, 'care_on_call', [...once.values()].map(formatOnCall))
    return await readRota(ctx, viewer)
  },
} satisfies Handlers<'review'>
