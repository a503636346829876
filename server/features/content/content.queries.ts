import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ContentItem, ContentLink, ContentType, NewContent } from '../../../contract/content.ts'
import type { Language } from '../../../contract/fields.ts'
import type { ParsedInput } from '../../../contract/schemas.ts'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import { type Db, containing } from '../../db/open.ts'
import { found } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { type ContentRow, readableBy, statusOf, toContent } from './content.rules.ts'

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

interface ListOptions {
  type?: ContentType | undefined
  language?: Language | undefined
  user_id?: string | undefined
}

export async function listPublished(
  db: Db,
  viewer: Viewer | null,
  { type, language, user_id }: ListOptions,
): Promise<ContentItem[]> {
  let query = selectContent(db, viewer)
    .where(readableBy(viewer))
    .orderBy('content.published_at', 'desc')
    .orderBy('content.id')
    .limit(500)
  if (type !== undefined) query = query.where('content_type', '=', type)
  if (language !== undefined) query = query.where('language', '=', language)
  if (user_id !== undefined) query = query.where('content.user_id', '=', user_id)
  return (await query.execute()).map((row: ContentRow) => toContent(row))
}

// The asked-for language first, then English, then whatever there is.
const byLanguage = (language: Language) =>
  sql<number>`case language when ${language} then 0 when 'en' then 1 else 2 end`

/** The published entry at an address, in the language if there is such a one. Notifications have no address. */
export async function readBySlug(db: Db, slug: string, language: Language): Promise<ContentItem> {
  const row = await selectContent(db, null)
    .where(readableBy(null))
    .where('slug', '=', slug)
    .where('content_type', '!=', 'notification')
    .orderBy(byLanguage(language))
    .limit(1)
    .executeTakeFirst()
  return toContent(found<ContentRow>(row, 'content.not_found'))
}

const toLink = ({ title, slug, language }: Omit<ContentLink, 'slug'> & { slug: string | null }): ContentLink => ({
  title,
  slug: slug ?? '',
  language,
})

/** Titles and addresses for the footer: featured ones first, then in the order in which they were published. */
export async function footerLinks(
  db: Db,
  language: Language,
): Promise<Record<'guide' | 'help' | 'legal' | 'update', ContentLink[]>> {
  const rows = await db
    .selectFrom('content')
    .select(['title', 'slug', 'language', 'content_type'])
    .where(readableBy(null))
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
  const pick = (type: ContentType, most: number): ContentLink[] =>
    [...best.values()]
      .filter((row) => row.content_type === type)
      .slice(0, most)
      .map(toLink)
  const updates = [...best.values()].toSorted((one, other) =>
    (one.published_at ?? '') < (other.published_at ?? '') ? 1 : -1,
  )
  const latest = updates.find(({ content_type }) => content_type === 'update')
  return {
    guide: pick('guide', FOOTER_ITEMS),
    help: pick('help', FOOTER_ITEMS),
    legal: pick('legal', FOOTER_ITEMS),
    update: latest ? [toLink(latest)] : [],
  }
}

/** The addresses of all published entries, with the time of the newest change in any language. */
export const publishedAddresses = (db: Db) =>
  db
    .selectFrom('content')
    .select(['slug', (query) => query.fn.max('updated_at').as('updated_at')])
    .where(readableBy(null))
    .where('content_type', '!=', 'notification')
    .where('slug', 'is not', null)
    .groupBy('slug')
    .orderBy('slug')
    .execute()

type Filters = ParsedInput<'content.manage_list'>

