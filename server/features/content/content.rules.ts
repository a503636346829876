import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { ContentItem } from '../../../contract/content.ts'
import type { Schema } from '../../db/schema.ts'
import type { Viewer } from '../../http/session.ts'

/** Who may read an entry: published ones everybody, those for one person that person. Admins see drafts in the admin calls only. */
export function readableBy(viewer: Viewer | null): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'content'>()
  const everybody = query('content.user_id', 'is', null)
  return query.and([
    query('content.status', '=', sql.lit('published')),
    viewer ? query.or([everybody, query('content.user_id', '=', viewer.id)]) : everybody,
  ])
}

export interface ContentRow extends Omit<ContentItem, 'metadata'> {
  metadata: Record<string, unknown>
  user_id: string | null
  /** 0 or 1 on SQLite. */
  is_read: boolean | number | null
}

/** An entry for one reader. Whether it was read is theirs alone; it is told of notifications only. */
export function toContent({ user_id, is_read, metadata, ...row }: ContentRow): ContentItem {
  if (row.content_type !== 'notification') return { ...row, metadata }
  return { ...row, metadata: { ...metadata, user_id, is_read: Boolean(is_read) } }
}

/** The specification spells publishing in two ways: `status`, or `published` alone. */
export function statusOf({
  status,
  published,
}: {
  status?: ContentItem['status'] | undefined
  published?: boolean | undefined
}) {
  return status ?? (published === undefined ? undefined : published ? ('published' as const) : ('draft' as const))
}

/** Everything but a notification is read under an address of its own. */
export const needsSlug = (content_type: ContentItem['content_type'], slug: string | null): boolean =>
  content_type !== 'notification' && slug === null
