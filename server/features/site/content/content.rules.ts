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
 * Who may read an entry at that time: published ones everybody whom they are for, those for one person that person.
 * Admins see drafts, and what is not yet or no longer shown, in the admin calls only.
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
  /** 0 or 1 on SQLite. */
  is_read: boolean | number | null
}

/** An entry for one reader. Whether it was read is theirs alone; it is told of notifications only. */
export function toContent({
  user_id,
  is_read,
  audience,
  shown_from,
  shown_until,
  metadata,
  ...row
}: ContentRow): ContentItem {
  if (row.content_type !== 'notification') return { ...row, metadata }
  const own = { user_id, is_read: Boolean(is_read), audience, shown_from, shown_until }
  return { ...row, metadata: { ...metadata, ...own } }
}

/** The specification spells publishing in two ways: `status`, or `published` alone. */
export function contentStatusOf({
  status,
  published,
}: {
  status?: ContentItem['status'] | undefined
  published?: boolean | undefined
}) {
  return status ?? (published === undefined ? undefined : published ? ('published' as const) : ('draft' as const))
}

/** Everything but a notification is read under an address of its own. */
export const isMissingSlug = (content_type: ContentItem['content_type'], slug: string | null): boolean =>
  content_type !== 'notification' && slug === null

/** A notification that ends before it begins would never be shown. */
export const endsTooSoon = ({ shown_from = null, shown_until = null }: Metadata): boolean =>
  shown_from !== null && shown_until !== null && shown_until <= shown_from
