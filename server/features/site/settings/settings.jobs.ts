import type { Context } from '../../../context.ts'
import type { JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { writeSetting } from '../../../settings/settings.ts'

/** Switches an event off when its hours are over, unless it was set again since. */
const endEvent =
  (root: Context): JobHandler<'settings.end_event'> =>
  ({ since }) =>
    root.transaction(async (ctx) => {
      const current = await ctx.db
        .selectFrom('settings')
        .select('key')
        .where('key', '=', 'event_hours')
        .where('updated_at', '=', since)
        .executeTakeFirst()
      if (current) await writeSetting(ctx, null, 'event_hours', 0)
    })

export const settingJobs = (ctx: Context): JobHandlers<'settings.end_event'> => ({
  'settings.end_event': endEvent(ctx),
})
