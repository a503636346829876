import { type ContentItem, type Metadata, type NewContent, fitsMetadata } from '../../../../contract/content.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { check, ensureFound, refuseDuplicate, refuseMember } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { lockAdmins, userById } from '../../identity/users/users.queries.ts'
import {
  type ContentChange,
  deleteContent,
  deleteDraft,
  insertContent,
  saveDraft,
  readDraft,
  setRead,
  updateContent,
} from './content.commands.ts'
import {
  findOwnPage,
  footerLinks,
  listAllContent,
  listPublished,
  listVersions,
  readContent,
  readBySlug,
  readContentFor,
  readVersion,
} from './content.queries.ts'
import { contentStatusOf, endsTooSoon, isMissingSlug, mergeMetadata } from './content.rules.ts'

/** Refuses a notification to a user who does not exist. */
async function checkReader({ db }: Context, { user_id = null }: Metadata = {}): Promise<void> {
  if (user_id !== null) ensureFound(await userById(db, user_id), 'users.not_found')
}

type Act = 'create' | 'edit' | 'delete'
const record = (ctx: Context, viewer: Viewer, act: Act, { id, slug }: ContentItem, more: object): Promise<void> =>
  recordAudit(ctx, viewer.id, {
    action: `content.${act}`,
    target_type: 'content',
    target_id: id,
    detail: { slug, ...more },
  })

async function create(ctx: Context, viewer: Viewer, input: NewContent): Promise<ContentItem> {
  check(!isMissingSlug(input.content_type, input.slug ?? null), 'content.slug_needed')
  check(!endsTooSoon(input.metadata ?? {}), 'content.ends_too_soon')
  await checkReader(ctx, input.metadata)
  const id = await insertContent(ctx, viewer, input).catch(refuseDuplicate(ctx, 'content.slug_taken'))
  const created = await readContent(ctx.db, id)
  await record(ctx, viewer, 'create', created, { status: created.status })
  return created
}

/** Finds a page that was made before and is sent again after a reload, because its answer was lost: it bears another key then. */
async function findMade(
  { db }: Context,
  viewer: Viewer,
  { metadata = {}, published, status, slug, language = 'en', ...words }: NewContent,
): Promise<ContentItem | undefined> {
  if (slug === undefined || slug === null) return undefined
  const made = await findOwnPage(db, viewer.id, { slug, language })
  if (!made) return undefined
  const changes = pickChanges(made, { ...words, status: contentStatusOf({ status, published }) })
  return isUnchanged({ ...changes, ...pickChanges(made.metadata, metadata) }) ? made : undefined
}

/** Returns what the activity log says of a change: the title, or else the status, before and after. */
const changeInSight = (before: ContentItem, after: ContentItem): Record<string, string> => {
  if (before.title !== after.title) return { from: before.title, to: after.title }
  return before.status === after.status ? {} : { from: before.status, to: after.status }
}

/** Administrators change entries one after another: each finds what the one before has saved, or deleted. */
async function edit(
  ctx: Context,
  viewer: Viewer,
  { id, updated_at, metadata: given, status, published, ...words }: ParsedInput<'content.manage_edit'>,
  detail: Record<string, unknown> = {},
): Promise<ContentItem> {
  await lockAdmins(ctx)
  const before = await readContent(ctx.db, id)
  const { content_type = before.content_type, slug = before.slug } = words
  const metadata = mergeMetadata(before.metadata, given ?? {})
  const change: ContentChange = { ...words, metadata, status: contentStatusOf({ status, published }, before.status) }
  const changes = pickChanges(before, change)
  // A change that is sent again because its answer was lost stands against nobody.
  if (isUnchanged(changes)) return before
  check(updated_at === undefined || updated_at === before.updated_at, 'content.changed')
  check(!isMissingSlug(content_type, slug), 'content.slug_needed')
  check(!endsTooSoon(metadata), 'content.ends_too_soon')
  if (!fitsMetadata(metadata)) throw refuseMember('metadata', 'not_allowed')
  await checkReader(ctx, changes.metadata && given)
  await updateContent(ctx, viewer, before, changes).catch(refuseDuplicate(ctx, 'content.slug_taken'))
  const after = await readContent(ctx.db, id)
  await record(ctx, viewer, 'edit', after, { status: after.status, ...changeInSight(before, after), ...detail })
  return after
}

async function remove(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await lockAdmins(ctx)
  const item = await readContent(ctx.db, id)
  await deleteContent(ctx, item)
  await record(ctx, viewer, 'delete', item, { title: item.title })
}

