import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

interface LineTarget extends Pick<
  Selectable<Schema['prayers']>,
  'author_id' | 'is_anonymous' | 'publication' | 'visibility' | 'takes_lines'
> {
  /** Null: they chose nothing, which means yes. */
  author_takes_lines: boolean | number | null
}

/**
 * True for a request of somebody else that others read, whose author has an account and takes lines, here and at all. An anonymous one
 * has its own switch alone, and goes on taking lines when the account is gone: what changes at one minute under all requests of a
 * person would tell whose it is.
 */
export const takesLineOf = (
  viewer: { id: string } | null,
  { author_id, is_anonymous, publication, visibility, takes_lines, author_takes_lines }: LineTarget,
): boolean =>
  (viewer === null || author_id !== viewer.id) &&
  publication === 'published' &&
  visibility !== 'private' &&
  takes_lines &&
  (is_anonymous || (author_id !== null && Boolean(author_takes_lines ?? true)))
