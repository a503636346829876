import { type Expression, type Selectable, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { AlertKind, HeldReason, Prayer, PrayerStatus, Visibility } from '../../../../contract/prayers.ts'
import type { Role } from '../../../../contract/users.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { isModerator, isStaff } from '../../../../contract/roles.ts'
import { takesLineOf } from './lines.rules.ts'
import { DAY_END, outcomes, plainFieldNames } from '../../../../contract/prayers.values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

export const PRAY_COOLDOWN_MS = 12 * HOUR_MS
/** Delay between a prayer and the notice to the author, in milliseconds. */
export const PRAY_DIGEST_DELAY_MS = 15 * MINUTE_MS
/** Time in which a prayer can be undone, in milliseconds. Pages offer it for ten seconds. */
export const PRAY_UNDO_WINDOW_MS = MINUTE_MS
/**
 * Time without activity after which the author is asked for an update, and time to wait for the answer, in
 * milliseconds.
 */
export const QUIET_THRESHOLD_MS = 60 * DAY_MS
export const ARCHIVE_DELAY_MS = 30 * DAY_MS
/** Time for which the row of a deleted request is kept, in milliseconds. */
export const DELETED_RETENTION_MS = 30 * DAY_MS

/** The last page that offset paging reaches; deeper ones are reached by cursor at constant cost. */
export const MAX_PAGE = 500

/** Condition that the viewer is an active member of the request’s group. */
export function isActiveMemberOf(viewer: Viewer): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query(
    'prayers.group_id',
    'in',
    query
      .selectFrom('memberships')
      .select('memberships.group_id')
      .where('memberships.user_id', '=', viewer.id)
      .where('memberships.status', '=', sql.lit('active')),
  )
}

/**
 * THE rule of who may read a request. Readers read by no other; those of staff and of the program are in ARCHITECTURE.
 * - Published: `public` everybody; `members` anyone signed in; `group` its active members; `team` all staff; always
 * the author.
 * - Held, hidden: only its author. Deleted: nobody.
 * - A line that somebody left under a request is in none of these, but where it is asked for: `lines`.
 * `overseen`: a group that the viewer, an administrator, reads without belonging to it, after that was recorded in the
 * audit log. `lines`: lines too. Its writer reads one, and once it is published the author of its request.
 */
export function visibleTo(
  viewer: Viewer | null,
  { overseen, lines = false }: { overseen?: string | undefined; lines?: boolean } = {},
): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  // Literals, not parameters, or the engines cannot use the partial indexes.
  const is = (column: 'publication' | 'visibility', value: string) =>
    query(`prayers.${column}`, '=', sql.lit(value as never))
  const published = is('publication', 'published')
  if (!viewer) return query.and([published, is('visibility', 'public')])
  const isRequest = query('prayers.line_of', 'is', null)
  const audiences = [
    is('visibility', 'public'),
    is('visibility', 'members'),
    query.and([is('visibility', 'group'), isActiveMemberOf(viewer)]),
    ...(isStaff(viewer.role) ? [is('visibility', 'team')] : []),
    ...(overseen === undefined ? [] : [query('prayers.group_id', '=', overseen)]),
  ]
  const own = query.and([
    query('prayers.author_id', '=', viewer.id),
    query('prayers.publication', '!=', sql.lit('deleted')),
  ])
  const request = query.or([query.and([published, query.or(audiences)]), own])
  if (!lines) return query.and([request, isRequest])
  const forThem = query(
    'prayers.line_of',
    'in',
    query
      .selectFrom('prayers as asked')
      .select('asked.id')
      .where('asked.author_id', '=', viewer.id)
      .where('asked.publication', '!=', sql.lit('deleted')),
  )
  return query.or([request, query.and([published, forThem])])
}

/** Condition that the request is this person's own, whatever became of it. */
export const isOwnOf = (user_id: string): Expression<SqlBool> =>
  expressionBuilder<Schema, 'prayers'>()('prayers.author_id', '=', user_id)

/**
 * Authors who left the group of their request, or were removed or banned, keep reading it, and one right over it: to
 * delete it.
 */
export const mayActOnPrayer = ({ is_in_audience }: Pick<PrayerRow, 'is_in_audience'>): boolean =>
  Boolean(is_in_audience)

type Authored = Pick<PrayerRow, 'author_id' | 'is_in_audience'>

/** Only the author edits; nobody else changes the text of a prayer. */
export const mayEditPrayer = (viewer: Viewer | null, prayer: Authored): boolean =>
  viewer !== null && prayer.author_id === viewer.id && mayActOnPrayer(prayer)

