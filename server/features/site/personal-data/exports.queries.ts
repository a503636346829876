import { type SqlBool, sql } from 'kysely'
import type { Draft } from '../../../../contract/content.ts'
import type { Export } from '../../../../contract/exports.ts'
import { plainFieldNames } from '../../../../contract/prayers.values.ts'
import { notifiedDecisions } from '../../../../contract/decisions.values.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { readCareNumber } from '../../identity/users/care-team.ts'
import type { Viewer } from '../../../http/session.ts'
import { hasTotp, listPasskeys } from '../../identity/second-factors/second-factors.queries.ts'
import { listDevices } from '../../identity/sessions/devices.queries.ts'
import { selectPushDevices } from '../../identity/push-devices/push-devices.queries.ts'
import { readPreferences } from '../../identity/accounts/preferences.queries.ts'
import { selectOwnMessages, toOwnMessage } from '../../care/cases/cases.queries.ts'
import { readFeed } from '../../community/calendar-feeds/calendar-feeds.queries.ts'
import { filterReadable } from '../../community/prayers/prayers.queries.ts'
import { visibleTo } from '../../community/prayers/prayers.rules.ts'
import { exportToday } from '../../community/today/today.commands.ts'
import { readAccount } from '../../identity/users/users.queries.ts'

/** Maximum number of rows per part, which bounds the memory of an export. */
const MAX_ROWS = { texts: 5000, acts: 20_000 }

/** All stored data of the viewer. Each part is read for the viewer alone; see `Export`. */
export async function readExport(ctx: Context, viewer: Viewer): Promise<Export> {
  const shortened: string[] = []
  /** The newest rows of a part, up to its maximum. */
  const readPart: ReadPart = (part, kind) => async (query) => {
    const rows = await query.limit(MAX_ROWS[kind] + 1).execute()
    if (rows.length > MAX_ROWS[kind]) shortened.push(part)
    return rows.slice(0, MAX_ROWS[kind])
  }
  const { mail_language } = await ctx.db
    .selectFrom('users')
    .select('mail_language')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const devices = await listDevices(ctx, viewer)
  return {
    site: ctx.config.public_url,
    exported_at: now(ctx),
    profile: await readAccount(ctx.db, viewer.id),
    care_number: await readCareNumber(ctx.db, viewer.id),
    mail_language,
    preferences: await readPreferences(ctx, viewer.id),
    ...(await readTexts(ctx, viewer, readPart)),
    ...(await readContentPages(ctx, viewer, readPart)),
    ...(await readActivity(ctx, viewer, readPart)),
    ...(await readMemberships(ctx, viewer, readPart)),
    today: await exportToday(ctx, viewer),
    devices,
    ended_sessions: await ctx.db
      .selectFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('id', 'not in', [viewer.session_id, ...devices.map(({ id }) => id)])
      .orderBy('last_seen_at', 'desc')
      .select(['device', 'created_at', 'last_seen_at', 'revoked_at', 'revoked_reason'])
      .$call(readPart('ended_sessions', 'acts')),
    push_devices: await readPushDevices(ctx.db, viewer.id),
    calendar_feed: await readFeed(ctx.db, viewer.id),
    second_factors: await readSecondFactors(ctx.db, viewer.id),
    shortened,
  }
}

type ReadPart = (
  part: keyof Export,
  kind: keyof typeof MAX_ROWS,
) => <Row>(query: { limit(count: number): { execute(): Promise<Row[]> } }) => Promise<Row[]>

