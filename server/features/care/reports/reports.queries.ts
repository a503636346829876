import { type Expression, type Selectable, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { AlsoReported, Decision, Report, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import type { Context, ReadContext } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Publication, Schema } from '../../../db/schema.ts'
import type { Viewer } from '../../../http/session.ts'
import { hasWordsOfDanger } from '../../community/prayers/prayers.queries.ts'
import { toStaffView, visibleTo } from '../../community/prayers/prayers.rules.ts'
import { DECISION_UNDO_WINDOW_MS, undoUntil } from '../review/decisions.rules.ts'
import { hasOpenCase } from '../review/open-cases.queries.ts'
import { caseHasType, isCaseLead } from './report-lists.queries.ts'
import { isOpen, isOverdue } from './reports.rules.ts'

/** The target of a report: a request, or one update of it. */
export interface Target {
  prayer_request_id: string
  update_id: string | null
}

export const selectByTarget = (db: Db, { prayer_request_id, update_id }: Target) =>
  update_id === null
    ? db.selectFrom('reports').where('prayer_request_id', '=', prayer_request_id)
    : db.selectFrom('reports').where('update_id', '=', update_id)

export const openStatuses: ReportStatus[] = ['open', 'in_review']

/**
 * The current members of a report's case: of an open one the given reports that are still open, of a decided one all
 * that were decided with it.
 */
export function readCase(db: Db, row: ReportRow, also: string[]) {
  const others = isOpen(row.status)
    ? selectByTarget(db, row)
        .where('status', 'in', openStatuses)
        .where('id', 'in', [row.id, ...also])
    : db
        .selectFrom('reports')
        .where((query) => query.or([query('id', '=', row.id), query('decided_with', '=', row.id)]))
  return others
    .select(['id', 'report_type', 'status', 'decision', 'decision_reason', 'decided_at', 'decided_with', 'assigned_to'])
    .select('reason')
    .orderBy('id')
    .execute()
}

/** The types of the open reports about a target, one report per user. */
export async function readOpenTypes(db: Db, target: Target): Promise<ReportType[]> {
  const rows = await selectByTarget(db, target).select('report_type').where('status', 'in', openStatuses).execute()
  return rows.map(({ report_type }) => report_type as ReportType)
}

/**
 * Condition that the moderator reads reports about the request: not about their own, which somebody else decides, since
 * authors must not read what reporters wrote.
 */
const isReportedTo = (viewer: Viewer): Expression<SqlBool> =>
  expressionBuilder<Schema, 'prayers'>()('prayers.author_id', 'is distinct from', viewer.id)

/** Reports with their targets. */
function selectReports({ db, clock }: ReadContext, viewer: Viewer) {
  return db
    .selectFrom('reports')
    .leftJoin('prayer_updates as update', 'update.id', 'reports.update_id')
    .innerJoin('prayers', (join) =>
      join.on('prayers.id', '=', sql<string>`coalesce(reports.prayer_request_id, "update".prayer_request_id)`),
    )
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as assignee', 'assignee.id', 'reports.assigned_to')
    .where(isReportedTo(viewer))
    .select([
      'reports.id',
      'prayers.id as prayer_request_id',
      'reports.update_id',
      'reports.report_type',
      'reports.reason',
      'reports.status',
      'reports.decision',
      'reports.decision_reason',
      'reports.decided_with',
      'reports.assigned_to',
      'assignee.display_name as assignee_name',
      'reports.created_at',
      'reports.updated_at',
      'reports.decided_at',
      'reports.decided_by',
      'prayers.author_id',
      'author.display_name as author_name',
      'prayers.is_anonymous',
      'prayers.title',
      'prayers.content',
      'update.content as update_content',
      'prayers.visibility',
      'prayers.status as prayer_status',
      'prayers.publication as prayer_publication',
      'prayers.held_reason',
      'prayers.created_at as prayer_created_at',
      'prayers.answered_at',
      'update.publication as update_publication',
      'update.created_at as update_created_at',
    ])
    .select((query) => [
      query.case().when(readableBy(viewer)).then(1).else(0).end().as('is_readable'),
      query.case().when(isTakenBack).then(1).else(0).end().as('is_taken_back'),
      query.case().when(hasOpenCase).then(1).else(0).end().as('has_open_case'),
      query.case().when(hasWordsOfDanger).then(1).else(0).end().as('is_alarming'),
      query
        .selectFrom('decisions')
        .select('decisions.id')
        .where((decided) =>
          decided('decisions.report_id', '=', decided.fn.coalesce('reports.decided_with', 'reports.id')),
        )
        .where('decisions.decided_by', '=', viewer.id)
        .where('decisions.undone_at', 'is', null)
        .where('decisions.decided_at', '>=', undoableSince(clock()))
        .orderBy('decisions.decided_at', 'desc')
        .limit(1)
        .as('decision_id'),
    ])
}

/** The earliest time of a decision that can still be undone. */
const undoableSince = (at: Date): string => new Date(at.getTime() - DECISION_UNDO_WINDOW_MS).toISOString()

/**
 * Requests that a moderator may read without a report, and those hidden because of reports that everybody or all
 * members could read.
 */
function readableBy(viewer: Viewer): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  return query.or([
    visibleTo(viewer),
    query.and([
      query('prayers.publication', '=', sql.lit('hidden')),
      query('prayers.visibility', 'in', ['public', 'members']),
    ]),
  ])
}