/** Moderators act on requests that everybody or all members can read. */
export const mayModeratePrayer = (viewer: Viewer | null, { visibility }: { visibility: Visibility }): boolean =>
  viewer !== null && isModerator(viewer.role) && (visibility === 'public' || visibility === 'members')

/** The author and those who moderate the request. */
export const mayDeletePrayer = (
  viewer: Viewer | null,
  prayer: { author_id: string | null; visibility: Visibility },
): boolean => viewer !== null && (prayer.author_id === viewer.id || mayModeratePrayer(viewer, prayer))

/**
 * True if the text may be sent to an external service: only text that everybody can read, and never of people at risk.
 */
export const maySendToServices = ({
  visibility,
  publication,
  is_guarded,
}: Pick<PrayerRow, 'visibility' | 'publication' | 'is_guarded'>): boolean =>
  visibility === 'public' && publication === 'published' && !is_guarded

/** Those who edit the request and those who moderate it choose its categories. */
export const mayCategorizePrayer = (viewer: Viewer | null, prayer: Authored & { visibility: Visibility }): boolean =>
  mayEditPrayer(viewer, prayer) || mayModeratePrayer(viewer, prayer)

const DAY_LENGTH = 'yyyy-mm-dd'.length
const dayOf = (expires_at: string): string => expires_at.slice(0, DAY_LENGTH)
/** Hour of the wall clock at which authors are asked how their day went. */
const ASKING_HOUR = 19
/** No zone is farther behind UTC, or ahead of it. */
const MAX_BEHIND_MS = 12 * HOUR_MS
const MAX_AHEAD_MS = 14 * HOUR_MS
/** Nobody is asked longer than this before the stored time: at `ASKING_HOUR` where a day begins first. */
export const MAX_ASKED_EARLY_MS = MAX_AHEAD_MS + (24 - ASKING_HOUR) * HOUR_MS

/** True if another day is named than before. */
export const namesNewDay = (before: string | null, expires_at: string): boolean =>
  before === null || dayOf(before) !== dayOf(expires_at)

/** True for a time that has passed, and for a day that is over everywhere: the server does not know where its author is. */
export const hasPassed = (expires_at: string, at: Date): boolean =>
  Date.parse(expires_at) + (expires_at.endsWith(DAY_END) ? MAX_BEHIND_MS : 0) < at.getTime()

/** Returns when the author is asked how it went, in ms since 1970: on the evening of the day, in their zone. */
export const askedAt = (expires_at: string, time_zone: string): number =>
  expires_at.endsWith(DAY_END)
    ? Temporal.PlainDate.from(dayOf(expires_at)).toZonedDateTime({
        timeZone: time_zone,
        plainTime: { hour: ASKING_HOUR },
      }).epochMilliseconds
    : Date.parse(expires_at)

/** An account is new for a week, unless it has published `TRUSTED_MIN_PUBLISHED` requests that moderators can read. */
export const NEW_ACCOUNT_MS = 7 * 24 * HOUR_MS
export const TRUSTED_MIN_PUBLISHED = 3

/** Facts about an author that decide whether a request is held. */
export interface AuthorHistory {
  role: Role
  created_at: string
  /** Number of the author's other published requests that moderators can read, counted up to `TRUSTED_MIN_PUBLISHED`. */
  published: number
}
export type PostedPrayer = Pick<PrayerRow, 'title' | 'content' | 'visibility' | 'is_urgent'>

// After an initial, as in “M.de la Cruz”, the end of a country is a part of a name.
const link =
  /https?:|\bwww\.|[a-z0-9]\.(com|org|net|info|io|me|co|biz|xyz|online|site|shop|club|link|ly|gg|app)\b|[a-z0-9]{2}\.(ru|cn|de|fr|es|br|in)\b/i
export const hasLink = ({ title, content }: Pick<PostedPrayer, 'title' | 'content'>): boolean =>
  link.test(content) || (title !== null && link.test(title))

/** True for what moderators may read. */
export const isModerated = ({ visibility }: Pick<PostedPrayer, 'visibility'>): boolean =>
  visibility === 'public' || visibility === 'members'

/**
 * The reason to hold a new request for review, or null. Danger comes first, whatever the audience. Moderators cannot
 * read requests to a group, to the team or to nobody, so nothing else holds those.
 */
