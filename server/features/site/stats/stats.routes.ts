import type { Stats } from '../../../../contract/stats.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readStats } from './stats.queries.ts'

/** How long statistics are cached, in milliseconds: counting a year of a large site is expensive. */
const STATS_TTL_MS = 30_000
const cache = new WeakMap<object, Map<string, { at: number; stats: Promise<Stats> }>>()

export const stats = {
  'stats.read': async ({ ctx, input: { period = '30d' } }) => {
    const periods = cache.get(ctx.database) ?? new Map<string, { at: number; stats: Promise<Stats> }>()
    cache.set(ctx.database, periods)
    const at = ctx.clock().getTime()
    const known = periods.get(period)
    if (known && at - known.at < STATS_TTL_MS) return await known.stats
    const counted = { at, stats: readStats(ctx, period) }
    periods.set(period, counted)
    counted.stats.catch(() => periods.delete(period))
    return await counted.stats
  },
} satisfies Handlers<'stats'>
