import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { ContentItem, Metadata } from '../../../../contract/content.ts'
import type { audiences } from '../../../../contract/content.values.ts'
import { isStaff } from '../../../../contract/roles.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'

export type Audience = (typeof audiences)[number]

/** The audiences that a reader belongs to. */
export function audiencesOf(viewer: Pick<Viewer, 'role'> | null): Audience[] {
  if (!viewer) return ['everybody']
  return isStaff(viewer.role) ? ['everybody', 'members', 'staff'] : ['everybody', 'members']
}

/**
 * True for entries that the viewer may read at that time: published ones of their audiences, and those addressed to
 * them. Only the admin endpoints show administrators drafts and entries outside their period.
 */
export function readableBy(viewer: Viewer | null, at: string): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'content'>()
  const everybody = query('content.user_id', 'is', null)
  return query.and([
    query('content.status', '=', sql.lit('published')),
    viewer ? query.or([everybody, query('content.user_id', '=', viewer.id)]) : everybody,
    query('content.audience', 'in', audiencesOf(viewer)),
    query.or([query('content.shown_from', 'is', null), query('content.shown_from', '<=', at)]),
    query.or([query('content.shown_until', 'is', null), query('content.shown_until', '>', at)]),
  ])
}

export interface ContentRow extends Omit<ContentItem, 'metadata'> {
  metadata: Record<string, unknown>
  user_id: string | null
  audience: Audience
  shown_from: string | null
  shown_until: string | null
  /** SQLite returns 0 or 1. */
  is_read: boolean | number | null
}

/** An entry for one reader. `is_read` is the reader's own, and set for notifications only. */
export function toContent({
  user_id,
  is_read,
  audience,
  shown_from,
  shown_until,
  metadata,
  ...row
}: ContentRow): ContentItem {
  if (row.content_type !== 'notification')
    return { ...row, metadata: user_id === null ? metadata : { ...metadata, user_id } }
  const own = { user_id, is_read: Boolean(is_read), audience, shown_from, shown_until }
  return { ...row, metadata: { ...metadata, ...own } }
}

/**
 * The status of an entry that is saved. Publishing is requested in two ways, `status` and `published`: of both in one
 * change, as in an entry that is sent back, the one that differs counts.
 */
export function contentStatusOf(
  { status, published }: { status?: ContentItem['status'] | undefined; published?: boolean | undefined },
  before?: ContentItem['status'],
): ContentItem['status'] {
  if (status !== undefined && status !== before) return status
  if (published === undefined || published === (before === 'published')) return status ?? before ?? 'draft'
  return published ? 'published' : 'draft'
}

/**
 * The metadata of an entry after a change: members that the change leaves out stay, and null removes one. Whether it was
 * read is stored for each reader, apart from it.
 */
export const mergeMetadata = (before: Metadata, { is_read: _read, ...change }: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([name, value]) => value !== null || before[name] === null),
  )

/** True if an entry other than a notification has no address. */
export const isMissingSlug = (content_type: ContentItem['content_type'], slug: string | null): boolean =>
  content_type !== 'notification' && slug === null

/** True if a notification ends before it begins, and would never be shown. */
export const endsTooSoon = ({ shown_from = null, shown_until = null }: Metadata): boolean =>
  shown_from !== null && shown_until !== null && shown_until <= shown_from
