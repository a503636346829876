import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { Appeal } from '../../../../contract/appeals.ts'
import { isModerator } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { toDecisionRow } from '../review/decisions.queries.ts'
import { APPEAL_OVERDUE_MS, type DecisionRow, decisionColumns } from '../review/decisions.rules.ts'
import { type CareTeam, type PlannedCareTeam, readCareTeam } from '../../identity/users/care-team.ts'
import { listUpdatesToPublish, toWordsRead } from '../review/review.queries.ts'
import { seesCrises } from '../review/review.rules.ts'
import { isRemovedByDecision } from '../../community/prayers/prayers.queries.ts'
import { shownTime, toStaffView } from '../../community/prayers/prayers.rules.ts'

/** True for an appeal about a request that was held because it suggests danger, when it was decided about or since. */
export function isOfDanger(): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'decisions' | 'prayers'>()
  return query.or([
    query('decisions.is_crisis', '=', true),
    query.and([
      query('prayers.publication', '=', sql.lit('held')),
      query('prayers.held_reason', 'is not distinct from', sql.lit('crisis')),
    ]),
  ])
}

/**
 * The appeals that a member of staff may answer. By appealing, the author lets those read the text who review such
 * requests: those who review crises for what suggests danger; moderators for the rest. Nobody answers an appeal about their own
 * request.
 */
function isAnswerableBy(viewer: Viewer, team: CareTeam): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'decisions' | 'prayers'>()
  return query.and([
    query('decisions.appealed_at', 'is not', null),
    query('decisions.appeal_outcome', 'is', null),
    query('decisions.undone_at', 'is', null),
    query('prayers.author_id', 'is distinct from', viewer.id),
    query('prayers.author_id', 'is not', null),
    query.or([
      ...(seesCrises(viewer, team) ? [isOfDanger()] : []),
      ...(isModerator(viewer.role) ? [query.not(isOfDanger())] : []),
    ]),
  ])
}

const selectOpenAppeals = ({ db }: Context, viewer: Viewer, team: CareTeam) =>
  db
    .selectFrom('decisions')
    .innerJoin('prayers', 'prayers.id', 'decisions.prayer_request_id')
    .leftJoin('prayer_updates as update', 'update.id', 'decisions.update_id')
    .where(isAnswerableBy(viewer, team))

/**
 * True for the appeals that this person may answer: somebody else answers those about their own decisions, if anybody else reads them
 * and did not write what they are about. Whoever wrote that without a name counts: it would say who they are.
 */
export function isTheirTurn(viewer: Pick<Viewer, 'id'>, team: PlannedCareTeam): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'decisions' | 'prayers'>()
  const hasNobodyElse = (staff: PlannedCareTeam['staff']): Expression<SqlBool> => {
    const [one, another] = staff.filter(({ id }) => id !== viewer.id)
    if (one === undefined) return sql<SqlBool>`1 = 1`
    if (another !== undefined) return sql<SqlBool>`1 = 0`
    return query.and([query('prayers.author_id', '=', one.id), query('prayers.is_anonymous', '=', false)])
  }
  return query.or([
    query('decisions.decided_by', 'is distinct from', viewer.id),
    query.and([isOfDanger(), hasNobodyElse(team.staff.filter((one) => seesCrises(one, team)))]),
    query.and([query.not(isOfDanger()), hasNobodyElse(team.staff.filter(({ role }) => isModerator(role)))]),
  ])
}

/** True for an appeal about words that their author has deleted since: nobody reads them any more, and no answer shows them again. */
const isDeletedByAuthor = sql<SqlBool>`((prayers.publication = 'deleted' and not ${isRemovedByDecision()})
  or ("update".publication = 'deleted' and not ${isRemovedByDecision(sql`"update".id`)}))`

type Words = Pick<DecisionRow, 'prayer_request_id' | 'update_id' | 'decision'> & {
  title: string | null
  content: string
  update_content: string | null
  publication: string
  /** 0 or 1. */
  is_deleted: number
}

/** The updates of requests that others read again when the decisions about these are overturned. */
export async function listUpdatesOfAppealed(ctx: Context, viewer: Viewer, rows: Words[]) {
  const unseen = rows.filter(
    ({ update_id, publication, is_deleted }) => update_id === null && publication !== 'published' && is_deleted === 0,
  )
  const ids = unseen.map(({ prayer_request_id }) => prayer_request_id)
  const updates = await listUpdatesToPublish(ctx, viewer, [...new Set(ids)])
  return (row: Words) =>
    unseen.includes(row)
      ? updates.filter(
          (update) =>
            update.prayer_request_id === row.prayer_request_id &&
            (row.decision === 'kept_held' || update.publication === 'published'),
        )
      : []
}

