import type { Handlers } from '../../http/implement.ts'
import { listPublished } from '../content/content.queries.ts'
import { toActive } from './notifications.rules.ts'

/** A banner that holds more than this is read by nobody. */
const MOST = 20

export const notifications = {
  'notifications.active': async ({ ctx, viewer }) => {
    const items = await listPublished(ctx.db, viewer, { type: 'notification' })
    return items
      .filter(({ metadata }) => metadata.is_read !== true)
      .slice(0, MOST)
      .map(toActive)
  },
} satisfies Handlers<'notifications'>
