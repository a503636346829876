import type { Context } from '../../../context.ts'
import { fetchActiveViewers } from '../../../http/session.ts'
import type { LiveRules } from '../../../live/hub.ts'
import { filterVisible } from '../notifications/notifications.queries.ts'
import { filterReadable } from '../prayers/prayers.queries.ts'

/** The rules of the other features that decide which events an open page receives. */
export const liveRules = (ctx: Context): LiveRules => ({
  findSubscribers: (session_ids) => fetchActiveViewers(ctx, session_ids),
  filterReadablePrayers: (listener, ids) => filterReadable(ctx.db, listener, ids),
  filterVisibleNotifications: (listener, ids) => filterVisible(ctx.db, listener, ids),
})