/** The texts that the user wrote. */
async function readTexts({ db }: Context, viewer: Viewer, readPart: ReadPart) {
  const prayers = await db
    .selectFrom('prayers')
    .where(visibleTo(viewer, { lines: true }))
    .where('author_id', '=', viewer.id)
    .orderBy('listed_at', 'desc')
    .orderBy('id', 'desc')
    .select(plainFieldNames.filter((name) => name !== 'shows_pray_count'))
    .select(['id', 'content', 'language', 'is_anonymous', 'visibility', 'group_id', 'status', 'publication'])
    .select(['held_reason', 'pray_count', 'line_of', 'phrase', 'in_summary'])
    .select(['created_at', 'updated_at', 'answered_at', 'expires_at'])
    .$call(readPart('prayers', 'texts'))
  const links = await db
    .selectFrom('prayer_categories as link')
    .innerJoin('prayers', 'prayers.id', 'link.prayer_request_id')
    .innerJoin('categories', 'categories.id', 'link.category_id')
    .where('prayers.author_id', '=', viewer.id)
    .orderBy('link.position')
    .select(['link.prayer_request_id', 'categories.name', 'link.is_machine_generated'])
    .execute()
  const categories = Map.groupBy(links, ({ prayer_request_id }) => prayer_request_id)
  const asked = prayers.flatMap(({ line_of }) => line_of ?? [])
  const readable = await filterReadable(db, viewer, asked)
  return {
    prayers: prayers.map(({ publication, line_of, ...prayer }) => ({
      ...prayer,
      line_of: line_of !== null && readable.has(line_of) ? line_of : null,
      publication: publication as Exclude<typeof publication, 'deleted'>,
      categories: (categories.get(prayer.id) ?? []).map(({ name, is_machine_generated }) => ({
        name,
        is_machine_generated,
      })),
    })),
    updates: await db
      .selectFrom('prayer_updates')
      .where('author_id', '=', viewer.id)
      .where('publication', '!=', 'deleted')
      .orderBy('created_at', 'desc')
      .select(['id', 'prayer_request_id', 'content', 'status', 'language', 'created_at'])
      .$call(readPart('updates', 'texts')),
    edits: await db
      .selectFrom('prayer_edits')
      .innerJoin('prayers', 'prayers.id', 'prayer_edits.prayer_request_id')
      .where(visibleTo(viewer))
      .where('edited_by', '=', viewer.id)
      .orderBy('prayer_edits.created_at', 'desc')
      .select(['prayer_request_id', 'prayer_edits.title', 'prayer_edits.content', 'prayer_edits.created_at'])
      .$call(readPart('edits', 'texts')),
    reports: await db
      .selectFrom('reports')
      .where('reporter_id', '=', viewer.id)
      .orderBy('created_at', 'desc')
      .select([readableId(db, viewer, 'reports'), 'report_type', 'reason', 'created_at'])
      .select(
        db
          .selectFrom('prayer_updates')
          .innerJoin('prayers', 'prayers.id', 'prayer_updates.prayer_request_id')
          .where('prayer_updates.id', '=', sql.ref<string>('reports.update_id'))
          .where('prayer_updates.publication', '=', sql.lit('published'))
          .where(visibleTo(viewer))
          .select('prayer_updates.id')
          .as('update_id'),
      )
      .$call(readPart('reports', 'texts')),
    decisions: await db
      .selectFrom('decisions')
      .innerJoin('prayers', 'prayers.id', 'decisions.prayer_request_id')
      .where('prayers.author_id', '=', viewer.id)
      .where('decisions.undone_at', 'is', null)
      .where('decisions.decision', 'in', notifiedDecisions)
      .orderBy('decisions.decided_at', 'desc')
      .select(['prayer_request_id', 'decision', 'template', 'message', 'decided_at'])
      .select(['appeal', 'appealed_at', 'appeal_outcome', 'appeal_answer'])
      .$call(readPart('decisions', 'texts')),
    case_messages: (await selectOwnMessages(db, viewer.id).$call(readPart('case_messages', 'texts'))).map(toOwnMessage),
  }
}

/**
 * The site's pages that the user wrote, including drafts. A version holds the text of the save before the one that
 * replaced it: its author is the `edited_by` of the previous version, or who created the entry.
 */