export const content = {
  'content.list': ({ ctx, viewer, input: { status, user_id, ...filters } }) => {
    if (user_id !== undefined) {
      check(viewer, 'sessions.required')
      check(viewer.id === user_id, 'request.forbidden')
    }
    // Lists published entries only, so a filter for any other status finds nothing.
    if (status !== undefined && status !== 'published') return Promise.resolve([])
    return listPublished(ctx, viewer, { ...filters, user_id })
  },

  'content.footer': ({ ctx, input }) => footerLinks(ctx, input.language ?? 'en'),

  'content.one': ({ ctx, input }) => readBySlug(ctx, input.slug, input.language ?? 'en'),

  'content.create': ({ ctx, viewer, input }) => create(ctx, viewer, input),

  'content.create_many': async ({ ctx, viewer, input }) => {
    const created = []
    for (const item of input.items) created.push(await create(ctx, viewer, item))
    return created
  },

  'content.update': async ({ ctx, viewer, input }) => {
    const { id, updated_at: _based, metadata: { is_read, ...otherMetadata } = {}, ...rest } = input
    const onlyReads = is_read !== undefined && isUnchanged(rest) && isUnchanged(otherMetadata)
    if (viewer.role === 'admin' && !onlyReads) {
      const edited = await edit(ctx, viewer, input)
      if (is_read === undefined || edited.content_type !== 'notification') return edited
      await setRead(ctx, viewer.id, id, is_read)
      return { ...edited, metadata: { ...edited.metadata, is_read } }
    }
    const item = await readContentFor(ctx, viewer, id)
    // Others send back at most what they read: they must not learn that an entry exists that they may not change.
    const changesOnlyRead = isUnchanged({ ...pickChanges(item, rest), ...pickChanges(item.metadata, otherMetadata) })
    check(item.content_type === 'notification' && is_read !== undefined && changesOnlyRead, 'content.not_found')
    await setRead(ctx, viewer.id, id, is_read)
    return await readContentFor(ctx, viewer, id)
  },

  'content.manage_list': ({ ctx, input }) => listAllContent(ctx.db, input),
  'content.manage_create': async ({ ctx, viewer, input }) =>
    (await findMade(ctx, viewer, input)) ?? (await create(ctx, viewer, input)),
  'content.manage_one': ({ ctx, input }) => readContent(ctx.db, input.id),
  'content.manage_edit': ({ ctx, viewer, input }) => edit(ctx, viewer, input),

  'content.manage_delete': async ({ ctx, viewer, input: { id } }) => {
    await remove(ctx, viewer, id)
    return { id }
  },

  'content.manage_many': async ({ ctx, viewer, input: { ids, act } }) => {
    const all = [...new Set(ids)]
    for (const id of all) {
      if (act === 'delete') await remove(ctx, viewer, id)
      else await edit(ctx, viewer, { id, status: act === 'publish' ? 'published' : 'draft' })
    }
    return { ids: all }
  },

  'content.versions': async ({ ctx, input: { id, page } }) => {
    await readContent(ctx.db, id)
    return await listVersions(ctx.db, id, page)
  },

  'content.version': async ({ ctx, input: { id, version_id } }) => {
    await readContent(ctx.db, id)
    return await readVersion(ctx.db, id, version_id)
  },

  'content.restore': async ({ ctx, viewer, input: { id, version_id, updated_at } }) => {
    await readContent(ctx.db, id)
    const version = await readVersion(ctx.db, id, version_id)
    const words = { title: version.title, content: version.content }
    return await edit(ctx, viewer, { id, ...words, updated_at }, { restored: version_id })
  },

  'content.draft': async ({ ctx, viewer, input: { content_id = null } }) => {
    if (content_id !== null) await readContent(ctx.db, content_id)
    return { draft: await readDraft(ctx.db, viewer, content_id) }
  },

  'content.keep_draft': async ({ ctx, viewer, input: { content_id = null, ...draft } }) => {
    if (content_id !== null) await readContent(ctx.db, content_id)
    return { updated_at: await saveDraft(ctx, viewer, content_id, draft) }
  },

  'content.forget_draft': async ({ ctx, viewer, input: { content_id = null } }) => {
    if (content_id !== null) await readContent(ctx.db, content_id)
    await deleteDraft(ctx.db, viewer, content_id)
    return { forgotten: true }
  },
} satisfies Handlers<'content'>
