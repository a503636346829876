import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'

/** True if the current request or one of its updates has an open report of danger. */
export const isReportedForDanger = sql<SqlBool>`(exists (select 1 from reports where reports.prayer_request_id = prayers.id
    and reports.report_type = 'danger_to_self' and reports.status in ('open', 'in_review'))
  or exists (select 1 from prayer_updates join reports on reports.update_id = prayer_updates.id
    where prayer_updates.prayer_request_id = prayers.id
    and reports.report_type = 'danger_to_self' and reports.status in ('open', 'in_review')))`

/** True if a moderator has passed the current request to the care team. */
export const isReferredToCare = sql<SqlBool>`exists (select 1 from decisions
  where decisions.prayer_request_id = prayers.id
  and decisions.decision = 'referred_to_care' and decisions.undone_at is null)`

/** True for a request whose author may be in danger, and that nobody has taken on or decided about. */
export function isOpenCase(): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query.and([
    query('prayers.acknowledged_at', 'is', null),
    query('prayers.visibility', '!=', sql.lit('private')),
    query.or([
      query.and([
        query('prayers.publication', '=', sql.lit('held')),
        query('prayers.held_reason', '=', sql.lit('crisis')),
        query('prayers.kept_at', 'is', null),
      ]),
      query.and([
        query('prayers.publication', 'in', ['published', 'hidden']),
        query.or([isReportedForDanger, isReferredToCare]),
      ]),
    ]),
  ])
}

/**
 * True for a request that is held for danger and that a newer model no longer takes for it. Not one of which people speak as
 * of danger, nor one that was held again since.
 */
export const isCleared = sql<SqlBool>`(prayers.publication = 'held' and prayers.held_reason = 'crisis'
  and coalesce(prayers.alert_cleared_at >= prayers.held_at, false)
  and not ${isReportedForDanger} and not ${isReferredToCare})`

export interface OpenCase {
  author_id: string | null
  /** True for a request that was held back; else somebody reported it. */
  is_held: boolean
}

/** A request that needs somebody: see `isOpenCase`. Undefined when it does not. */
export async function readOpenRequest(db: Db, id: string): Promise<OpenCase | undefined> {
  const row = await db
    .selectFrom('prayers')
    .select(['author_id', 'publication'])
    .where('id', '=', id)
    .where(isOpenCase())
    .executeTakeFirst()
  return row && { author_id: row.author_id, is_held: row.publication === 'held' }
}

/**
 * Requests whose author may be in danger and that nobody has taken on, each with every time since when. Without those of
 * `except`, and those that are cleared.
 */
export async function listOpenCases(db: Db, except: string): Promise<{ id: string; since: string }[]> {
  const held = db
    .selectFrom('prayers')
    .where('prayers.publication', '=', sql.lit('held'))
    .where(sql<SqlBool>`not ${isCleared}`)
    .select(['prayers.id', sql<string>`prayers.held_at`.as('since')])
  const reported = db
    .selectFrom('prayers')
    .innerJoin(selectReportedForDanger(db).as('report'), 'report.prayer_request_id', 'prayers.id')
    .select(['prayers.id', 'report.created_at as since'])
  const referred = db
    .selectFrom('prayers')
    .innerJoin(selectReferredToCare(db).as('decision'), 'decision.prayer_request_id', 'prayers.id')
    .select(['prayers.id', 'decision.decided_at as since'])
  const isOthers = sql<SqlBool>`prayers.author_id is distinct from ${except}`
  const found = [held, reported, referred].map((query) => query.where(isOpenCase()).where(isOthers).execute())
  return (await Promise.all(found)).flat()
}

/** The request of a report, also of one about its update. */
export const reportedRequest = sql<string>`coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id)`.as(
  'prayer_request_id',
)

export const selectReportedForDanger = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'reports.update_id')
    .where('reports.report_type', '=', sql.lit('danger_to_self'))
    .where('reports.status', 'in', ['open', 'in_review'])
    .select([reportedRequest, 'reports.created_at'])

/** Decisions by which moderators passed requests to the care team. The reports of these are closed. */
export const selectReferredToCare = (db: Db) =>
  db
    .selectFrom('decisions')
    .where('decision', '=', sql.lit('referred_to_care'))
    .where('undone_at', 'is', null)
    .select(['prayer_request_id', 'decided_at'])
