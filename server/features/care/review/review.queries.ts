import { type Expression, type SqlBool, sql } from 'kysely'
import type { Alert, HeldPrayer, Rota } from '../../../../contract/review.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type CareTeam, idsOf, parseOnCall, readCareTeam, readStaff } from '../../identity/users/care-team.ts'
import { shownTime, visibleTo } from '../../community/prayers/prayers.rules.ts'
import {
  isCleared,
  isOpenCase,
  isReferredToCare,
  isReportedForDanger,
  reportedRequest,
  selectReferredToCare,
  selectReportedForDanger,
} from './open-cases.queries.ts'
import { ALERT_OVERDUE_MS, isReviewableBy, mayChangeRota, seesCrises } from './review.rules.ts'

type ReadContext = Pick<Context, 'db' | 'clock'>

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
  const held = selectHeld(ctx.db, viewer, await readCareTeam(ctx))
  return await countWaiting(held.where('prayers.held_reason', '!=', sql.lit('crisis')))
}

/** Number and age of the requests that are cleared and wait for a decision; undefined for who does not see alerts. */
export async function countCleared(
  ctx: ReadContext,
  viewer: Viewer,
): Promise<{ count: number; oldest_at: string | null } | undefined> {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return undefined
  return await countWaiting(selectHeld(ctx.db, viewer, team).where(isCleared))
}

async function countWaiting(found: ReturnType<typeof selectHeld>) {
  const row = await found
    .where('prayers.kept_at', 'is', null)
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('prayers.held_at').as('oldest_at')])
    .executeTakeFirst()
  // To the hour, like the age of what an anonymous author wrote.
  const oldest_at = row?.oldest_at ?? null
  return { count: Number(row?.count ?? 0), oldest_at: oldest_at === null ? null : shownTime(oldest_at, true) }
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
  ].map((alert) => ({ ...alert, since: sinceOf(alert.row, alert.is_reported) ?? now(ctx) }))
  const told = await readToldTimes(
    ctx,
    alerts.map(({ row, since }) => ({ id: row.id, since })),
  )
  return alerts
    .toSorted(
      ({ row: one, since }, { row: other, since: otherSince }) =>
        one.is_cleared - other.is_cleared ||
        Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
        since.localeCompare(otherSince),
    )
    .map(({ row, ...rest }) => toAlert(ctx, row, { ...rest, updates, told_at: told.get(row.id) ?? null }))
}

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
      query.case().when(isCleared).then(1).else(0).end().as('is_cleared'),
      query
        .selectFrom('reports')
        .select(({ fn }) => fn.min('reports.created_at').as('since'))
        .where(
          sql<SqlBool>`(reports.prayer_request_id = prayers.id or reports.update_id in
            (select prayer_updates.id from prayer_updates where prayer_updates.prayer_request_id = prayers.id))`,
        )
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
    // What is cleared never takes the place of somebody in danger.
    .orderBy('is_cleared')
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(MAX_ALERTS)

type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number]

interface AlertFacts {
  is_reported: boolean
  /** When the alarm was raised. */
  since: string
  updates: WaitingUpdate[]
  told_at: string | null
}

const MINUTE_MS = 60_000
/** The time of an alarm, for those who take cases on: they must know how long somebody waits, whatever name it bears. */
const truncateToMinute = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS).toISOString()

function toAlert(
  ctx: Context,
  { is_readable, is_cleared, ...row }: AlertRow,
  { is_reported, since, updates, told_at }: AlertFacts,
): Alert {
  // Staff who see a held request may read it; of a reported one only text that everybody may read is shown.
  const isShown = !is_reported || is_readable === 1
  const hold = toHeldPrayer(ctx, row, updates)
  const age = ctx.clock().getTime() - Date.parse(since)
  return {
    ...hold,
    ...(!isShown && { title: null, content: null, language: null, author: null, pseudonym: null, is_urgent: false }),
    held_reason: is_reported ? null : hold.held_reason,
    held_at: truncateToMinute(since),
    is_reported,
    told_at: told_at === null ? null : truncateToMinute(told_at),
    is_cleared: is_cleared === 1,
    is_overdue: is_cleared === 0 && hold.acknowledged_at === null && age > ALERT_OVERDUE_MS,
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