/** True for words that others read when they were reported, and that their author has since kept for themselves and changed. */
const isTakenBack = sql<SqlBool>`(prayers.visibility = 'private' and prayers.line_of is null
  and case when reports.update_id is null
    then exists (select 1 from prayer_edits
      where prayer_edits.prayer_request_id = prayers.id and prayer_edits.created_at >= reports.created_at)
    else coalesce("update".updated_at >= reports.created_at, false) end)`

export type ReportRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirst']>>>

/** The other reports of each report's case, by its id. */
export async function readRelatedReports(db: Db, rows: ReportRow[]): Promise<Map<string, AlsoReported[]>> {
  const keysOf = (isOfKind: (row: ReportRow) => boolean) => rows.filter(isOfKind).map(caseOf)
  const prayers = keysOf(({ status, update_id }) => isOpen(status) && update_id === null)
  const updates = keysOf(({ status, update_id }) => isOpen(status) && update_id !== null)
  const decided = keysOf(({ status }) => !isOpen(status))
  const select = () =>
    db
      .selectFrom('reports')
      .select(['id', 'report_type', 'reason', 'created_at', 'status', 'prayer_request_id', 'update_id', 'decided_with'])
  const none = Promise.resolve([])
  const openOnly = () => select().where('status', 'in', openStatuses)
  const found = await Promise.all([
    prayers.length === 0 ? none : openOnly().where('prayer_request_id', 'in', prayers).execute(),
    updates.length === 0 ? none : openOnly().where('update_id', 'in', updates).execute(),
    decided.length === 0
      ? none
      : select()
          .where((query) => query.or([query('id', 'in', decided), query('decided_with', 'in', decided)]))
          .execute(),
  ])
  const all = found.flat().toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
  const cases = Map.groupBy(all, caseOf)
  const othersOf = (row: ReportRow): AlsoReported[] =>
    (cases.get(caseOf(row)) ?? [])
      .filter(({ id }) => id !== row.id)
      .map(({ id, report_type, reason, created_at }) => ({
        id,
        report_type: report_type as ReportType,
        reason,
        created_at,
      }))
  return new Map(rows.map((row) => [row.id, othersOf(row)]))
}

type CaseMember = Pick<
  Selectable<Schema['reports']>,
  'id' | 'status' | 'prayer_request_id' | 'update_id' | 'decided_with'
>

/** Names the case of a report: an open one by what it is about, a decided one by the report that it was decided with. */
const caseOf = ({ id, status, prayer_request_id, update_id, decided_with }: CaseMember): string =>
  (isOpen(status) ? (update_id ?? prayer_request_id) : decided_with) ?? id

/**
 * A report as a moderator sees it. Includes the reported text while it is open, and there to be read; afterwards only if they may read
 * the text anyway.
 */
export function toReport(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  row: ReportRow,
  also: AlsoReported[],
): Report {
  const is_shown = (isOpen(row.status) || row.is_readable === 1) && hasReportedWords(row)
  const { author, pseudonym, shown } = toStaffView({ secrets }, { ...row, id: row.prayer_request_id })
  return {
    id: row.id,
    prayer_request_id: row.prayer_request_id,
    update_id: row.update_id,
    report_type: row.report_type as ReportType,
    reason: row.reason,
    status: row.status,
    decision: row.decision as Decision,
    decision_reason: row.decision_reason,
    assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, display_name: row.assignee_name ?? '' },
    also,
    reported: is_shown
      ? {
          title: row.update_id === null ? row.title : null,
          content: row.update_content ?? row.content,
          author,
          pseudonym,
          visibility: row.visibility,
          status: row.prayer_status,
          publication: publicationOf(row),
          created_at: shown(row.update_created_at ?? row.prayer_created_at),
        }
      : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    decided_at: row.decided_at,
    is_overdue: [{ report_type: row.report_type as ReportType, created_at: row.created_at }, ...also].some((one) =>
      isOverdue({ ...one, status: row.status }, clock()),
    ),
    decision_id: row.decision_id,
    undo_until: row.decision_id === null || row.decided_at === null ? null : undoUntil(row.decided_at),
  }
}