async function readContentPages({ db }: Context, viewer: Viewer, readPart: ReadPart) {
  const editedContent = db
    .selectFrom('content_versions')
    .where('edited_by', '=', viewer.id)
    .select('content_id')
    .union(db.selectFrom('content').where('created_by', '=', viewer.id).select('content.id as content_id'))
  const versions = db
    .selectFrom('content_versions as version')
    .innerJoin('content', 'content.id', 'version.content_id')
    .where('version.content_id', 'in', editedContent)
    .select(['version.content_id', 'version.title', 'version.content', 'version.created_at as replaced_at'])
    .select(
      sql<
        string | null
      >`case when row_number() over (partition by version.content_id order by version.created_at, version.id) = 1
        then content.created_by
        else lag(version.edited_by) over (partition by version.content_id order by version.created_at, version.id) end`.as(
        'written_by',
      ),
    )
  const lastEditor = sql<
    string | null
  >`(select edited_by from content_versions as last where last.content_id = content.id
    order by last.created_at desc, last.id desc limit 1)`
  const hasVersions = sql<SqlBool>`exists (select 1 from content_versions as any_of where any_of.content_id = content.id)`
  const current = db
    .selectFrom('content')
    .where('content.id', 'in', editedContent)
    .where(sql<SqlBool>`case when ${hasVersions} then ${lastEditor} else content.created_by end = ${viewer.id}`)
    .orderBy('updated_at', 'desc')
    .select(['content.id as content_id', 'content.title', 'content.content'])
  const replaced = db
    .selectFrom(versions.as('written'))
    .where('written_by', '=', viewer.id)
    .orderBy('replaced_at', 'desc')
    .select(['content_id', 'title', 'content', 'replaced_at'])
  const drafts = await db
    .selectFrom('content_drafts')
    .where('user_id', '=', viewer.id)
    .orderBy('updated_at', 'desc')
    .select(['content_id', 'words', 'updated_at'])
    .$call(readPart('page_drafts', 'texts'))
  return {
    pages: [
      ...(await current.$call(readPart('pages', 'texts'))).map((page) => ({ ...page, replaced_at: null })),
      ...(await replaced.$call(readPart('pages', 'texts'))),
    ],
    page_drafts: drafts.map(({ words, ...draft }) => ({ ...draft, ...(words as Pick<Draft, 'words'>) })),
  }
}

/** Returns what the user did with requests that they can still read. */
async function readActivity({ db }: Context, viewer: Viewer, readPart: ReadPart) {
  return {
    prayed_for: await db
      .selectFrom('prayed')
      .innerJoin('prayers', 'prayers.id', 'prayed.prayer_request_id')
      .where(visibleTo(viewer))
      .where('prayed.user_id', '=', viewer.id)
      .orderBy('prayed_at', 'desc')
      .select(['prayer_request_id', 'first_prayed_at', 'prayed_at'])
      .$call(readPart('prayed_for', 'acts')),
    reactions: (await db
      .selectFrom('reactions')
      .leftJoin('prayer_updates', 'prayer_updates.id', 'reactions.update_id')
      .innerJoin('prayers', (join) =>
        join.on(sql<SqlBool>`prayers.id = coalesce(reactions.prayer_request_id, prayer_updates.prayer_request_id)`),
      )
      .where(visibleTo(viewer))
      .where('reactions.user_id', '=', viewer.id)
      .orderBy('reactions.created_at', 'desc')
      .select(['reactions.prayer_request_id', 'reactions.update_id', 'reactions.type', 'reactions.created_at'])
      .$call(readPart('reactions', 'acts'))) as Export['reactions'],
    follows: await db
      .selectFrom('follows')
      .innerJoin('prayers', 'prayers.id', 'follows.prayer_request_id')
      .where(visibleTo(viewer))
      .where('follows.user_id', '=', viewer.id)
      .orderBy('follows.created_at', 'desc')
      .select(['prayer_request_id', 'follows.created_at'])
      .$call(readPart('follows', 'acts')),
  }
}