/** Returns the words that the decision is about, as the person who answers reads them, and their version. */
export const toWordsOfAppealed = (
  row: Words,
  updates: Awaited<ReturnType<typeof listUpdatesToPublish>>,
  shown = (at: string) => at,
) =>
  toWordsRead(
    {
      id: row.prayer_request_id,
      title: row.update_id === null ? row.title : null,
      content: row.update_content ?? row.content,
    },
    updates,
    shown,
  )

const MAX_APPEALS = 100

/** Open appeals, the longest waiting first: those that the viewer may not answer after all others. */
export async function listAppeals(ctx: Context, viewer: Viewer): Promise<Appeal[]> {
  const team = await readCareTeam(ctx)
  const isTurn = isTheirTurn(viewer, team)
  const rows = await selectOpenAppeals(ctx, viewer, team)
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as decider', 'decider.id', 'decisions.decided_by')
    .select(decisionColumns)
    .select([
      'decisions.reason',
      'decisions.template',
      'decisions.message',
      'decisions.appeal',
      'decider.display_name as decider_name',
      'prayers.author_id',
      'author.display_name as author_name',
      'prayers.is_anonymous',
      'prayers.title',
      'prayers.content',
      'update.content as update_content',
      'prayers.visibility',
      'prayers.status',
      'prayers.publication',
      'update.publication as update_publication',
      'prayers.created_at',
      'update.created_at as update_created_at',
    ])
    .select((query) => [
      query.case().when(isTurn).then(1).else(0).end().as('may_answer'),
      query.case().when(isDeletedByAuthor).then(1).else(0).end().as('is_deleted'),
    ])
    .orderBy(sql`case when ${isTurn} then 0 else 1 end`)
    .orderBy('decisions.appealed_at')
    .orderBy('decisions.id')
    .limit(MAX_APPEALS)
    .execute()
  const updatesOf = await listUpdatesOfAppealed(ctx, viewer, rows)
  return rows.map((row): Appeal => {
    const { author, pseudonym, shown } = toStaffView(ctx, { ...row, id: row.prayer_request_id })
    const appealed_at = row.appealed_at ?? row.decided_at
    return {
      id: row.id,
      prayer_request_id: row.prayer_request_id,
      decision: row.decision,
      reason: row.reason,
      template: row.template,
      message: row.message,
      decided_by: row.decided_by === null ? null : { id: row.decided_by, display_name: row.decider_name ?? '' },
      decided_at: row.decided_at,
      appeal: row.appeal ?? '',
      appealed_at: shown(appealed_at),
      is_overdue: ctx.clock().getTime() - Date.parse(appealed_at) > APPEAL_OVERDUE_MS,
      may_answer: row.may_answer === 1,
      ...toWordsOfAppealed(row, updatesOf(row), shown),
      reported:
        row.is_deleted === 1
          ? null
          : {
              title: row.update_id === null ? row.title : null,
              content: row.update_content ?? row.content,
              author,
              pseudonym,
              visibility: row.visibility,
              status: row.status,
              publication: row.update_publication ?? row.publication,
              created_at: shown(row.update_created_at ?? row.created_at),
            },
    }
  })
}

/** Number and age, to the hour, of the open appeals that the viewer may answer. */
export async function countAppeals(ctx: Context, viewer: Viewer): Promise<{ count: number; oldest_at: string | null }> {
  const team = await readCareTeam(ctx)
  const { count, oldest_at } = await selectOpenAppeals(ctx, viewer, team)
    .where(isTheirTurn(viewer, team))
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('decisions.appealed_at').as('oldest_at')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest_at: oldest_at && shownTime(oldest_at, true) }
}

/** An open appeal that the viewer may answer, or undefined. */
export async function readAppeal(ctx: Context, viewer: Viewer, id: string) {
  const team = await readCareTeam(ctx)
  const row = await selectOpenAppeals(ctx, viewer, team)
    .select(decisionColumns)
    .select(['prayers.author_id', 'prayers.is_anonymous', 'prayers.answered_at', 'prayers.publication'])
    .select(['prayers.title', 'prayers.content', 'prayers.held_at', 'update.content as update_content'])
    .select((query) => [
      query.case().when(isTheirTurn(viewer, team)).then(1).else(0).end().as('may_answer'),
      query.case().when(isDeletedByAuthor).then(1).else(0).end().as('is_deleted'),
    ])
    .where('decisions.id', '=', id)
    .executeTakeFirst()
  return row && { ...toDecisionRow(row), may_answer: row.may_answer === 1 }
}
