import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import { excerpt } from '../../../../contract/excerpt.ts'
import type { Notice, NotificationKind } from '../../../../contract/notifications.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { isModerator, isStaff } from '../../../../contract/roles.ts'
import type { Role } from '../../../../contract/users.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import type { Context } from '../../../context.ts'
import { type Places, compiledOnce, literals } from '../../../db/compiled.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { dayIn, isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import { showsPrayCounts, viewerAt } from '../prayers/prayers.queries.ts'
import { isAnsweredStatus, isOwnOf, shownAuthor, visibleTo } from '../prayers/prayers.rules.ts'
import { phraseOf } from '../prayers/lines.queries.ts'
import { CROWD, wantsNotice } from './notifications.rules.ts'
import { readListNames } from '../prayer-lists/prayer-lists.queries.ts'

export interface NewNotice {
  kind: NotificationKind
  prayer_request_id?: string | null
  update_id?: string | null
  group_id?: string | null
  /** The notice is deleted when this decision is undone. */
  decision_id?: string | null
  /** Numbers and values that the program sets, never a user's text. */
  payload?: Record<string, unknown>
  /** True notifies also those who switched this kind off, because somebody may be in danger. */
  is_grave?: boolean
  /** Default: now. */
  created_at?: string
  /**
   * True when an anonymous author acted: stores the time cut to the hour and publishes no live event, which would
   * reveal the minute.
   */
  is_anonymous?: boolean
  /**
   * Those whom a notice of the last 24 hours told the same, with the time at which the email about that one is due, or null where none
   * waits. Who wants emails at once gets the next about it with what comes daily.
   */
  told_today?: ReadonlyMap<string, string | null>
}

/** The kinds that lead to a page of staff, and so are no news for somebody who has lost the role meanwhile. */
const kindsBeyond = ({ role }: Viewer): NotificationKind[] => [
  ...(isStaff(role) ? [] : (['care', 'care_news'] as const)),
  ...(isModerator(role) ? [] : (['overdue'] as const)),
]

/** True for a notice about no group, and while the viewer leads the group: that somebody asks to join it, while somebody does. */
function isOfLeader(viewer: Viewer): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'notifications'>()
  const leads = query.exists(
    query
      .selectFrom('memberships')
      .select('memberships.user_id')
      .whereRef('memberships.group_id', '=', 'notifications.group_id')
      .where('memberships.user_id', '=', viewer.id)
      .where('memberships.status', '=', sql.lit('active'))
      .where(sql<SqlBool>`memberships.role in ('owner', 'leader')`),
  )
  const isAsked = query.exists(
    query
      .selectFrom('memberships as asking')
      .innerJoin('users', 'users.id', 'asking.user_id')
      .select('asking.user_id')
      .whereRef('asking.group_id', '=', 'notifications.group_id')
      .where('asking.status', '=', sql.lit('pending'))
      .where('users.status', '=', sql.lit('active')),
  )
  const isTrue = query.or([query('notifications.kind', '!=', sql.lit('asked_to_join')), isAsked])
  return query.or([query('notifications.group_id', 'is', null), query.and([leads, isTrue])])
}

/**
 * True for notices that the viewer is shown: those about no request, and those about a request that they may still
 * read, with its update if that still exists. Leaders are shown that somebody asks to join their group. Authors are shown in any case
 * that the care team wrote to them. Staff are also shown that somebody may be in danger in a request that they may not read, without
 * any of its text.
 */
function isVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'notifications'>()
  const readable = query.exists(
    query
      .selectFrom('prayers')
      .select('prayers.id')
      .whereRef('prayers.id', '=', 'notifications.prayer_request_id')
      .where(visibleTo(viewer, { lines: true })),
  )
  const update = query.exists(
    query
      .selectFrom('prayer_updates')
      .select('prayer_updates.id')
      .whereRef('prayer_updates.id', '=', 'notifications.update_id')
      .where('prayer_updates.publication', '=', sql.lit('published')),
  )
  const inDanger = query.exists(
    query
      .selectFrom('care_cases')
      .select('care_cases.prayer_request_id')
      .whereRef('care_cases.prayer_request_id', '=', 'notifications.prayer_request_id')
      .where((of) =>
        of.or([
          of('care_cases.closed_at', 'is', null),
          // Somebody is to look again, and was told so since.
          of.and([
            of('care_cases.look_again_on', 'is not', null),
            of('notifications.created_at', '>', of.ref('care_cases.closed_at')),
          ]),
        ]),
      ),
  )
  // A moderator may have removed the request: the talk with the care team goes on.
  const isSpokenTo = query.and([
    query('notifications.kind', '=', sql.lit('care_message')),
    query.exists(
      query
        .selectFrom('prayers')
        .innerJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
        .select('prayers.id')
        .whereRef('prayers.id', '=', 'notifications.prayer_request_id')
        .where(isOwnOf(viewer.id)),
    ),
  ])
  const beyond = kindsBeyond(viewer)
  return query.and([
    ...(beyond.length > 0 ? [query('notifications.kind', 'not in', literals(beyond))] : []),
    query.or([
      query('notifications.prayer_request_id', 'is', null),
      readable,
      isSpokenTo,
      ...(isStaff(viewer.role)
        ? [query.and([query('notifications.kind', 'in', [sql.lit('care'), sql.lit('care_news')]), inDanger])]
        : []),
    ]),
    query.or([query('notifications.update_id', 'is', null), update]),
    isOfLeader(viewer),
  ])
}

export const selectOwn = (db: Db, viewer: Viewer) =>
  db.selectFrom('notifications').where('notifications.user_id', '=', viewer.id).where(isVisibleTo(viewer))

