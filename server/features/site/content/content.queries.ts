import { sql } from 'kysely'
import type { ContentItem, ContentLink, ContentType, ContentVersion, Version } from '../../../../contract/content.ts'
import type { Language } from '../../../../contract/fields.ts'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import { IMPRINT_SLUG } from '../../../../contract/imprint.values.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, now } from '../../../context.ts'
import { containsText } from '../../../db/names.ts'
import type { Db } from '../../../db/open.ts'
import { ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import type { ImprintPage } from './imprint.rules.ts'
import { type ContentRow, readableBy, toContent } from './content.rules.ts'

export const FOOTER_ITEMS = 5

const columns = [
  'content.id',
  'content.title',
  'content.slug',
  'content.content',
  'content.content_type',
  'content.status',
  'content.published',
  'content.featured',
  'content.language',
  'content.metadata',
  'content.user_id',
  'content.audience',
  'content.shown_from',
  'content.shown_until',
  'content.created_at',
  'content.updated_at',
  'content.published_at',
] as const

const selectContent = (db: Db, viewer: Viewer | null) =>
  db
    .selectFrom('content')
    .select(columns)
    .select((query) =>
      viewer
        ? query
            .exists(
              query
                .selectFrom('notification_reads')
                .select('notification_reads.user_id')
                .whereRef('notification_reads.content_id', '=', 'content.id')
                .where('notification_reads.user_id', '=', viewer.id),
            )
            .as('is_read')
        : query.lit(null).as('is_read'),
    )

/** Texts with one slug are one announcement. */
const announcement = sql<string>`coalesce(content.slug, cast(content.id as text))`

/** The announcements of which somebody has read a text, in whatever language. */
const selectRead = (db: Db, user_id: string) =>
  db
    .selectFrom('notification_reads')
    .innerJoin('content', 'content.id', 'notification_reads.content_id')
    .where('notification_reads.user_id', '=', user_id)
    .select(announcement.as('announcement'))

const PAGE_SIZE = 500

interface ListOptions {
  type?: ContentType | undefined
  language?: Language | undefined
  user_id?: string | undefined
  page?: number | undefined
  /** True: no text of an announcement that the viewer has read. */
  unread?: boolean
}

export async function listPublished(
  ctx: Context,
  viewer: Viewer | null,
  { type, language, user_id, page = 0, unread = false }: ListOptions,
): Promise<ContentItem[]> {
  let query = selectContent(ctx.db, viewer)
    .where(readableBy(viewer, now(ctx)))
    .orderBy('content.published_at', 'desc')
    .orderBy('content.id')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
  if (type !== undefined) query = query.where('content_type', '=', type)
  if (language !== undefined) query = query.where('language', '=', language)
  if (user_id !== undefined) query = query.where('content.user_id', '=', user_id)
  if (unread && viewer) query = query.where(announcement, 'not in', selectRead(ctx.db, viewer.id))
  return (await query.execute()).map((row: ContentRow) => toContent(row))
}

/**
 * The time when a notification to everybody next starts or ends: until then that list changes for nobody.
 */
export async function nextNotificationChange(ctx: Context): Promise<string | null> {
  const at = now(ctx)
  const { begins, ends } = await ctx.db
    .selectFrom('content')
    .where('content_type', '=', 'notification')
    .where('status', '=', 'published')
    .where('audience', '=', 'everybody')
    .where('user_id', 'is', null)
    .select((query) => [
      query.fn.min('shown_from').filterWhere('shown_from', '>', at).as('begins'),
      query.fn.min('shown_until').filterWhere('shown_until', '>', at).as('ends'),
    ])
    .executeTakeFirstOrThrow()
  if (begins === null || ends === null) return begins ?? ends
  return begins < ends ? begins : ends
}

// The requested language first, then English, then any other.
const byLanguage = (language: Language) =>
  sql<number>`case language when ${language} then 0 when 'en' then 1 else 2 end`

/** The published entry at an address, preferably in the language. Notifications have no address. */
export async function readBySlug(ctx: Context, slug: string, language: Language): Promise<ContentItem> {
  const row = await selectContent(ctx.db, null)
    .where(readableBy(null, now(ctx)))
    .where('slug', '=', slug)
    .where('content_type', '!=', 'notification')
    .orderBy(byLanguage(language))
    .limit(1)
    .executeTakeFirst()
  return toContent(ensureFound<ContentRow>(row, 'content.not_found'))
}

/** Ten years of one a week. */
const MAX_ANNOUNCEMENTS = 500

/** Those that everybody reads, or will, then all others; of both the newest first. */
const selectAnnouncements = (ctx: Context) =>
  ctx.db
    .selectFrom('content')
    .select(announcement.as('announcement'))
    .where('content_type', '=', 'notification')
    .groupBy(announcement)
    .orderBy(
      sql`min(case when user_id is null and status = 'published' and (shown_until is null or shown_until > ${now(ctx)})
        then 0 else 1 end)`,
    )
    .orderBy(sql`max(created_at)`, 'desc')
    .limit(MAX_ANNOUNCEMENTS)

/** All texts of the announcements, whether they are shown or not; or those of the one that has the text `id`. */
export async function listAnnouncementTexts(ctx: Context, id?: string): Promise<ContentItem[]> {
  const { db } = ctx
  let query = selectContent(db, null)
    .where('content_type', '=', 'notification')
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id')
  if (id === undefined) {
    query = query.where(announcement, 'in', selectAnnouncements(ctx))
  } else {
    const slug = db.selectFrom('content as other').select('other.slug').where('other.id', '=', id)
    query = query.where((where) => where.or([where('content.id', '=', id), where('content.slug', '=', slug)]))
  }
  return (await query.execute()).map((row: ContentRow) => toContent(row))
}

/** The imprint in every language, drafts too. */
export async function listImprintPages(db: Db): Promise<ImprintPage[]> {
  const rows = await selectContent(db, null)
    .select(['content.created_by'])
    .where('slug', '=', IMPRINT_SLUG)
    .where('content_type', '!=', 'notification')
    .execute()
  return rows.map(({ created_by, ...row }) => ({
    ...toContent(row),
    is_new: created_by === null && row.created_at === row.updated_at,
  }))
}

const toLink = ({ title, slug, language }: Omit<ContentLink, 'slug'> & { slug: string | null }): ContentLink => ({
  title,
  slug: slug ?? '',
  language,
})

/** Titles and addresses for the footer: featured ones first, then by time of publication. */
export async function footerLinks(
  ctx: Context,
  language: Language,
): Promise<Record<'guide' | 'help' | 'legal' | 'update', ContentLink[]>> {
  const rows = await ctx.db
    .selectFrom('content')
    .select(['title', 'slug', 'language', 'content_type'])
    .where(readableBy(null, now(ctx)))
    .where('content_type', 'in', ['guide', 'help', 'legal', 'update'])
    .orderBy('featured', 'desc')
    .orderBy('published_at')
    .orderBy('id')
    .orderBy(byLanguage(language))
    .select('published_at')
    .select(byLanguage(language).as('distance'))
    .execute()
  const best = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const known = row.slug === null ? undefined : best.get(row.slug)
    if (row.slug !== null && (!known || row.distance < known.distance)) best.set(row.slug, row)
  }
  const pick = (type: ContentType): ContentLink[] =>
    [...best.values()]
      .filter((row) => row.content_type === type)
      .slice(0, FOOTER_ITEMS)
      .map(toLink)
  const updates = [...best.values()].toSorted((one, other) =>
    (one.published_at ?? '') < (other.published_at ?? '') ? 1 : -1,
  )
  const latest = updates.find(({ content_type }) => content_type === 'update')
  return {
    guide: pick('guide'),
    help: pick('help'),
    legal: pick('legal'),
    update: latest ? [toLink(latest)] : [],
  }
}

