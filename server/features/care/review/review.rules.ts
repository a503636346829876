import { createHash } from 'node:crypto'
import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import { CASE_SILENCE_MINUTES, type caseActs } from '../../../../contract/cases.values.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { isModerator } from '../../../../contract/roles.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import type { CareTeam } from '../../identity/users/care-team.ts'

/**
 * True for those who review requests that suggest danger: the care team, everybody on call, and moderators where there
 * is neither.
 */
export const seesCrises = ({ id, role }: Pick<Viewer, 'id' | 'role'>, { rota, is_empty }: CareTeam): boolean =>
  role === 'care' || rota.includes(id) || (is_empty && isModerator(role))

/** The care team and administrators change the rota. */
export const mayChangeRota = ({ role }: Pick<Viewer, 'role'>): boolean => role === 'care' || role === 'admin'

/** Time for which a person may be in danger before staff are notified again, in milliseconds. */
export const ALERT_OVERDUE_MS = 3_600_000

/** Each step of an alarm is due so many milliseconds after its beginning: those on duty, the next, everybody. */
export const ALARM_STEPS_MS = [0, 900_000, 3_600_000] as const

/** How long whoever has a case may be silent before the team is told again, in milliseconds. */
export const SILENCE_MS = CASE_SILENCE_MINUTES * MINUTE_MS

/** After these it is the turn of whoever has the case. */
const WAITS_FOR_WORD: Turn['act'][] = ['taken', 'handed_over', 'reply', 'found_again']

/** By these whoever has the case has done something for it. */
const IS_WORD: Turn['act'][] = ['note', 'published', 'kept']

export interface Turn {
  act: (typeof caseActs)[number]
  user_id: string | null
  created_at: string
}

/**
 * Returns when whoever has a case must have written to its author, or a note, or the team is told again, as ISO 8601: some time
 * after they took it on, or after what they have not answered. Null while nothing waits for their word. `turns`: oldest first.
 */
export function writeBy(turns: Turn[], { taken_by, taken_at }: { taken_by: string; taken_at: string }): string | null {
  const last = turns.findLastIndex(
    ({ act, user_id }) => act === 'message' || (IS_WORD.includes(act) && user_id === taken_by),
  )
  const open = turns.slice(last + 1).find(({ act }) => WAITS_FOR_WORD.includes(act))
  if (!open) return null
  return new Date(Math.max(Date.parse(open.created_at), Date.parse(taken_at)) + SILENCE_MS).toISOString()
}

/**
 * The held requests that this member of staff may read and decide about. `visibleTo` shows a held request only to its
 * author; this is the only other access:
 * - requests that suggest danger: those who see crises, whatever the visibility, except private ones;
 * - the rest: moderators, except requests to a group.
 * A line is private to its writer and the author of its request; like a request, it is reviewed before that author reads it.
 * Nobody decides about their own request.
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
    query.or([query('prayers.visibility', '!=', sql.lit('private')), query('prayers.line_of', 'is not', null)]),
    query('prayers.author_id', 'is distinct from', viewer.id),
    query.or(ways),
  ])
}

/** Names the words of a request and of the updates that wait with it: those that were changed have another name. */
export const versionOfWords = (
  { title, content }: { title: string | null; content: string },
  updates: readonly { id: string; content: string }[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([title, content, ...updates.map((update) => [update.id, update.content])]))
    .digest('base64url')
