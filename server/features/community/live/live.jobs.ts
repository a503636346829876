import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { purgeEvents } from '../../../live/events.ts'

const EVENT_RETENTION_MS = 3_600_000

export const eventJobs = (ctx: Context): JobHandlers<'events.forget'> => ({
  'events.forget': () => purgeEvents(ctx.db, new Date(ctx.clock().getTime() - EVENT_RETENTION_MS).toISOString()),
})
