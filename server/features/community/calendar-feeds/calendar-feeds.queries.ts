import { DAY_END } from '../../../../contract/prayers.values.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { languageFor } from '../../../mail/send.ts'
import { excerptLine, loadMailMessages, plainNameOf } from '../../../mail/words.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import { sentencesOf } from '../notifications/notice-mail-text.ts'
import { readReader } from '../notifications/notice-mails.queries.ts'
import { waitingStatuses } from '../prayers/feed.queries.ts'
import { selectPrayers } from '../prayers/prayers.queries.ts'
import { isOwnOf, shownDay } from '../prayers/prayers.rules.ts'
import { type CalendarEvent, writeCalendar } from './calendar-text.rules.ts'
import { ruleOf, startOf, titleOf } from './calendar-feeds.rules.ts'

/** Entries of each kind, which bounds the size of a calendar. */
const MAX_ENTRIES = 500

/** Tells whether the person has a link, and since when. */
export async function readFeed(db: Db, user_id: string): Promise<{ created_at: string | null }> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return { created_at: row?.created_at ?? null }
}

/** Returns the person whose calendar a link opens; undefined for a link that was withdrawn, and while the account is not active. */
export async function findFeedOwner(db: Db, secret: string): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('secret_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  return row && (await readReader(db, row.user_id))
}

/** Selects the requests that a person wrote, follows or keeps in a list. Each part walks an index: calendars ask hourly. */
const selectKept = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('follows')
    .select('follows.prayer_request_id as id')
    .where('follows.user_id', '=', viewer.id)
    .union(
      db
        .selectFrom('prayer_list_items')
        .innerJoin('prayer_lists', 'prayer_lists.id', 'prayer_list_items.prayer_list_id')
        .select('prayer_list_items.prayer_request_id as id')
        .where('prayer_lists.user_id', '=', viewer.id),
    )
    .union(db.selectFrom('prayers').select('prayers.id').where(isOwnOf(viewer.id)))

/** Selects those with a day that the person may read, while there is something to pray for: after a death nobody is reminded. */
const selectDays = (db: Db, viewer: Viewer) =>
  selectPrayers(db, viewer)
    .where('prayers.id', 'in', selectKept(db, viewer))
    .where('prayers.expires_at', 'is not', null)
    .where('prayers.publication', '=', 'published')
    .where('prayers.status', 'in', waitingStatuses)
    .orderBy('prayers.expires_at', 'desc')
    .orderBy('prayers.id')
    .limit(MAX_ENTRIES)

/** A day is one wherever the person lives; any other is a time, which their calendar shows by their clock. */
const startOfDay = (expires_at: string): CalendarEvent['starts'] =>
  expires_at.endsWith(DAY_END)
    ? Temporal.PlainDate.from(expires_at.slice(0, -DAY_END.length))
    : Temporal.Instant.from(expires_at)

const selectReminders = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('reminders')
    .leftJoin('prayer_lists', 'prayer_lists.id', 'reminders.prayer_list_id')
    .select(['reminders.id', 'prayer_request_id', 'prayer_list_id', 'prayer_lists.name as list'])
    .select(['remind_at', 'repeats', 'time_zone', 'local_time', 'weekdays'])
    .where('reminders.user_id', '=', viewer.id)
    .where('is_paused', '=', false)
    .orderBy('reminders.id')
    .limit(MAX_ENTRIES)

/** Returns the text of a calendar with what a person prays for and when, without what they may not read any more. */
export async function readCalendar(ctx: Context, viewer: Viewer): Promise<string> {
  const { db, config } = ctx
  const person = await db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['preferred_language', 'mail_language', 'is_discreet'])
    .where('users.id', '=', viewer.id)
    .executeTakeFirst()
  const language = await languageFor(ctx, person?.preferred_language, person?.mail_language)
  const is_discreet = person?.is_discreet ?? false
  const words = {
    ...loadMailMessages(language).calendar,
    plain: loadMailMessages(language).push.plain_news,
    today: sentencesOf(language)('reminder_today', {}),
  }
  const [days, reminders] = await Promise.all([selectDays(db, viewer).execute(), selectReminders(db, viewer).execute()])
  const wanted = reminders.flatMap(({ prayer_request_id }) => prayer_request_id ?? [])
  const reminded =
    wanted.length === 0 ? [] : await selectPrayers(db, viewer).where('prayers.id', 'in', wanted).execute()
  const readable = new Map(reminded.map((row) => [row.id, row]))
  const about = (row: (typeof reminded)[number]): string => {
    const title = row.title ?? null
    return excerptLine(titleOf(row, title, { words, is_discreet }))
  }
  const address = (path: string): string => new URL(path, config.public_url).href
  const events: CalendarEvent[] = [
    ...reminders.flatMap((reminder) => {
      const { id, list, prayer_request_id, prayer_list_id } = reminder
      const row = prayer_request_id === null ? undefined : readable.get(prayer_request_id)
      if (prayer_request_id !== null && !row) return []
      const own = prayer_list_id === null ? words.today : words.list.replace('{list}', () => list ?? '')
      return {
        id,
        title: row ? about(row) : is_discreet ? words.plain : own,
        url: address(
          row ? `/prayers/${row.id}` : prayer_list_id === null ? '/today' : `/prayer-lists?list=${prayer_list_id}`,
        ),
        starts: startOf(reminder),
        rule: ruleOf(reminder),
      }
    }),
    ...days.flatMap((row) =>
      row.expires_at === null
        ? []
        : {
            id: `day-${row.id}`,
            title: about(row),
            url: address(`/prayers/${row.id}`),
            starts: startOfDay(shownDay(row.expires_at, row.is_anonymous && row.author_id !== viewer.id)),
            rule: null,
          },
    ),
  ]
  return writeCalendar(events, {
    name: is_discreet ? plainNameOf(language) : await ctx.siteName(),
    host: new URL(config.public_url).host,
    at: Temporal.Instant.fromEpochMilliseconds(ctx.clock().getTime()),
  })
}
