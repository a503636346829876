import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { countUnread, listNotices } from './notifications.queries.ts'
import { markAllRead, markNotice } from './notifications.commands.ts'

const PAGE_SIZE = 20

export const notifications = {
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
} satisfies Partial<Handlers<'notifications'>>
