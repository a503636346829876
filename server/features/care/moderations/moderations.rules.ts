import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { moderationActs } from '../../../../contract/moderations.ts'
import { isModerator } from '../../../../contract/roles.ts'
import type { Publication, Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import type { CareTeam } from '../../identity/users/care-team.ts'
import { isReviewableBy } from '../review/review.rules.ts'
import { visibleTo } from '../../community/prayers/prayers.rules.ts'

export type ModerationAct = (typeof moderationActs)[number]
export type ModeratedPublication = Exclude<Publication, 'deleted'>

/**
 * The requests at the desk of a moderator: of what everybody or all members can read what is on the wall or was taken from it, and
 * what waits for them. Never what was written to a group, to the team or to nobody; never their own.
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

/** What can be done with a request where it is now. What is there already stays as it is. */
const transitions: Record<ModerationAct, { from: ModeratedPublication[]; to: Publication }> = {
  hide: { from: ['published'], to: 'hidden' },
  publish: { from: ['hidden', 'held'], to: 'published' },
  delete: { from: ['published', 'hidden', 'held'], to: 'deleted' },
}

/** Where an act brings a request, or null when it is none for where it is. */
export const publicationAfter = (act: ModerationAct, publication: Publication): Publication | null =>
  transitions[act].from.some((from) => from === publication) ? transitions[act].to : null
