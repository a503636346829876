import type { Context } from '../../../context.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import type { JobHandlers, JobPayload, WorkAtOnce } from '../../../jobs/kinds.ts'
import { readSetting, writeSetting } from '../../../settings/settings.ts'
import { forgetCareNumbers } from '../../care/review/review.commands.ts'

/** Switches an event off when its hours are over, unless it was set again since. */
async function endEvent(ctx: Context, { since }: JobPayload<'settings.end_event'>): Promise<void> {
  const current = await ctx.db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'event_hours')
    .where('updated_at', '=', since)
    .executeTakeFirst()
  if (current) await writeSetting(ctx, null, 'event_hours', 0)
}

/** Does or queues what follows from a setting that was just set. */
export const followSetting: WorkAtOnce<Context, 'settings.follow'> = async (ctx, { name, since }) => {
  if (name === 'event_hours') {
    const hours = await readSetting(ctx, name)
    const run_at = new Date(Date.parse(since) + hours * HOUR_MS).toISOString()
    if (hours > 0) await ctx.addJob('settings.end_event', { since }, { run_at })
  }
  // With hidden counts, the order must not reveal them either.
  if (name === 'shows_pray_counts') await ctx.addJob('prayers.order_waiting', {})
  if (name === 'care_on_call') await forgetCareNumbers(ctx)
  if (name === 'time_zone') await ctx.addJob('group_summaries.reschedule', {})
  return true
}

export const settingJobs = (root: Context): JobHandlers<'settings.end_event' | 'settings.follow'> => ({
  'settings.end_event': (payload) => root.transaction((ctx) => endEvent(ctx, payload)),
  'settings.follow': (payload) => root.transaction(async (ctx) => void (await followSetting(ctx, payload))),
})
