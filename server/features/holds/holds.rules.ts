import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Viewer } from '../../http/session.ts'
import { isModerator } from '../prayers/prayers.rules.ts'

/** Who looks after people in danger. */
export interface CareTeam {
  /** Those who are told. */
  told: string[]
  /** Whether nobody is on call and nobody has the role for it, so that moderators stand in. */
  is_empty: boolean
}

/** Who may look at requests that sound of danger: the pastoral team, whoever is on call, and moderators where there is neither. */
export const seesCrises = ({ id, role }: Pick<Viewer, 'id' | 'role'>, { told, is_empty }: CareTeam): boolean =>
  role === 'care' || told.includes(id) || (is_empty && isModerator(role))

/**
 * The requests that wait and that this member of staff may look at in order to decide. Beside `visibleTo`, which shows no held
 * request to anybody but its author, this is the only door to one:
 * - what sounds of danger: those who see crises, whatever its audience, except what is for its author alone;
 * - the rest: moderators, except what was written to a group.
 * Nobody decides about their own.
 */
export function heldFor(viewer: Viewer, team: CareTeam): Expression<SqlBool> {
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
