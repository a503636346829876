import { type SqlBool, sql } from 'kysely'
import type { Alert, HeldPrayer, Rota } from '../../../../contract/review.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
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

const selectHeld = (db: Db, viewer: Viewer, team: CareTeam) =>
  db.selectFrom('prayers').where(isReviewableBy(viewer, team))

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
  const reported = ctx.db
    .selectFrom('prayers')
    .where('prayers.id', 'in', selectReportedForDanger(ctx.db))
    .where('prayers.publication', 'in', ['published', 'hidden'])
    .where('prayers.author_id', 'is distinct from', viewer.id)
  const [waiting, reportedRows] = await Promise.all([
    selectAlerts(held, viewer).execute(),
    selectAlerts(reported, viewer).execute(),
  ])
  const known = new Set(idsOf(waiting))
  const updates = await listWaitingUpdates(ctx.db, [...known])
  const alerts = [
    ...waiting.map((row) => ({ row, is_reported: false })),
    ...reportedRows.filter(({ id }) => !known.has(id)).map((row) => ({ row, is_reported: true })),
  ]
  return alerts
    .map(({ row, is_reported }) => toAlert(ctx, row, is_reported, updates))
    .toSorted(
      (one, other) =>
        Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
        one.held_at.localeCompare(other.held_at),
    )
}

const selectReportedForDanger = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'reports.update_id')
    .where('reports.report_type', '=', sql.lit('danger_to_self'))
    .where('reports.status', 'in', ['open', 'in_review'])
    .select(sql<string>`coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id)`.as('prayer_request_id'))

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
    ])
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(MAX_ALERTS)

type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number]

function toAlert(
  ctx: Context,
  { is_readable, reported_at, ...row }: AlertRow,
  is_reported: boolean,
  updates: WaitingUpdate[],
): Alert {
  // Staff who see a held request may read it; of a reported one only text that everybody may read is shown.
  const isShown = !is_reported || is_readable === 1
  const hold = toHeldPrayer(ctx, row, updates)
  const held_at = (is_reported ? reported_at : row.held_at) ?? now(ctx)
  const age = ctx.clock().getTime() - Date.parse(held_at)
  return {
    ...hold,
    ...(!isShown && { title: null, content: null, language: null, author: null, pseudonym: null, is_urgent: false }),
    held_reason: is_reported ? null : hold.held_reason,
    held_at: shownTime(held_at, row.is_anonymous),
    is_reported,
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
    .where((query) => query.or([isReviewableBy(viewer, team), visibleTo(viewer), isReportedForDanger]))
    .where((query) => query.or([query('prayers.alert', 'is not', null), isReportedForDanger]))
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select(['prayers.id', 'prayers.acknowledged_by', 'prayers.acknowledged_at'])
    .executeTakeFirst()
}
