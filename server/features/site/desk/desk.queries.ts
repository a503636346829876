import { sql } from 'kysely'
import { isModerator } from '../../../../contract/roles.ts'
import type { CaseSummary } from '../../../../contract/cases.ts'
import type { DeskToday } from '../../../../contract/desk.ts'
import type { ReportType } from '../../../../contract/reports.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { countDoubted } from '../../classification/classifications/miscategorized.queries.ts'
import { readWaitingCases } from '../../care/alarms/alarms.queries.ts'
import { MAX_LISTED_CASES, listCases } from '../../care/cases/cases.queries.ts'
import { countAppeals } from '../../care/reports/appeals.queries.ts'
import {
  MAX_OPEN_CASES,
  countReports,
  hasReportedWords,
  listOpenReportCases,
  publicationOf,
  readRelatedReports,
} from '../../care/reports/reports.queries.ts'
import { isOverdue } from '../../care/reports/reports.rules.ts'
import { countQuietAlerts, listQuietAlerts } from '../../care/review/quiet-alerts.queries.ts'
import { countCleared, countHeld } from '../../care/review/review.queries.ts'
import { seesCrises } from '../../care/review/review.rules.ts'
import { dayIn } from '../../identity/accounts/notice-times.rules.ts'
import { summarizeAwaitingApproval } from '../../identity/invitations/invitations.queries.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { hasOthers } from '../../identity/users/users.queries.ts'
import { excerptOf } from '../audit/audit.rules.ts'
import { cannotWait, isInDanger } from './desk.rules.ts'
import { readHealth } from './health.queries.ts'
import { readOpening } from './opening.queries.ts'

/** Cases of danger that are shown one by one. */
const MAX_CASES = 20
/** Texts that are perhaps about danger, of those shown one by one. */
const MAX_QUIET = 100
/** Reports that cannot wait, of those shown one by one. */
const MAX_URGENT = 5

async function readDanger(ctx: Context, viewer: Viewer): Promise<DeskToday['danger']> {
  if (!seesCrises(viewer, await readCareTeam(ctx))) {
    return { ...(await readWaitingCases(ctx, viewer)), is_yours: false, cases: [], taken: [], look_again: [] }
  }
  const { items } = await listCases(ctx, viewer)
  const open = items.filter(({ closed_at }) => closed_at === null)
  const free = open.filter(({ taken_at }) => taken_at === null)
  const waiting = free.filter(({ is_cleared }) => !is_cleared)
  // Those after the end of the list count too.
  const count = free.length < MAX_LISTED_CASES ? waiting.length : (await readWaitingCases(ctx, viewer)).waiting
  const isOffered = ({ offered_to }: CaseSummary): boolean => offered_to?.id === viewer.id
  return {
    waiting: count,
    oldest_at: waiting[0]?.opened_at ?? null,
    is_yours: true,
    cases: waiting
      .slice(0, MAX_CASES)
      .map(({ id, is_held, opened_at, told_at }) => ({ id, is_reported: !is_held, since: opened_at, told_at })),
    taken: open
      .filter((one) => one.taken_by?.id === viewer.id || isOffered(one))
      .map((one) => ({
        id: one.id,
        since: one.opened_at,
        waits_for_answer: one.waits_for_answer,
        is_offered: isOffered(one),
      })),
    look_again: items.flatMap(({ id, closed_at, look_again_on }) =>
      closed_at === null || look_again_on === null ? [] : [{ id, look_again_on }],
    ),
  }
}

async function readQuietAlerts(
  ctx: Context,
  viewer: Viewer,
): Promise<Pick<DeskToday, 'quiet_alerts' | 'more_quiet_alerts'>> {
  const rows = await listQuietAlerts(ctx, viewer, MAX_QUIET)
  const waiting = rows?.length === MAX_QUIET ? await countQuietAlerts(ctx, viewer) : 0
  const quiet_alerts = rows?.map(({ id, text_id, title, content, update_content, since }) => ({
    id,
    text_id,
    excerpt: excerptOf(update_content ?? title ?? content),
    since,
  }))
  return { quiet_alerts: quiet_alerts ?? null, more_quiet_alerts: Math.max(0, waiting - MAX_QUIET) }
}

