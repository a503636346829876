import { recordAudit } from '../../../audit/audit.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { openAlarmLink } from '../../../mail/notice-links.ts'
import { readReader } from '../../community/notifications/notice-mails.queries.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { endAlarm, takeOn } from '../review/review.commands.ts'
import { auditTarget, readAlarmingPrayer } from '../review/review.queries.ts'
import { mayChangeRota, seesCrises } from '../review/review.rules.ts'
import { startDrill } from './alarms.commands.ts'
import { readAlarmState, readHelper, readOpenCase, readOwnAlarm } from './alarms.queries.ts'

/** Drills of the whole site: each may wake everybody of the team. */
const drills = defineLimit('alarm_drills', 5, HOUR)

export const alarms = {
  'alarms.state': ({ ctx, viewer }) => readAlarmState(ctx, viewer),

  'alarms.set_number': async ({ ctx, viewer, input: { number } }) => {
    check(seesCrises(viewer, await readCareTeam(ctx)), 'request.forbidden')
    await ctx.db.updateTable('users').set({ care_number: number }).where('id', '=', viewer.id).execute()
    return await readAlarmState(ctx, viewer)
  },

  'alarms.own': async ({ ctx, viewer, input: { id } }) =>
    ensureFound(await readOwnAlarm(ctx, viewer.id, id), 'prayers.not_found'),

  'alarms.drill': async ({ ctx, limits, viewer }) => {
    check(mayChangeRota(viewer), 'request.forbidden')
    await limits.count(drills, 'site')
    return { id: await startDrill(ctx, viewer.id) }
  },

  'alarms.take': async ({ ctx, input }) => {
    const link = openAlarmLink(ctx, input.token)
    const viewer = link && (await readReader(ctx.db, link.user_id))
    check(link !== undefined && viewer !== undefined, 'alarms.dead_link')
    // One answer for whoever is not of the team any more, and for a link that is none.
    check(seesCrises(viewer, await readCareTeam(ctx)), 'alarms.dead_link')
    const { case_id, is_drill } = link
    if ((await readOpenCase(ctx, link)) === undefined)
      return { is_drill, is_yours: (await readHelper(ctx, link)) === viewer.id }
    if (is_drill) {
      await endAlarm(ctx, case_id)
      await recordAudit(ctx, viewer.id, { action: 'alarms.answer_drill', ...auditTarget(ctx, link) })
      return { is_drill, is_yours: true }
    }
    check((await readAlarmingPrayer(ctx, viewer, case_id)) !== undefined, 'alarms.dead_link')
    return { is_drill, is_yours: await takeOn(ctx, case_id, viewer.id) }
  },
} satisfies Handlers<'alarms'>
