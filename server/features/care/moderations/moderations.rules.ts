import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { moderationActs } from '../../../../contract/moderations.ts'
import type { HeldReason } from '../../../../contract/prayers.ts'
import { isModerator } from '../../../../contract/roles.ts'
import type { Publication, Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import type { CareTeam } from '../../identity/users/care-team.ts'
import { isReviewableBy } from '../review/review.rules.ts'
import { visibleTo } from '../../community/prayers/prayers.rules.ts'

export type ModerationAct = (typeof moderationActs)[number]
export type ModeratedPublication = Exclude<Publication, 'deleted'>

/**
 * The requests that a moderator may act on: published and hidden ones for everybody or all members, and held ones that
 * they may review. Never their own.
 */
export function isModeratableBy(
  viewer: Viewer,
  team: CareTeam,
  publication: ModeratedPublication,
): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const isShared = query('prayers.visibility', 'in', ['public', 'members'])
  const isOther = query('prayers.author_id', 'is distinct from', viewer.id)
  const isIn = query('prayers.publication', '=', sql.lit(publication))
  if (!isModerator(viewer.role)) return sql<SqlBool>`1 = 0`
  if (publication === 'published') return query.and([isIn, visibleTo(viewer), isShared, isOther])
  if (publication === 'hidden') return query.and([isIn, isShared, isOther])
  return query.and([isIn, isReviewableBy(viewer, team)])
}

/**
 * The publications from which each act starts, and the one that it sets. An act on a request that is already there
 * changes nothing.
 */
const transitions: Record<ModerationAct, { from: Publication[]; to: Exclude<Publication, 'held'> }> = {
  hide: { from: ['published'], to: 'hidden' },
  publish: { from: ['hidden', 'held'], to: 'published' },
  delete: { from: ['published', 'hidden', 'held'], to: 'deleted' },
}

/** The publication after an act, or null when the act does not apply. What reports alone have hidden can be hidden for good. */
export const publicationAfter = (
  act: ModerationAct,
  { publication, held_reason }: { publication: Publication; held_reason: HeldReason | null },
) => {
  const hidesForGood = act === 'hide' && publication === 'hidden' && held_reason === 'reports'
  return hidesForGood || transitions[act].from.includes(publication) ? transitions[act].to : null
}