/** Entries of every status, for those who manage them. `search` is looked for as it is, in titles and addresses. */
export async function listAll(db: Db, { type, status, language, featured, search, page = 0, limit = 20 }: Filters) {
  const filtered = db
    .selectFrom('content')
    .$if(type !== undefined, (query) => query.where('content_type', '=', type ?? 'guide'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .$if(language !== undefined, (query) => query.where('language', '=', language ?? 'en'))
    .$if(featured !== undefined, (query) => query.where('featured', '=', featured === true))
    .$if(search !== undefined && search !== '', (query) => {
      const pattern = containing((search ?? '').toLowerCase())
      return query.where((where) =>
        where.or([
          sql<boolean>`lower(title) like ${pattern} escape '\\'`,
          sql<boolean>`lower(coalesce(slug, '')) like ${pattern} escape '\\'`,
        ]),
      )
    })
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

/** Rejects with `content.not_found`. For staff: sees every status. */
export async function readAny(db: Db, id: string): Promise<ContentItem> {
  const row = await selectContent(db, null).where('content.id', '=', id).executeTakeFirst()
  return toContent(found<ContentRow>(row, 'content.not_found'))
}

/** The entry as its reader may see it. Rejects with `content.not_found`. */
export async function readOwn(db: Db, viewer: Viewer, id: string): Promise<ContentItem> {
  const row = await selectContent(db, viewer).where('content.id', '=', id).where(readableBy(viewer)).executeTakeFirst()
  return toContent(found<ContentRow>(row, 'content.not_found'))
}

// `user_id` has a column of its own, and `is_read` belongs to each reader: neither is kept in the metadata.
const storedMetadata = ({ user_id: _user, is_read: _read, ...metadata }: NonNullable<NewContent['metadata']>): string =>
  JSON.stringify(metadata)

export async function insertContent(ctx: Context, author: Viewer, input: NewContent): Promise<string> {
  const id = uuidv7()
  const at = now(ctx)
  const status = statusOf(input) ?? 'draft'
  await ctx.db
    .insertInto('content')
    .values({
      id,
      title: input.title,
      slug: input.slug ?? null,
      content: input.content,
      content_type: input.content_type,
      status,
      published: status === 'published',
      featured: input.featured ?? false,
      language: input.language ?? 'en',
      metadata: storedMetadata(input.metadata ?? {}),
      user_id: input.metadata?.user_id ?? null,
      created_by: author.id,
      created_at: at,
      updated_at: at,
      published_at: status === 'published' ? at : null,
    })
    .execute()
  return id
}

type Change = Omit<ParsedInput<'content.manage_edit'>, 'id'>

/** Changes the given members, and keeps the words that were there before. */
export async function updateContent(ctx: Context, editor: Viewer, before: ContentItem, input: Change): Promise<void> {
  const { metadata, published: _published, status: _status, ...change } = input
  const at = now(ctx)
  const status = statusOf(input) ?? before.status
  if ((change.content ?? before.content) !== before.content || (change.title ?? before.title) !== before.title) {
    await ctx.db
      .insertInto('content_versions')
      .values({
        id: uuidv7(),
        content_id: before.id,
        title: before.title,
        content: before.content,
        edited_by: editor.id,
        created_at: at,
      })
      .execute()
  }
  await ctx.db
    .updateTable('content')
    .set({
      ...change,
      ...(metadata && { metadata: storedMetadata({ ...before.metadata, ...metadata }) }),
      ...(metadata?.user_id !== undefined && { user_id: metadata.user_id }),
      status,
      published: status === 'published',
      published_at: status === 'published' ? (before.published_at ?? at) : before.published_at,
      updated_at: at,
    })
    .where('id', '=', before.id)
    .execute()
}

export async function deleteContent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('content').where('id', '=', id).execute()
}

/** Remembers that the person has read a notification, or forgets it. */
export async function setRead(ctx: Context, user_id: string, content_id: string, is_read: boolean): Promise<void> {
  if (is_read) {
    await ctx.db
      .insertInto('notification_reads')
      .values({ content_id, user_id, read_at: now(ctx) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await ctx.db
      .deleteFrom('notification_reads')
      .where('content_id', '=', content_id)
      .where('user_id', '=', user_id)
      .execute()
  }
}
