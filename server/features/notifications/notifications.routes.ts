import { check } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { listPublished, nextNotificationChange } from '../content/content.queries.ts'
import { countUnread, listNotices, markAllRead, markNotice } from './notifications.queries.ts'
import { shownSince, toActiveNotification } from './notifications.rules.ts'

/** A banner that holds more than this is read by nobody. */
const MAX_ACTIVE = 20
const PAGE_SIZE = 20

export const notifications = {
  'notifications.active': async ({ ctx, viewer }) => {
    const turn = viewer ? null : await nextNotificationChange(ctx)
    if (turn !== null) ctx.expirePagesAt(turn)
    const items = await listPublished(ctx, viewer, { type: 'notification' })
    return items
      .filter(({ metadata }) => metadata.is_read !== true)
      .toSorted((one, other) => shownSince(other).localeCompare(shownSince(one)))
      .slice(0, MAX_ACTIVE)
      .map(toActiveNotification)
  },

  'notifications.list': ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE } }) =>
    listNotices(ctx.db, viewer, { page, pageSize }),

  'notifications.edit': async ({ ctx, viewer, input: { id, is_read } }) => {
    check(await markNotice(ctx, viewer, id, is_read), 'notifications.not_found')
    return { id, is_read }
  },

  'notifications.read_all': async ({ ctx, viewer }) => {
    await markAllRead(ctx, viewer)
    return { unread: await countUnread(ctx.db, viewer) }
  },
} satisfies Handlers<'notifications'>