export const publicationOf = (row: ReportRow): Publication => row.update_publication ?? row.prayer_publication

/**
 * True while there are words that whoever decides may read: none of what is deleted, an update with its request, held for danger, or
 * was taken back.
 */
export const hasReportedWords = (row: ReportRow): boolean =>
  publicationOf(row) !== 'deleted' &&
  row.prayer_publication !== 'deleted' &&
  !isHeldForDanger(row) &&
  row.is_taken_back === 0

/**
 * True for what is held for danger: its words are the care team’s alone, also where it was reported before. An update waits for them under
 * a request that is hidden, too.
 */
export const isHeldForDanger = (row: ReportRow): boolean =>
  (row.prayer_publication === 'held' && row.held_reason === 'crisis') ||
  (row.update_publication === 'held' && row.is_alarming === 1)

/** A report that the moderator may read: an open one, or one about a request that they can read anyway. */
export const readReport = (ctx: ReadContext, viewer: Viewer, id: string): Promise<ReportRow | undefined> =>
  selectReports(ctx, viewer)
    .where('reports.id', '=', id)
    .where((query) => query.or([query('reports.status', 'in', ['open', 'in_review']), readableBy(viewer)]))
    .executeTakeFirst()

/** A report that the viewer has just decided and may no longer read. */
export const readDecidedReport = async (ctx: ReadContext, viewer: Viewer, id: string): Promise<ReportRow> => ({
  ...(await selectReports(ctx, viewer).where('reports.id', '=', id).executeTakeFirstOrThrow()),
  is_readable: 0,
})

export interface ReportFilter {
  status?: ReportStatus | undefined
  report_type?: ReportType | undefined
}

/** Cases: danger first, then open ones, the oldest first, then those that are decided, the newest decision first. */
export async function listReports(
  ctx: ReadContext,
  viewer: Viewer,
  { status, report_type, page, limit }: ReportFilter & { page: number; limit: number },
): Promise<{ rows: ReportRow[]; total: number }> {
  const filtered = selectReports(ctx, viewer)
    .where(isCaseLead)
    .$if(status !== undefined, (query) => query.where('reports.status', '=', status ?? 'open'))
    .$if(report_type !== undefined, (query) => query.where(caseHasType(report_type ?? 'other')))
  const [rows, { total }] = await Promise.all([
    filtered
      .orderBy(
        sql`case when reports.status not in ('open', 'in_review') then 2 when reports.report_type = 'danger_to_self' then 0 else 1 end`,
      )
      .orderBy(sql`case when reports.status in ('open', 'in_review') then reports.created_at end`)
      .orderBy('reports.decided_at', 'desc')
      .orderBy('reports.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    filtered
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** More open cases than anybody decides in a day. */
export const MAX_OPEN_CASES = 200

/**
 * The open cases that the moderator may decide about: danger first, then crimes and private information that others can still
 * read, then all others, the oldest first.
 */
export const listOpenReportCases = (ctx: ReadContext, viewer: Viewer): Promise<ReportRow[]> =>
  selectReports(ctx, viewer)
    .where(isCaseLead)
    .where('reports.status', 'in', openStatuses)
    .orderBy(
      sql`case when reports.report_type = 'danger_to_self' then 0 when ${caseHasType('illegal')} then 1
        when ${caseHasType('private_information')} and coalesce("update".publication, prayers.publication) = 'published' then 1
        else 2 end`,
    )
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .limit(MAX_OPEN_CASES)
    .execute()

/** The numbers of open cases and of those in review, among those that the moderator may read. */
export async function countReports(ctx: ReadContext, viewer: Viewer): Promise<{ open: number; in_review: number }> {
  const rows = await selectReports(ctx, viewer)
    .clearSelect()
    .where(isCaseLead)
    .where('reports.status', 'in', openStatuses)
    .groupBy('reports.status')
    .select(({ fn }) => ['reports.status', fn.countAll<number>().as('count')])
    .execute()
  const of = (status: ReportStatus): number => rows.find((row) => row.status === status)?.count ?? 0
  return { open: of('open'), in_review: of('in_review') }
}

/** All open reports about the target of a report. */
export const readOpenReports = (db: Db, row: Target) =>
  selectByTarget(db, row)
    .select(['id', 'status', 'assigned_to'])
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .execute()
