import type { Handlers } from '../../../http/implement.ts'
import { shownSince, toActiveNotification } from '../../community/notifications/notifications.rules.ts'
import { chooseUnread } from './announcements.rules.ts'
import { listPublished, nextNotificationChange } from './content.queries.ts'

/** Maximum number of announcements in the banner: nobody reads more. */
const MAX_ACTIVE = 20

/** The announcements of the banner. Editors write them as content; this only reads them. */
export const announcements = {
  'notifications.active': async ({ ctx, viewer, input }) => {
    const turn = viewer ? null : await nextNotificationChange(ctx)
    if (turn !== null) ctx.expirePagesAt(turn)
    const items = await listPublished(ctx, viewer, { type: 'notification' })
    return chooseUnread(items, input.language ?? 'en')
      .toSorted((one, other) => shownSince(other).localeCompare(shownSince(one)))
      .slice(0, MAX_ACTIVE)
      .map(toActiveNotification)
  },
} satisfies Partial<Handlers<'notifications'>>
