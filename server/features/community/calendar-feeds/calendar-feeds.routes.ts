import { Readable } from 'node:stream'
import { FileStream } from '../../../../contract/streams.ts'
import { ensureFound } from '../../../http/errors.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import type { Handlers } from '../../../http/implement.ts'
import { withdrawCalendarLink } from '../../identity/sessions/earlier-access.commands.ts'
import { makeFeed } from './calendar-feeds.commands.ts'
import { findFeedOwner, readCalendar, readFeed } from './calendar-feeds.queries.ts'

const linksOfMember = defineLimit('calendar_links_of_member', 10, HOUR)

const FILE = /^(?<secret>[\w-]{43})\.ics$/

export const calendarFeeds = {
  'calendar_feeds.read': ({ ctx, viewer }) => readFeed(ctx.db, viewer.id),

  'calendar_feeds.make': async ({ ctx, limits, viewer }) => {
    await limits.count(linksOfMember, viewer.id)
    const { secret, created_at } = await makeFeed(ctx, viewer.id)
    return { path: `/api/calendar/${secret}.ics`, created_at }
  },

  'calendar_feeds.withdraw': async ({ ctx, viewer }) => {
    await withdrawCalendarLink(ctx, viewer.id)
    return { created_at: null }
  },

  'calendar_feeds.open': async ({ ctx, input }) => {
    const { secret } = FILE.exec(input.file)?.groups ?? {}
    const owner = ensureFound(
      secret === undefined ? undefined : await findFeedOwner(ctx.db, secret),
      'request.not_found',
    )
    return new FileStream({
      media_type: 'text/calendar; charset=utf-8',
      file_name: 'calendar.ics',
      pieces: Readable.from([await readCalendar(ctx, owner)]),
    })
  },
} satisfies Handlers<'calendar_feeds'>