/** Returns those of the notices that the viewer is shown. */
export async function filterVisible(db: Db, viewer: Viewer, ids: string[]): Promise<Set<string>> {
  const rows = await selectOwn(db, viewer).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

// The statements of a member's pages and News are compiled once for each role: the rule of what one may read makes them large.

/** So many are counted: what somebody never looks at grows for years, and each of their pages counts it. */
const MAX_UNREAD = 100

const selectUnread = compiledOnce((db, role: Role, at: Places<{ viewer_id: string }>) =>
  db
    .selectFrom(
      selectOwn(db, viewerAt(role, at.viewer_id))
        .where('read_at', 'is', null)
        .select('notifications.id')
        .limit(sql.lit(MAX_UNREAD))
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

async function countUnread(db: Db, { id: viewer_id, role }: Viewer): Promise<number> {
  const [row] = await selectUnread(db, role, { viewer_id })
  return row?.count ?? 0
}

const selectPrayedSince = compiledOnce((db, role: Role, at: Places<{ viewer_id: string; since: string }>) =>
  selectOwn(db, viewerAt(role, at.viewer_id))
    .select(['id', 'payload', 'read_at', 'created_at'])
    .where('kind', '=', sql.lit('prayed'))
    .where('created_at', '>=', at.since),
)

/**
 * Ids of today's notices that somebody prayed, by the reader's own midnight. None for those who want no such notice or no such
 * counts, and once one was read: the wall says it once a day, and not before News does.
 */
async function readPrayedToday(ctx: Context, viewer: Viewer): Promise<string[]> {
  const { id: viewer_id, role } = viewer
  // A day has 25 hours at most.
  const earliest = new Date(ctx.clock().getTime() - 25 * HOUR_MS).toISOString()
  const rows = await selectPrayedSince(ctx.db, role, { viewer_id, since: earliest })
  if (rows.length === 0) return []
  const own = await ctx.db
    .selectFrom('preferences')
    .select(['notify', 'time_zone'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  const time_zone = own?.time_zone ?? (await readSetting(ctx, 'time_zone'))
  const { since } = dayIn(isTimeZone(time_zone) ? time_zone : 'UTC', ctx.clock())
  const today = rows.filter(({ created_at }) => created_at >= since)
  if (today.some(({ read_at }) => read_at !== null)) return []
  if (!wantsNotice(own?.notify, 'prayed') || !(await showsPrayCounts(ctx.db, viewer))) return []
  return today.flatMap(({ id, payload }) => (typeof payload.people === 'number' && payload.people > 0 ? id : []))
}

export async function readUnread(ctx: Context, viewer: Viewer): Promise<Output<'notifications.unread'>> {
  const [unread, prayed_today] = await Promise.all([countUnread(ctx.db, viewer), readPrayedToday(ctx, viewer)])
  return { unread, prayed_today }
}

export const toStringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const selectNotices = compiledOnce((db, role: Role, at: Places<{ viewer_id: string; limit: number; offset: number }>) =>
  selectOwn(db, viewerAt(role, at.viewer_id))
    .select(['id', 'kind', 'prayer_request_id', 'update_id', 'group_id', 'payload', 'read_at', 'created_at'])
    .select('decision_id')
    .select((query) =>
      query
        .selectFrom('groups')
        .select('groups.name')
        .whereRef('groups.id', '=', 'notifications.group_id')
        .as('group_name'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(at.limit)
    .offset(at.offset),
)

export async function listNotices(
  db: Db,
  viewer: Viewer,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Output<'notifications.list'>> {
  const [rows, unread] = await Promise.all([
    selectNotices(db, viewer.role, { viewer_id: viewer.id, limit: pageSize + 1, offset: page * pageSize }),
    countUnread(db, viewer),
  ])
  const shown = rows.slice(0, pageSize)
  const lists = shown.flatMap(({ payload }) => toStringOrNull(payload.prayer_list_id) ?? [])
  const [titles, updates, own_lists, thanks] = await Promise.all([
    readTitles(db, viewer, shown),
    readUpdateTexts(db, shown),
    readListNames(db, viewer.id, lists),
    readOwnThanks(db, viewer.id, shown),
  ])
  const about = new Map(titles.map((prayer) => [prayer.id, prayer]))
  const update_texts = new Map(updates.map(({ id, content }) => [id, content]))
  const items = shown.map(({ payload, read_at, kind, ...row }): Notice => {
    const prayer = about.get(row.prayer_request_id ?? '')
    const update_text = update_texts.get(row.update_id ?? '')
    const told = prayer === undefined || prayer.is_guarded ? undefined : prayer
    const line = kind === 'line' && told ? { content: told.content, phrase: phraseOf(told.phrase) } : null
    return {
      ...row,
      // A line has no page of its own; the talk about it has one where its writer reads the request no more under which it was left.
      prayer_request_id:
        kind === 'care_message' && !prayer?.reads_asked
          ? row.prayer_request_id
          : (prayer?.line_of ?? row.prayer_request_id),
      kind: kind as NotificationKind,
      prayer_title:
        (line ? told?.asked_title : told?.title) ??
        (told ? excerpt((line && told.asked_content) ?? told.content, EXCERPT_LENGTH) : null),
      line,
      author_name: told && (update_text !== undefined || line) ? (shownAuthor(told)?.display_name ?? null) : null,
      update_excerpt: told && update_text !== undefined ? excerpt(update_text, EXCERPT_LENGTH) : null,
      prayer_list: own_lists.find((list) => list.id === payload.prayer_list_id) ?? null,
      is_mine: prayer?.author_id === viewer.id,
      thanks:
        kind === 'answered' && prayer && prayer.author_id !== viewer.id && isAnsweredStatus(prayer.status)
          ? { id: thanks.get(prayer.id) ?? null }
          : null,
      people: typeof payload.people === 'number' ? payload.people : null,
      status: toStringOrNull(payload.status) as Notice['status'],
      decision: toStringOrNull(payload.decision) as Notice['decision'],
      outcome: toStringOrNull(payload.outcome) as Notice['outcome'],
      count: typeof payload.count === 'number' ? payload.count : null,
      is_read: read_at !== null,
    }
  })
  return { items, page, pageSize, has_more: rows.length > pageSize, unread }
}

const EXCERPT_LENGTH = 120

async function readTitles(db: Db, viewer: Viewer, notices: { prayer_request_id: string | null }[]) {
  const ids = notices.flatMap(({ prayer_request_id }) => prayer_request_id ?? [])
  if (ids.length === 0) return []
  return await selectTitles(db, viewer.role, { viewer_id: viewer.id, ids })
}

const selectTitles = compiledOnce((db, role: Role, at: Places<{ viewer_id: string; ids: string[] }>) =>
  db
    .selectFrom('prayers')
    .leftJoin('users', 'users.id', 'prayers.author_id')
    .leftJoin('prayers as asked', 'asked.id', 'prayers.line_of')
    .select([
      'prayers.id',
      'prayers.title',
      'prayers.content',
      'prayers.author_id',
      'prayers.is_anonymous',
      'prayers.status',
    ])
    .select(['prayers.line_of', 'prayers.phrase', 'users.display_name as author_name'])
    .select(['asked.title as asked_title', 'asked.content as asked_content'])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('prayers')
            .select('prayers.id')
            .whereRef('prayers.id', '=', 'asked.id')
            .where(visibleTo(viewerAt(role, at.viewer_id))),
        )
        .as('reads_asked'),
    )
    .select((query) => query.fn.coalesce('asked.is_guarded', 'prayers.is_guarded').as('is_guarded'))
    .where('prayers.id', 'in', at.ids)
    .where(visibleTo(viewerAt(role, at.viewer_id), { lines: true })),
)

/** The ids of the thanks that the person gave for answered requests, by request. */
async function readOwnThanks(db: Db, user_id: string, notices: { kind: string; prayer_request_id: string | null }[]) {
  const ids = notices.flatMap(({ kind, prayer_request_id }) => (kind === 'answered' && prayer_request_id) || [])
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('reactions')
    .select(['id', 'prayer_request_id'])
    .where('user_id', '=', user_id)
    .where('type', '=', 'thanks')
    .where('prayer_request_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, prayer_request_id }) => [prayer_request_id ?? '', id]))
}

/** The texts of the updates of notices, which `isVisibleTo` lets only readers of published updates see. */
async function readUpdateTexts(db: Db, notices: { update_id: string | null }[]) {
  const ids = notices.flatMap(({ update_id }) => update_id ?? [])
  if (ids.length === 0) return []
  return await db.selectFrom('prayer_updates').select(['id', 'content']).where('id', 'in', ids).execute()
}

/** So many of the newest sessions are looked at to find who was here. */
const LOOKED_AT = 1000

/** How many others than the author, up to `CROWD`, were here since a time and read what all members read, or what the group reads. */
export async function countReadersSince(
  db: Db,
  since: string,
  { author_id, group_id }: { author_id: string | null; group_id: string | null },
): Promise<number> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('sessions')
        .select(['user_id', 'last_seen_at'])
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('newest'),
    )
    .where('newest.last_seen_at', '>', since)
    .where('newest.user_id', 'is distinct from', author_id)
    .where((of) =>
      of.exists(
        of
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'newest.user_id')
          .where('users.status', '=', sql.lit('active')),
      ),
    )
    .$if(group_id !== null, (query) =>
      query.where((of) =>
        of.exists(
          of
            .selectFrom('memberships')
            .select('memberships.user_id')
            .whereRef('memberships.user_id', '=', 'newest.user_id')
            .where('memberships.group_id', '=', group_id)
            .where('memberships.status', '=', sql.lit('active')),
        ),
      ),
    )
    .select('newest.user_id')
    .distinct()
    .limit(CROWD)
    .execute()
  return rows.length
}
