import { Refusal, check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { openPrayedLink, openStopLink } from '../../../mail/notice-links.ts'
import { pray } from '../prayers/praying.commands.ts'
import { readPrayerRowToActOn } from '../prayers/prayers.queries.ts'
import { stopEmails } from './notice-mails.commands.ts'
import { readReader } from './notice-mails.queries.ts'
import { listNotices, readUnread } from './notifications.queries.ts'
import { markNotice, markRead } from './notifications.commands.ts'

const PAGE_SIZE = 20

export const notifications = {
  'notifications.list': ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE } }) =>
    listNotices(ctx.db, viewer, { page, pageSize }),

  'notifications.edit': async ({ ctx, viewer, input: { id, is_read } }) => {
    check(await markNotice(ctx, viewer, id, is_read), 'notifications.not_found')
    return { id, is_read }
  },

  'notifications.unread': ({ ctx, viewer }) => readUnread(ctx, viewer),

  'notifications.read_all': async ({ ctx, viewer, input: { ids } }) => {
    await markRead(ctx, viewer, ids)
    return await readUnread(ctx, viewer)
  },

  'notifications.stop_emails': async ({ ctx, input }) => {
    const link = openStopLink(ctx, input.token)
    check(link !== undefined && (await stopEmails(ctx, link)), 'notifications.dead_link')
    return { stopped: link.kinds }
  },

  'notifications.pray_by_email': async ({ ctx, input }) => {
    const link = openPrayedLink(ctx, input.token)
    const viewer = link && (await readReader(ctx.db, link.user_id))
    check(link !== undefined && viewer !== undefined, 'notifications.dead_link')
    // One answer for whatever they may not read any more, and for a link that is none.
    const row = await readPrayerRowToActOn(ctx.db, viewer, link.prayer_request_id).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('notifications.dead_link') : error
    })
    await pray(ctx, row, viewer.id)
    return { has_prayed: true }
  },
} satisfies Partial<Handlers<'notifications'>>
