import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import { isModerator } from '../../../../contract/roles.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import type { CareTeam } from '../../identity/users/care-team.ts'

/** Who may look at requests that sound of danger: the pastoral team, whoever is on call, and moderators where there is neither. */
export const seesCrises = ({ id, role }: Pick<Viewer, 'id' | 'role'>, { rota, is_empty }: CareTeam): boolean =>
  role === 'care' || rota.includes(id) || (is_empty && isModerator(role))

/** The pastoral team arranges its own plan, and administrators do. */
export const mayChangeRota = ({ role }: Pick<Viewer, 'role'>): boolean => role === 'care' || role === 'admin'

/** How long somebody may be in danger before those who should look are told again. */
export const ALERT_OVERDUE_MS = 3_600_000

/**
 * The requests that wait and that this member of staff may look at in order to decide. Beside `visibleTo`, which shows no held
 * request to anybody but its author, this is the only door to one:
 * - what sounds of danger: those who see crises, whatever its audience, except what is for its author alone;
 * - the rest: moderators, except what was written to a group.
 * Nobody decides about their own.
 */
export function isReviewableBy(viewer: Viewer, team: CareTeam): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const crisis = query('prayers.held_reason', '=', sql.lit('crisis'))
  const ways = [
    ...(seesCrises(viewer, team) ? [crisis] : []),
    ...(isModerator(viewer.role)
      ? [
          query.and([
            query('prayers.held_reason', '!=', sql.lit('crisis')),
            query('prayers.visibility', '!=', sql.lit('group')),
          ]),
        ]
      : []),
  ]
  return query.and([
    query('prayers.publication', '=', sql.lit('held')),
    query('prayers.visibility', '!=', sql.lit('private')),
    query('prayers.author_id', 'is distinct from', viewer.id),
    query.or(ways),
  ])
}