async function readReports(ctx: Context, viewer: Viewer): Promise<DeskToday['reports']> {
  const rows = await listOpenReportCases(ctx, viewer)
  const related = await readRelatedReports(ctx.db, rows)
  const cases = rows.map((row) => {
    const also = related.get(row.id) ?? []
    const { created_at, status } = row
    const all = [{ report_type: row.report_type as ReportType, created_at }, ...also]
    return {
      row,
      all,
      types: [...new Set(all.map(({ report_type }) => report_type))],
      publication: publicationOf(row),
      has_open_case: row.has_open_case === 1,
      is_overdue: all.some((one) => isOverdue({ ...one, status }, ctx.clock())),
    }
  })
  const counted = cases.filter((one) => !isInDanger(one))
  const urgent = counted.filter(cannotWait).slice(0, MAX_URGENT)
  // Those after the end of the list count too.
  const total = rows.length < MAX_OPEN_CASES ? { open: rows.length, in_review: 0 } : await countReports(ctx, viewer)
  const others = counted.filter((one) => !urgent.includes(one))
  return {
    urgent: urgent.map(({ row, all, publication }) => ({
      id: row.id,
      report_type: row.report_type as ReportType,
      reports: all.length,
      excerpt: hasReportedWords(row) ? excerptOf(row.update_content ?? row.title ?? row.content) : '',
      is_readable: publication === 'published' && hasReportedWords(row),
      since: row.created_at,
    })),
    others: {
      count: total.open + total.in_review - (cases.length - counted.length) - urgent.length,
      oldest_at: others.map(({ row }) => row.created_at).toSorted((one, other) => (one < other ? -1 : 1))[0] ?? null,
      types: [...new Set(others.flatMap(({ types }) => types))],
    },
  }
}

async function readDrafts(db: Db): Promise<DeskToday['drafts']> {
  const row = await db
    .selectFrom('content')
    .where('status', '=', 'draft')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .select(['title', sql<number | string>`count(*) over ()`.as('n')])
    .executeTakeFirst()
  return { count: Number(row?.n ?? 0), title: row?.title ?? '' }
}

/** Number of the viewer's own acts in the activity log since a time. */
async function countActs(db: Db, viewer: Viewer, since: string): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .where('actor_id', '=', viewer.id)
    .where('created_at', '>=', since)
    .select(sql<number | string>`count(*)`.as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** Everything that waits for the viewer, and nothing of what is not theirs. */
export async function readDeskToday(ctx: Context, viewer: Viewer): Promise<DeskToday> {
  const moderates = isModerator(viewer.role)
  const isAdmin = viewer.role === 'admin'
  const { since: midnight } = dayIn(await readSetting(ctx, 'time_zone'), ctx.clock())
  return {
    danger: await readDanger(ctx, viewer),
    cleared: (await countCleared(ctx, viewer)) ?? null,
    ...(await readQuietAlerts(ctx, viewer)),
    reports: moderates ? await readReports(ctx, viewer) : null,
    held: moderates ? await countHeld(ctx, viewer) : null,
    appeals: await countAppeals(ctx, viewer),
    joining: moderates ? await summarizeAwaitingApproval(ctx, viewer) : null,
    sorting: moderates ? { count: await countDoubted(ctx.db, viewer) } : null,
    drafts: isAdmin ? await readDrafts(ctx.db) : null,
    opening: isAdmin ? await readOpening(ctx, viewer) : null,
    has_people: isAdmin ? await hasOthers(ctx.db, viewer.id) : null,
    done_today: await countActs(ctx.db, viewer, midnight),
    midnight,
    health: isAdmin ? await readHealth(ctx) : null,
  }
}