export function decideHeldReason(
  author: AuthorHistory,
  posted: PostedPrayer,
  { mode, alert, at }: { mode: 'open' | 'first_post_held' | 'all_held'; alert: AlertKind | null; at: string },
): HeldReason | null {
  if (alert !== null) return 'crisis'
  if (!isModerated(posted) || isModerator(author.role)) return null
  // Where everything waits, the reason does not say whose account is limited or new: of few, it would show who is anonymous.
  if (mode === 'all_held') return mode
  if (author.role === 'limited') return 'limited'
  const isNew =
    Date.parse(at) - Date.parse(author.created_at) < NEW_ACCOUNT_MS && author.published < TRUSTED_MIN_PUBLISHED
  if (isNew && hasLink(posted)) return 'links'
  if (isNew && posted.is_urgent) return 'urgent'
  return mode === 'first_post_held' && author.published === 0 ? 'first_post' : null
}

/**
 * The reason to hold a changed request. A held request stays held whatever its author removes, because somebody must
 * review it. A published one is held for what is new in it.
 */
export function decideHeldReasonOfChange(
  before: PostedPrayer & Pick<PrayerRow, 'publication' | 'held_reason'>,
  after: PostedPrayer,
  fresh: HeldReason | null,
): HeldReason | null {
  if (before.publication === 'held') return fresh === 'crisis' ? 'crisis' : (before.held_reason ?? fresh)
  const changesText = before.content !== after.content || before.title !== after.title
  switch (fresh) {
    case 'crisis':
    case 'limited': {
      return changesText || !isModerated(before) ? fresh : null
    }
    case 'all_held': {
      return changesText || !isModerated(before) || (after.is_urgent && !before.is_urgent) ? fresh : null
    }
    case 'links': {
      return !hasLink(before) || !isModerated(before) ? fresh : null
    }
    case 'urgent': {
      return !before.is_urgent || !isModerated(before) ? fresh : null
    }
    default: {
      return isModerated(before) ? null : fresh
    }
  }
}

/** The time that an anonymous request shows: cut to the hour. */
export const truncateToHour = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString()

/** The time of an alarm, or of what an author does in their case, for those who take cases on: they must know how long somebody waits. */
export const truncateToMinute = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS).toISOString()

/** A time of a request, its updates or its author's acts, for everybody but the author, staff included. */
export const shownTime = (time: string, is_anonymous: boolean): string => (is_anonymous ? truncateToHour(time) : time)
/** The same of what an author hopes for: a day tells of no minute, and stays one. */
export const shownDay = (expires_at: string, is_anonymous: boolean): string =>
  expires_at.endsWith(DAY_END) ? expires_at : shownTime(expires_at, is_anonymous)

/** The time that orders lists: the position of an anonymous request must reveal no more than its shown time. */
export const listedAt = shownTime

/** True for a status that an author can choose; only time archives. */
export const isOutcome = (status: PrayerStatus): boolean => (outcomes as readonly PrayerStatus[]).includes(status)

export const isAnsweredStatus = (status: PrayerStatus | null): boolean =>
  status === 'answered' || status === 'answered_differently'

/** The time when a request was answered, as stored and ordered by; cut to the hour for an anonymous one. `at`: now. */
export function answeredAt(
  { status, is_anonymous, answered_at }: Pick<PrayerRow, 'status' | 'is_anonymous' | 'answered_at'>,
  at: string,
): string | null {
  if (!isAnsweredStatus(status)) return null
  const time = answered_at ?? at
  return shownTime(time, is_anonymous)
}

/** Lower bounds of the steps that order waiting requests whose number is not shown: 0–3, 4–15, 16–63 … */
export const PRAY_COUNT_BUCKETS = [4, 16, 64, 256, 1024] as const

/**
 * True if the viewer sees the number of prayers: the author always; others when the site, the author and the reader all
 * show it.
 */
export const isPrayCountVisible = (
  row: { author_id: string | null; shows_pray_count: boolean },
  viewer: Viewer | null,
  isShown: boolean,
): boolean => (viewer !== null && row.author_id === viewer.id) || (isShown && row.shows_pray_count)

/** The time from which praying again counts as a new act. */
export const nextPrayAt = (prayed_at: string): string =>
  new Date(Date.parse(prayed_at) + PRAY_COOLDOWN_MS).toISOString()

