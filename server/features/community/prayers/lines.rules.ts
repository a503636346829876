import type { Visibility } from '../../../../contract/prayers.ts'
import type { Publication } from '../../../db/schema.ts'

interface LineTarget {
  author_id: string | null
  is_anonymous: boolean
  publication: Publication
  visibility: Visibility
  takes_lines: boolean
  /** Null: they chose nothing, which means yes. */
  author_takes_lines: boolean | number | null
}

/**
 * True for a request of somebody else that others read, whose author has an account and takes lines, here and at all. An anonymous one
 * goes on taking them when the account is gone: stopping at the minute when a name disappears elsewhere would tell whose it was.
 */
export const takesLineOf = (
  viewer: { id: string } | null,
  { author_id, is_anonymous, publication, visibility, takes_lines, author_takes_lines }: LineTarget,
): boolean =>
  (author_id !== null || is_anonymous) &&
  (viewer === null || author_id !== viewer.id) &&
  publication === 'published' &&
  visibility !== 'private' &&
  takes_lines &&
  Boolean(author_takes_lines ?? true)
