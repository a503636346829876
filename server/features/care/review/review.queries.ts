import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { Alert, HeldPrayer, Rota } from '../../../../contract/review.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type CareTeam, idsOf, parseOnCall, readCareTeam, readStaff } from '../../identity/users/care-team.ts'
import { shownTime, visibleTo } from '../../community/prayers/prayers.rules.ts'
import { ALERT_OVERDUE_MS, isReviewableBy, mayChangeRota, seesCrises } from './review.rules.ts'

type ReadContext = Pick<Context, 'db' | 'clock'>

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

/** Requests whose author may be in danger and that nobody has taken on, each with every time since when. Without those of `except`. */
export async function listOpenCases(db: Db, except: string): Promise<{ id: string; since: string }[]> {
  const held = db
    .selectFrom('prayers')
    .where('prayers.publication', '=', sql.lit('held'))
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

/**
 * What the activity log names an alarm by. Not the request: administrators read the log, and may not know which requests are about
 * danger.
 */
export const auditTarget = (
  { secrets }: Pick<Context, 'secrets'>,
  { case_id, is_drill }: { case_id: string; is_drill: boolean },
): { target_type: string; target_id: string } =>
  is_drill
    ? { target_type: 'drill', target_id: case_id }
    : { target_type: 'alarm', target_id: secrets.hashAddress(`alarm ${case_id}`) }

/** When somebody was first told of each request since the time that belongs to it, of those of which anybody was. */
export async function readToldTimes(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  cases: { id: string; since: string }[],
): Promise<Map<string, string>> {
  if (cases.length === 0) return new Map()
  const targets = cases.map((one) => ({ ...one, ...auditTarget({ secrets }, { case_id: one.id, is_drill: false }) }))
  const rows = await db
    .selectFrom('audit_log')
    .select(['target_id', 'created_at'])
    .where(
      'target_id',
      'in',
      targets.map(({ target_id }) => target_id),
    )
    .where('action', '=', 'alarms.tell')
    .orderBy('created_at')
    .execute()
  return new Map(
    targets.flatMap(({ id, since, target_id }) => {
      const first = rows.find((row) => row.target_id === target_id && row.created_at >= since)
      return first ? [[id, first.created_at]] : []
    }),
  )
}

const selectHeld = (db: Db, viewer: Viewer, team: CareTeam) =>
  db.selectFrom('prayers').where(isReviewableBy(viewer, team))

/** Number and age of the requests that wait for review, without those that suggest danger, among those of the viewer. */
export async function countHeld(
  ctx: ReadContext,
  viewer: Viewer,
): Promise<{ count: number; oldest_at: string | null }> {
  const row = await selectHeld(ctx.db, viewer, await readCareTeam(ctx))
    .where('prayers.held_reason', '!=', sql.lit('crisis'))
    .where('prayers.kept_at', 'is', null)
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('prayers.held_at').as('oldest_at')])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), oldest_at: row?.oldest_at ?? null }
}

const columns = [
  'prayers.id',
  'prayers.title',
  'prayers.content',
  'prayers.language',
  'prayers.author_id',
  'prayers.is_anonymous',
  'author.display_name as author_name',
  'prayers.visibility',
  'prayers.is_urgent',
  'prayers.held_reason',
  'prayers.alert',
  'prayers.held_at',
  'prayers.kept_at',
  'prayers.acknowledged_by',
  'prayers.acknowledged_at',
  'helper.display_name as helper_name',
] as const

/** A held request as staff see it: an anonymous author is a pseudonym. */
function toHeldPrayer(
  ctx: Context,
  {
    author_id,
    author_name,
    is_anonymous,
    helper_name,
    acknowledged_by,
    held_reason,
    held_at,
    ...row
  }: Omit<HeldPrayer, 'author' | 'pseudonym' | 'acknowledged_by' | 'held_reason' | 'held_at' | 'waiting_updates'> & {
    author_id: string | null
    author_name: string | null
    is_anonymous: boolean
    helper_name: string | null
    acknowledged_by: string | null
    held_reason: HeldPrayer['held_reason'] | null
    held_at: string | null
  },
  updates: WaitingUpdate[],
): HeldPrayer {
  return {
    ...row,
    author: is_anonymous || author_id === null ? null : { id: author_id, display_name: author_name ?? '' },
    pseudonym: is_anonymous ? ctx.secrets.pseudonym(row.id) : null,
    held_reason: held_reason ?? 'moderator',
    held_at: held_at === null ? '' : shownTime(held_at, is_anonymous),
    waiting_updates: updates
      .filter((update) => update.prayer_request_id === row.id)
      .map(({ id, content, created_at }) => ({ id, content, created_at: shownTime(created_at, is_anonymous) })),
    acknowledged_by: acknowledged_by === null ? null : { id: acknowledged_by, display_name: helper_name ?? '' },
  }
}

