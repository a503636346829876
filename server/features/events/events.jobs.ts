import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { forgetEvents } from '../../live/events.ts'

const KEEP_MS = 3_600_000

export const eventJobs = (ctx: Context): Record<string, JobHandler> => ({
  'events.forget': () => forgetEvents(ctx.db, new Date(ctx.clock().getTime() - KEEP_MS).toISOString()),
})
