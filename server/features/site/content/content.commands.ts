import { v7 as uuidv7 } from 'uuid'
import type { ContentItem, Draft, Metadata, NewContent } from '../../../../contract/content.ts'
import { cleanPasted } from '../../../../contract/pasted.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, nextTimestamp, now } from '../../../context.ts'
import { type Db, holdRows } from '../../../db/open.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { lockUser } from '../../identity/users/users.queries.ts'
import { contentStatusOf } from './content.rules.ts'

/** Audience and time are columns, because queries filter by them; `is_read` is stored per reader. */
function toColumns(content_type: ContentItem['content_type'], metadata: Metadata) {
  const { user_id = null, is_read: _read, audience, shown_from, shown_until, ...banner } = metadata
  const kept = Object.entries(banner).filter(([, value]) => value !== null)
  const isNotification = content_type === 'notification'
  return {
    metadata: JSON.stringify(Object.fromEntries(kept)),
    user_id,
    audience: (isNotification && audience) || ('everybody' as const),
    shown_from: (isNotification && shown_from) || null,
    shown_until: (isNotification && shown_until) || null,
  }
}

export async function insertContent(ctx: Context, author: Viewer, input: NewContent): Promise<string> {
  const id = uuidv7()
  const at = now(ctx)
  const status = contentStatusOf(input)
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
      ...toColumns(input.content_type, input.metadata ?? {}),
      created_by: author.id,
      created_at: at,
      updated_at: at,
      published_at: status === 'published' ? at : null,
    })
    .execute()
  return id
}

/** `metadata` is the whole of it. */
export type ContentChange = Omit<ParsedInput<'content.manage_edit'>, 'id' | 'published' | 'updated_at'>

/**
 * Updates the given fields and stores the previous text as a version. Rejects with `content.changed` when another save
 * came first.
 */
export async function updateContent(
  ctx: Context,
  editor: Viewer,
  before: ContentItem,
  { metadata, status = before.status, ...change }: ContentChange,
): Promise<void> {
  const at = nextTimestamp(ctx, before.updated_at)
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
  const { numUpdatedRows } = await ctx.db
    .updateTable('content')
    .set({
      ...change,
      ...((metadata ?? change.content_type) !== undefined &&
        toColumns(change.content_type ?? before.content_type, metadata ?? before.metadata)),
      status,
      published: status === 'published',
      published_at: status === 'published' ? (before.published_at ?? at) : before.published_at,
      updated_at: at,
    })
    .where('id', '=', before.id)
    // Another save may have been committed since it was read.
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst()
  check(numUpdatedRows > 0n, 'content.changed')
}

/** Keeps an entry from being deleted until the transaction ends. */
async function holdContent({ db, database }: Context, id: string): Promise<void> {
  const entry = await holdRows(db.selectFrom('content').select('id').where('id', '=', id), database).executeTakeFirst()
  check(entry, 'content.not_found')
}

/** Deletes an entry. What is left of an announcement has changed, too: who read it before would bring the language back. */
export async function deleteContent(
  ctx: Context,
  { id, slug, content_type, updated_at }: Pick<ContentItem, 'id' | 'slug' | 'content_type' | 'updated_at'>,
): Promise<void> {
  await ctx.db.deleteFrom('content').where('id', '=', id).execute()
  if (content_type !== 'notification' || slug === null) return
  const left = await ctx.db
    .selectFrom('content')
    .select(['id', 'updated_at'])
    .where('slug', '=', slug)
    .where('content_type', '=', 'notification')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!left) return
  const before = left.updated_at > updated_at ? left.updated_at : updated_at
  const change = { updated_at: nextTimestamp(ctx, before) }
  await ctx.db.updateTable('content').set(change).where('id', '=', left.id).execute()
}

/** Marks a notification as read or unread for the user. Refuses one that was just deleted. */
export async function setRead(ctx: Context, user_id: string, content_id: string, is_read: boolean): Promise<void> {
  if (is_read) {
    await holdContent(ctx, content_id)
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

// Each editor has one draft per entry, and one (null) for a page that was never saved.
const contentIdOperator = (content_id: string | null) => (content_id === null ? 'is' : '=')

export async function readDraft(db: Db, editor: Viewer, content_id: string | null): Promise<Draft | null> {
  const row = await db
    .selectFrom('content_drafts')
    .select(['words', 'based_on', 'updated_at'])
    .where('user_id', '=', editor.id)
    .where('content_id', contentIdOperator(content_id), content_id)
    .executeTakeFirst()
  return row ? { ...(row.words as Pick<Draft, 'words'>), based_on: row.based_on, updated_at: row.updated_at } : null
}

export async function deleteDraft(db: Db, editor: Viewer, content_id: string | null): Promise<void> {
  await db
    .deleteFrom('content_drafts')
    .where('user_id', '=', editor.id)
    .where('content_id', contentIdOperator(content_id), content_id)
    .execute()
}

/** A text as it is typed or pasted, without what PostgreSQL has no place for in JSON: U+0000, and half a character. */
const toStorable = (text: string): string => cleanPasted(text, { lines: true }).toWellFormed()

/** Stores an editor's unsaved text separately from the entry, so that no reader sees it. */
export async function saveDraft(
  ctx: Context,
  editor: Viewer,
  content_id: string | null,
  { words, based_on }: Omit<Draft, 'updated_at'>,
): Promise<string> {
  // Two tabs of one editor may keep it at once.
  await lockUser(ctx, editor.id)
  if (content_id !== null) await holdContent(ctx, content_id)
  await deleteDraft(ctx.db, editor, content_id)
  const updated_at = now(ctx)
  const { title, slug, content } = words
  const kept = { words: { ...words, title: toStorable(title), slug: toStorable(slug), content: toStorable(content) } }
  await ctx.db
    .insertInto('content_drafts')
    .values({ id: uuidv7(), content_id, user_id: editor.id, words: JSON.stringify(kept), based_on, updated_at })
    .execute()
  return updated_at
}
