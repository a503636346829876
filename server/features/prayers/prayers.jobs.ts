import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { reorderWaiting } from './prayers.changes.ts'

/** After the site has chosen to show, or not to show, how many prayed. A page at a time, so that others can write between. */
const orderWaiting =
  (root: Context): JobHandler =>
  async () => {
    let after: string | null | undefined = null
    while (after !== undefined) {
      const from: string | null = after
      after = await root.transaction((ctx) => reorderWaiting(ctx, from))
    }
  }

export const prayerJobs = (ctx: Context): Record<string, JobHandler> => ({ 'prayers.order_waiting': orderWaiting(ctx) })