/** The user's lists, reminders, memberships and notifications. */
async function readMemberships({ db }: Context, viewer: Viewer, readPart: ReadPart) {
  const lists = await db
    .selectFrom('prayer_lists')
    .where('user_id', '=', viewer.id)
    .orderBy('order')
    .select(['id', 'name', 'created_at'])
    .$call(readPart('lists', 'texts'))
  const items = await db
    .selectFrom('prayer_list_items as item')
    .innerJoin('prayer_lists', 'prayer_lists.id', 'item.prayer_list_id')
    .innerJoin('prayers', 'prayers.id', 'item.prayer_request_id')
    .where(visibleTo(viewer))
    .where('prayer_lists.user_id', '=', viewer.id)
    .orderBy('item.order')
    .select(['item.prayer_list_id', 'item.prayer_request_id', 'item.created_at'])
    .$call(readPart('lists', 'acts'))
  const ofList = Map.groupBy(items, ({ prayer_list_id }) => prayer_list_id)
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('user_id', '=', viewer.id)
    .orderBy('memberships.created_at', 'desc')
    .select([
      'group_id',
      'groups.name',
      'role',
      'status',
      'memberships.seen_at',
      'gets_summary',
      'memberships.created_at',
    ])
    .execute()
  return {
    lists: lists.map((list) => ({
      ...list,
      items: (ofList.get(list.id) ?? []).map(({ prayer_request_id, created_at }) => ({
        prayer_request_id,
        created_at,
      })),
    })),
    reminders: await db
      .selectFrom('reminders')
      .where('user_id', '=', viewer.id)
      .orderBy('remind_at', 'desc')
      .select([readableId(db, viewer, 'reminders'), 'prayer_list_id', 'remind_at', 'repeats', 'time_zone'])
      .select(['weekdays', 'is_paused', 'created_at'])
      .$call(readPart('reminders', 'acts')),
    memberships: memberships.map(({ name, ...row }) => ({ ...row, group_name: row.status === 'banned' ? null : name })),
    // Only a confirmed address counts: anybody can sign up with one that is not theirs.
    group_summaries: await db
      .selectFrom('group_readers')
      .innerJoin('groups', 'groups.id', 'group_readers.group_id')
      .innerJoin('users', 'users.email', 'group_readers.email')
      .where('users.id', '=', viewer.id)
      .where('users.email_verified_at', 'is not', null)
      .orderBy('group_readers.created_at', 'desc')
      .select(['groups.name as group_name', 'group_readers.created_at', 'confirmed_at'])
      .$call(readPart('group_summaries', 'acts')),
    notifications: await db
      .selectFrom('notifications')
      .where('user_id', '=', viewer.id)
      .orderBy('created_at', 'desc')
      .select(['kind', readableId(db, viewer, 'notifications'), 'created_at', 'read_at'])
      .$call(readPart('notifications', 'acts')),
    messages: await db
      .selectFrom('content')
      .leftJoin('notification_reads as seen', (join) =>
        join.onRef('seen.content_id', '=', 'content.id').on('seen.user_id', '=', viewer.id),
      )
      .where('content.user_id', '=', viewer.id)
      .where('content.status', '=', 'published')
      .orderBy('content.created_at', 'desc')
      .select(['title', 'content', 'content.created_at', 'seen.read_at'])
      .$call(readPart('messages', 'texts')),
    security_events: await db
      .selectFrom('security_events')
      .where('user_id', '=', viewer.id)
      .orderBy('created_at', 'desc')
      .select(['kind', 'created_at'])
      .$call(readPart('security_events', 'acts')),
  }
}

/** The browsers that show messages to the user, without what is needed to send some. */
async function readPushDevices(db: Db, user_id: string): Promise<Export['push_devices']> {
  const rows = await selectPushDevices(db)
    .where('push_devices.user_id', '=', user_id)
    .select(['sessions.device', 'endpoint', 'is_discreet', 'push_devices.created_at', 'push_devices.sent_at'])
    .orderBy('push_devices.created_at')
    .execute()
  return rows.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).host }))
}

/** The user's second factors, without the secrets. */
async function readSecondFactors(db: Db, user_id: string): Promise<Export['second_factors']> {
  const passkeys = await listPasskeys(db, user_id)
  return {
    authenticator_app: await hasTotp(db, user_id),
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({ name, created_at, last_used_at })),
  }
}

/** The id of the request that a row is about; null where the viewer cannot read it any more. */
const readableId = (db: Db, viewer: Viewer, table: 'reminders' | 'notifications' | 'reports') =>
  db
    .selectFrom('prayers')
    .where('prayers.id', '=', sql.ref<string>(`${table}.prayer_request_id`))
    .where(visibleTo(viewer))
    .select('prayers.id')
    .as('prayer_request_id')