/** Columns that readers of a request read as they are. */
export const sharedColumns = [
  ...plainFieldNames,
  'id',
  'content',
  'language',
  'is_anonymous',
  'visibility',
  'group_id',
  'status',
  'update_count',
  'expires_at',
] as const satisfies (keyof Schema['prayers'])[]
/** Columns that rules need, or that only some readers read as they are. */
export const ruledColumns = [
  'author_id',
  'publication',
  'held_reason',
  'alert',
  'pray_count',
  'waiting_order',
  'created_at',
  'listed_at',
  'updated_at',
  'answered_at',
  'in_summary',
] as const satisfies (keyof Schema['prayers'])[]

type ReadColumn = (typeof sharedColumns)[number] | (typeof ruledColumns)[number]
export type StoredPrayer = Pick<Selectable<Schema['prayers']>, ReadColumn>
export interface PrayerRow extends StoredPrayer {
  author_name: string | null
  group_name: string | null
  /** 0 or 1 on SQLite. */
  has_prayed: boolean | number | null
  /** False for authors who do not belong to the group of their request. Like `has_prayed`. */
  is_in_audience: boolean | number | null
  /** Like `has_prayed`. */
  is_following: boolean | number | null
  /** The author's choice for all their requests. Like `has_prayed`; null: they chose nothing, which means yes. */
  author_takes_lines: boolean | number | null
}

export interface PrayerParts {
  categories: Prayer['categories']
  reactions: Prayer['reactions']
  my_reactions: Prayer['my_reactions']
  latest_update: Prayer['latest_update']
}

export const noParts = (): PrayerParts => ({
  categories: [],
  reactions: {},
  my_reactions: {},
  latest_update: null,
})

const pickShared = (row: PrayerRow) =>
  Object.fromEntries(sharedColumns.map((name) => [name, row[name]])) as Pick<PrayerRow, (typeof sharedColumns)[number]>

type AuthoredRow = Pick<PrayerRow, 'author_id' | 'author_name' | 'is_anonymous'>

/** The author whom others may know, staff included: nobody of an anonymous request. */
export const shownAuthor = ({ author_id, author_name, is_anonymous }: AuthoredRow): Prayer['author'] =>
  is_anonymous || author_id === null ? null : { id: author_id, display_name: author_name ?? '' }

/** The name of an author in an email: none that is a link, which would seem to be the site's. */
export function mailedAuthor(row: AuthoredRow): string | null {
  const name = shownAuthor(row)?.display_name ?? null
  return name === null || hasLink({ title: null, content: name }) ? null : name
}

/**
 * Returns what staff may know of an author and their times. This is the one serializer for staff: an anonymous author is a
 * pseudonym, which is the same wherever staff read about the request.
 */
export const toStaffView = (
  { secrets }: { secrets: { pseudonym: (id: string) => string } },
  row: AuthoredRow & { id: string },
) => ({
  author: shownAuthor(row),
  pseudonym: row.is_anonymous ? secrets.pseudonym(row.id) : null,
  shown: (time: string): string => shownTime(time, row.is_anonymous),
})

/** A request as one reader may see it. The one serializer for readers; `toStaffView` is that for staff. */
export function toPrayer(
  row: PrayerRow,
  viewer: Viewer | null,
  { categories, reactions, my_reactions, latest_update }: PrayerParts,
  { shows_pray_counts = true } = {},
): Prayer {
  const is_mine = viewer !== null && row.author_id === viewer.id
  const shown = (time: string): string => shownTime(time, row.is_anonymous && !is_mine)
  return {
    ...pickShared(row),
    takes_lines: is_mine ? row.takes_lines : takesLineOf(viewer, row),
    author: shownAuthor(row),
    is_mine,
    group_name: row.group_name,
    categories,
    pray_count: isPrayCountVisible(row, viewer, shows_pray_counts) ? row.pray_count : null,
    has_prayed: Boolean(row.has_prayed),
    is_following: Boolean(row.is_following),
    reactions,
    my_reactions,
    latest_update: latest_update && { ...latest_update, created_at: shown(latest_update.created_at) },
    created_at: shown(row.created_at),
    updated_at: shown(row.updated_at),
    answered_at: row.answered_at === null ? null : shown(row.answered_at),
    expires_at: row.expires_at === null ? null : shownDay(row.expires_at, row.is_anonymous && !is_mine),
    publication: is_mine && row.publication !== 'deleted' ? row.publication : 'published',
    held_reason: is_mine ? row.held_reason : null,
    alert: is_mine ? row.alert : null,
    may: {
      edit: mayEditPrayer(viewer, row),
      delete: mayDeletePrayer(viewer, row),
      categorize: mayCategorizePrayer(viewer, row),
    },
  }
}
