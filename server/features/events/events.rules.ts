import type { Context } from '../../context.ts'
import { listeners } from '../../http/session.ts'
import type { LiveRules } from '../../live/hub.ts'
import { shownAmong } from '../notifications/notifications.queries.ts'
import { readableAmong } from '../prayers/prayers.queries.ts'

/** The rules of the other features, as far as they decide what an open page is told. */
export const liveRules = (ctx: Context): LiveRules => ({
  alive: (session_ids) => listeners(ctx, session_ids),
  readable: (listener, ids) => readableAmong(ctx.db, listener, ids),
  shown: (listener, ids) => shownAmong(ctx.db, listener, ids),
})