/** The addresses of all published entries, with the latest change in any language. */
export const publishedAddresses = (ctx: Context) =>
  ctx.db
    .selectFrom('content')
    .select(['slug', (query) => query.fn.max('updated_at').as('updated_at')])
    .where(readableBy(null, now(ctx)))
    .where('content_type', '!=', 'notification')
    .where('slug', 'is not', null)
    .groupBy('slug')
    .orderBy('slug')
    .execute()

type Filters = ParsedInput<'content.manage_list'>

/** Entries of every status, for those who manage them. `search` matches literally, in titles and addresses. */
export async function listAllContent(
  db: Db,
  { type, status, language, featured, search, page = 0, limit = 20 }: Filters,
) {
  const filtered = db
    .selectFrom('content')
    .$if(type !== undefined, (query) => query.where('content_type', '=', type ?? 'guide'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .$if(language !== undefined, (query) => query.where('language', '=', language ?? 'en'))
    .$if(featured !== undefined, (query) => query.where('featured', '=', featured === true))
    .$if(search !== undefined && search !== '', (query) =>
      query.where((where) => where.or([containsText('title', search ?? ''), containsText('slug', search ?? '')])),
    )
  const [rows, counted] = await Promise.all([
    filtered
      .select(columns)
      .select((query) => query.lit(null).as('is_read'))
      .orderBy('updated_at', 'desc')
      .orderBy('content.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    filtered.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map((row: ContentRow) => toContent(row)), page, limit, total: counted.total }
}

/** An entry of any status, for staff. Rejects with `content.not_found`. */
export async function readContent(db: Db, id: string): Promise<ContentItem> {
  const row = await selectContent(db, null).where('content.id', '=', id).executeTakeFirst()
  return toContent(ensureFound<ContentRow>(row, 'content.not_found'))
}

/** A page at an address that somebody has made themselves. */
export async function findOwnPage(
  db: Db,
  created_by: string,
  { slug, language }: Pick<ContentItem, 'language'> & { slug: string },
): Promise<ContentItem | undefined> {
  const row = await selectContent(db, null)
    .where('content.created_by', '=', created_by)
    .where('content.slug', '=', slug)
    .where('content.language', '=', language)
    .where('content.content_type', '!=', 'notification')
    .executeTakeFirst()
  return row && toContent(row)
}

/** The entry as its reader may see it. Rejects with `content.not_found`. */
export async function readContentFor(ctx: Context, viewer: Viewer, id: string): Promise<ContentItem> {
  const row = await selectContent(ctx.db, viewer)
    .where('content.id', '=', id)
    .where(readableBy(viewer, now(ctx)))
    .executeTakeFirst()
  return toContent(ensureFound<ContentRow>(row, 'content.not_found'))
}

const selectVersions = (db: Db, content_id: string) =>
  db
    .selectFrom('content_versions')
    .leftJoin('users', 'users.id', 'content_versions.edited_by')
    .where('content_id', '=', content_id)
    .select([
      'content_versions.id',
      'content_versions.title',
      'content_versions.created_at',
      'users.display_name as edited_by',
    ])

/** Earlier texts of an entry, newest first: `created_at` is when it was replaced, `edited_by` who replaced it. */
export const listVersions = (db: Db, content_id: string, page = 0): Promise<Version[]> =>
  selectVersions(db, content_id)
    .orderBy('content_versions.created_at', 'desc')
    .orderBy('content_versions.id', 'desc')
    .limit(HISTORY_PAGE)
    .offset(page * HISTORY_PAGE)
    .execute()

/** Rejects with `content.no_version`, also for a version of another entry. */
export async function readVersion(db: Db, content_id: string, id: string): Promise<ContentVersion> {
  const row = await selectVersions(db, content_id)
    .where('content_versions.id', '=', id)
    .select('content_versions.content')
    .executeTakeFirst()
  return ensureFound(row, 'content.no_version')
}