/** A page of held requests, danger first, then the longest waiting. */
export async function listHeld(
  ctx: Context,
  viewer: Viewer,
  { page, pageSize, kept, danger }: { page: number; pageSize: number; kept: boolean; danger: boolean | undefined },
): Promise<{ items: HeldPrayer[]; has_more: boolean }> {
  const rows = await selectHeld(ctx.db, viewer, await readCareTeam(ctx))
    .$if(danger !== undefined, (query) => query.where('prayers.held_reason', danger ? '=' : '!=', sql.lit('crisis')))
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as helper', 'helper.id', 'prayers.acknowledged_by')
    .where('prayers.kept_at', kept ? 'is not' : 'is', null)
    .select(columns)
    .orderBy(sql`case when prayers.held_reason = 'crisis' then 0 else 1 end`)
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(pageSize + 1)
    .offset(page * pageSize)
    .execute()
  const shown = rows.slice(0, pageSize)
  const updates = await listWaitingUpdates(ctx.db, idsOf(shown))
  return { items: shown.map((row) => toHeldPrayer(ctx, row, updates)), has_more: rows.length > pageSize }
}

/** The held updates of requests that the viewer may review, which the caller has checked. */
export async function listWaitingUpdates(db: Db, prayer_request_ids: string[]) {
  if (prayer_request_ids.length === 0) return []
  return await db
    .selectFrom('prayer_updates')
    .select(['id', 'prayer_request_id', 'content', 'status', 'created_at'])
    .where('prayer_request_id', 'in', prayer_request_ids)
    .where('publication', '=', sql.lit('held'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type WaitingUpdate = Awaited<ReturnType<typeof listWaitingUpdates>>[number]

const MAX_ALERTS = 100

/**
 * Requests whose author may be in danger, among those that the viewer may review. Shows no text that they may not read.
 */
export async function listAlerts(ctx: Context, viewer: Viewer): Promise<Alert[]> {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return []
  const held = selectHeld(ctx.db, viewer, team)
    .where('prayers.held_reason', '=', sql.lit('crisis'))
    .where('prayers.kept_at', 'is', null)
  const named = (ids: Expression<unknown>) =>
    ctx.db
      .selectFrom('prayers')
      .where(sql<SqlBool>`prayers.id in ${ids}`)
      .where('prayers.publication', 'in', ['published', 'hidden'])
      .where('prayers.author_id', 'is distinct from', viewer.id)
  const reported = named(selectReportedForDanger(ctx.db).clearSelect().select(reportedRequest))
  const referred = named(selectReferredToCare(ctx.db).clearSelect().select('prayer_request_id'))
  const [waiting, reportedRows, referredRows] = await Promise.all([
    selectAlerts(held, viewer).execute(),
    selectAlerts(reported, viewer).execute(),
    selectAlerts(referred.where(isOpenCase()), viewer).execute(),
  ])
  const known = new Set(idsOf(waiting))
  const updates = await listWaitingUpdates(ctx.db, [...known])
  const others = new Map([...referredRows, ...reportedRows].map((row) => [row.id, row]))
  const alerts = [
    ...waiting.map((row) => ({ row, is_reported: false })),
    ...[...others.values()].filter(({ id }) => !known.has(id)).map((row) => ({ row, is_reported: true })),
  ]
  const told = await readToldTimes(
    ctx,
    alerts.map(({ row, is_reported }) => ({ id: row.id, since: sinceOf(row, is_reported) ?? '' })),
  )
  return alerts
    .map(({ row, is_reported }) => toAlert(ctx, row, is_reported, { updates, told_at: told.get(row.id) ?? null }))
    .toSorted(
      (one, other) =>
        Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
        one.held_at.localeCompare(other.held_at),
    )
}

const reportedRequest = sql<string>`coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id)`.as(
  'prayer_request_id',
)

const selectReportedForDanger = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'reports.update_id')
    .where('reports.report_type', '=', sql.lit('danger_to_self'))
    .where('reports.status', 'in', ['open', 'in_review'])
    .select([reportedRequest, 'reports.created_at'])

/** Decisions by which moderators passed requests to the care team. The reports of these are closed. */
const selectReferredToCare = (db: Db) =>
  db
    .selectFrom('decisions')
    .where('decision', '=', sql.lit('referred_to_care'))
    .where('undone_at', 'is', null)
    .select(['prayer_request_id', 'decided_at'])

/** When the request was held, or first reported or passed on. */
const sinceOf = (
  { held_at, reported_at, referred_at }: Record<'held_at' | 'reported_at' | 'referred_at', string | null>,
  is_reported: boolean,
): string | null => (is_reported ? (reported_at ?? referred_at) : held_at)

const selectAlerts = (found: ReturnType<typeof selectHeld>, viewer: Viewer) =>
  found
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as helper', 'helper.id', 'prayers.acknowledged_by')
    .select(columns)
    .select((query) => [
      query.case().when(visibleTo(viewer)).then(1).else(0).end().as('is_readable'),
      query
        .selectFrom('reports')
        .select(({ fn }) => fn.min('reports.created_at').as('since'))
        .whereRef('reports.prayer_request_id', '=', 'prayers.id')
        .where('reports.report_type', '=', sql.lit('danger_to_self'))
        .where('reports.status', 'in', ['open', 'in_review'])
        .as('reported_at'),
      query
        .selectFrom('decisions')
        .select(({ fn }) => fn.max('decisions.decided_at').as('since'))
        .whereRef('decisions.prayer_request_id', '=', 'prayers.id')
        .where('decisions.decision', '=', sql.lit('referred_to_care'))
        .where('decisions.undone_at', 'is', null)
        .as('referred_at'),
    ])
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(MAX_ALERTS)

type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number]

function toAlert(
  ctx: Context,
  { is_readable, reported_at, referred_at, ...row }: AlertRow,
  is_reported: boolean,
  { updates, told_at }: { updates: WaitingUpdate[]; told_at: string | null },
): Alert {
  // Staff who see a held request may read it; of a reported one only text that everybody may read is shown.
  const isShown = !is_reported || is_readable === 1
  const hold = toHeldPrayer(ctx, row, updates)
  const held_at = sinceOf({ held_at: row.held_at, reported_at, referred_at }, is_reported) ?? now(ctx)
  const age = ctx.clock().getTime() - Date.parse(held_at)
  return {
    ...hold,
    ...(!isShown && { title: null, content: null, language: null, author: null, pseudonym: null, is_urgent: false }),
    held_reason: is_reported ? null : hold.held_reason,
    held_at: shownTime(held_at, row.is_anonymous),
    is_reported,
    told_at: told_at === null ? null : shownTime(told_at, row.is_anonymous),
    is_overdue: hold.acknowledged_at === null && age > ALERT_OVERDUE_MS,
  }
}

/** Who is on call, and who could be. */
export async function readRota(ctx: Context, viewer: Viewer): Promise<Rota> {
  const [kept, time_zone, people, team] = await Promise.all([
    readSetting(ctx, 'care_on_call'),
    readSetting(ctx, 'time_zone'),
    readStaff(ctx.db),
    readCareTeam(ctx),
  ])
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
  return {
    on_call: kept.map(parseOnCall).flatMap(({ id, weekdays }) => {
      const display_name = names.get(id)
      return display_name === undefined ? [] : [{ id, display_name, weekdays }]
    }),
    time_zone,
    staff: people.map(({ id, display_name }) => ({ id, display_name })),
    sees_alerts: seesCrises(viewer, team),
    may_change: mayChangeRota(viewer),
  }
}

/** A held request that the viewer may decide about, or undefined. */
export async function readHeld(ctx: ReadContext, viewer: Viewer, id: string) {
  return await selectHeld(ctx.db, viewer, await readCareTeam(ctx))
    .where('prayers.id', '=', id)
    .select(['prayers.id', 'prayers.author_id', 'prayers.held_reason', 'prayers.is_anonymous', 'prayers.answered_at'])
    .executeTakeFirst()
}

/** A request that suggests danger, by its text or by a report, and that the viewer may know of; or undefined. */
export async function readAlarmingPrayer(ctx: ReadContext, viewer: Viewer, id: string) {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return undefined
  return await ctx.db
    .selectFrom('prayers')
    .where('prayers.id', '=', id)
    .where((query) =>
      query.or([isReviewableBy(viewer, team), visibleTo(viewer), isReportedForDanger, isReferredToCare]),
    )
    .where((query) => query.or([query('prayers.alert', 'is not', null), isReportedForDanger, isReferredToCare]))
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select(['prayers.id', 'prayers.acknowledged_by', 'prayers.acknowledged_at'])
    .executeTakeFirst()
}
