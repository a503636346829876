import { sql } from 'kysely'
import type { Alert, HeldPrayer, Rota } from '../../../../contract/review.ts'
import type { Context, ReadContext } from '../../../context.ts'
import { type Db, idsOf, prayersWithoutReader, withoutReader } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type CareTeam, readCareTeam } from '../../identity/users/care-team.ts'
import { hasWordsOfDanger } from '../../community/prayers/prayers.queries.ts'
import { shownTime, toStaffView, truncateToMinute, visibleTo } from '../../community/prayers/prayers.rules.ts'
import { hasOpenCase, isCleared } from './open-cases.queries.ts'
import { ALERT_OVERDUE_MS, isReviewableBy, mayChangeRota, seesCrises, versionOfWords } from './review.rules.ts'

/**
 * Returns what the activity log names an alarm by. It is not the request: administrators read the log, and may not know which
 * requests are about danger.
 */
export const auditTarget = (
  { secrets }: Pick<Context, 'secrets'>,
  { case_id, is_drill }: { case_id: string; is_drill: boolean },
): { target_type: string; target_id: string } =>
  is_drill
    ? { target_type: 'drill', target_id: case_id }
    : { target_type: 'alarm', target_id: secrets.hashAddress(`alarm ${case_id}`) }

/** Returns when somebody was first told of each case since it was opened, where anybody was. */
export async function readToldTimes(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  cases: { id: string; opened_at: string }[],
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
    targets.flatMap(({ id, opened_at, target_id }) => {
      const first = rows.find((row) => row.target_id === target_id && row.created_at >= opened_at)
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
  const others = prayersWithoutReader(ctx.db).where('prayers.author_id', 'is distinct from', viewer.id)
  return await countWaiting(others.where(isCleared).where(hasOpenCase))
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

/** Selects the columns that staff read of requests, once a condition lets them. */
const selectForReview = (db: Db) =>
  prayersWithoutReader(db)
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as helper', 'helper.id', 'prayers.acknowledged_by')
    .select(['prayers.id', 'prayers.title', 'prayers.content', 'prayers.language', 'prayers.author_id'])
    .select(['prayers.is_anonymous', 'author.display_name as author_name', 'prayers.visibility', 'prayers.is_urgent'])
    .select(['prayers.held_reason', 'prayers.alert', 'prayers.held_at', 'prayers.kept_at', 'prayers.line_of'])
    .select(['prayers.acknowledged_by', 'prayers.acknowledged_at', 'helper.display_name as helper_name'])

type HeldRow = Awaited<ReturnType<ReturnType<typeof selectForReview>['execute']>>[number]

/** A held request as staff see it: an anonymous author is a pseudonym. */
function toHeldPrayer(ctx: Context, held: HeldRow, updates: WaitingUpdate[]): HeldPrayer {
  const { author_id, author_name, is_anonymous, helper_name, acknowledged_by, held_reason, held_at, line_of, ...row } =
    held
  const { author, pseudonym, shown } = toStaffView(ctx, { id: row.id, author_id, author_name, is_anonymous })
  return {
    ...row,
    ...toWordsRead(row, updates, shown),
    author,
    pseudonym,
    is_line: line_of !== null,
    held_reason: held_reason ?? 'moderator',
    held_at: held_at === null ? '' : shown(held_at),
    acknowledged_by: acknowledged_by === null ? null : { id: acknowledged_by, display_name: helper_name ?? '' },
  }
}

/** A page of held requests, danger first, then the longest waiting. */
export async function listHeld(
  ctx: Context,
  viewer: Viewer,
  { page, pageSize, kept, danger }: { page: number; pageSize: number; kept: boolean; danger: boolean | undefined },
): Promise<{ items: HeldPrayer[]; has_more: boolean }> {
  const rows = await selectForReview(ctx.db)
    .where(isReviewableBy(viewer, await readCareTeam(ctx)))
    .$if(danger !== undefined, (query) => query.where('prayers.held_reason', danger ? '=' : '!=', sql.lit('crisis')))
    .where('prayers.kept_at', kept ? 'is not' : 'is', null)
    .orderBy(sql`case when prayers.held_reason = 'crisis' then 0 else 1 end`)
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(pageSize + 1)
    .offset(page * pageSize)
    .execute()
  const shown = rows.slice(0, pageSize)
  const updates = await listUpdatesOfHeld(ctx.db, idsOf(shown))
  return { items: shown.map((row) => toHeldPrayer(ctx, row, updates)), has_more: rows.length > pageSize }
}

/**
 * The updates that others read once requests that they do not read yet are published, and those that wait under a published one. The
 * caller has checked that the viewer may review these.
 */
export async function listUpdatesOfHeld(db: Db, prayer_request_ids: string[]) {
  if (prayer_request_ids.length === 0) return []
  return await db
    .selectFrom('prayer_updates')
    .select(['id', 'prayer_request_id', 'content', 'status', 'publication', 'created_at'])
    .where('prayer_request_id', 'in', prayer_request_ids)
    .where('publication', 'in', ['held', 'published'])
    .where((query) =>
      query.or([
        query('publication', '=', sql.lit('held')),
        query.exists(
          query
            .selectFrom('prayers')
            .$call(withoutReader)
            .select('prayers.id')
            .whereRef('prayers.id', '=', 'prayer_updates.prayer_request_id')
            .where('prayers.publication', '!=', sql.lit('published')),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The same, without those that wait because of danger where the viewer may not know of it. */
export async function listUpdatesToPublish(ctx: ReadContext, viewer: Viewer, prayer_request_ids: string[]) {
  const updates = await listUpdatesOfHeld(ctx.db, prayer_request_ids)
  const waiting = updates.filter(({ publication }) => publication === 'held')
  if (waiting.length === 0 || seesCrises(viewer, await readCareTeam(ctx))) return updates
  const alarming = await prayersWithoutReader(ctx.db)
    .select('id')
    .where(
      'id',
      'in',
      waiting.map((update) => update.prayer_request_id),
    )
    .where((query) => query.or([query('held_reason', '=', sql.lit('crisis')), hasWordsOfDanger]))
    .execute()
  const ids = new Set(idsOf(alarming))
  return updates.filter((update) => update.publication === 'published' || !ids.has(update.prayer_request_id))
}

/** Returns the words that are read beside a request before it is published, and the version of them all. */
export function toWordsRead(
  words: Parameters<typeof versionOfWords>[0] & { id: string },
  updates: WaitingUpdate[],
  shown: (at: string) => string,
): Pick<HeldPrayer, 'waiting_updates' | 'version'> {
  const waiting = updates.filter((update) => update.prayer_request_id === words.id)
  return {
    waiting_updates: waiting.map(({ id, content, created_at }) => ({ id, content, created_at: shown(created_at) })),
    version: versionOfWords(words, waiting),
  }
}

type WaitingUpdate = Awaited<ReturnType<typeof listUpdatesOfHeld>>[number]

const MAX_ALERTS = 100

/** Open cases that the viewer may know of. Shows no text that they may not read. */
export async function listAlerts(ctx: Context, viewer: Viewer): Promise<Alert[]> {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return []
  const rows = await selectForReview(ctx.db)
    .innerJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .where('care_cases.closed_at', 'is', null)
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select('care_cases.opened_at')
    .select((query) => [
      query.case().when(isReviewableBy(viewer, team)).then(1).else(0).end().as('is_held'),
      query.case().when(visibleTo(viewer)).then(1).else(0).end().as('is_readable'),
      query.case().when(isCleared).then(1).else(0).end().as('is_cleared'),
    ])
    // A case that is cleared, or in somebody’s hands, never takes the place of somebody in danger whom nobody has.
    .orderBy('is_cleared')
    .orderBy(sql`case when prayers.acknowledged_at is null then 0 else 1 end`)
    .orderBy('care_cases.opened_at')
    .orderBy('prayers.id')
    .limit(MAX_ALERTS)
    .execute()
  const updates = await listUpdatesOfHeld(ctx.db, idsOf(rows.filter((row) => row.is_held === 1)))
  const told = await readToldTimes(ctx, rows)
  return rows
    .map((row) => toAlert(ctx, row, { updates, told_at: told.get(row.id) ?? null }))
    .toSorted(
      (one, other) =>
        Number(one.is_cleared) - Number(other.is_cleared) ||
        Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
        one.held_at.localeCompare(other.held_at),
    )
}

type AlertRow = HeldRow & { opened_at: string; is_held: number; is_readable: number; is_cleared: number }

function toAlert(
  ctx: Context,
  { opened_at, is_held, is_readable, is_cleared, ...row }: AlertRow,
  { updates, told_at }: { updates: WaitingUpdate[]; told_at: string | null },
): Alert {
  const hold = toHeldPrayer(ctx, row, updates)
  const is_reported = is_held === 0
  const age = ctx.clock().getTime() - Date.parse(opened_at)
  return {
    ...hold,
    // Staff who see a held request may read it; of a reported one only text that they may read anyway is shown.
    ...(is_reported &&
      is_readable === 0 && {
        title: null,
        content: null,
        version: null,
        language: null,
        author: null,
        pseudonym: null,
        is_urgent: false,
      }),
    held_reason: is_reported ? null : hold.held_reason,
    held_at: truncateToMinute(opened_at),
    is_reported,
    told_at: told_at === null ? null : truncateToMinute(told_at),
    is_cleared: is_cleared === 1,
    is_overdue: is_cleared === 0 && hold.acknowledged_at === null && age > ALERT_OVERDUE_MS,
  }
}

/** Returns who is on call, and who could be. */
export async function readRota(ctx: Context, viewer: Viewer): Promise<Rota> {
  const [time_zone, team] = await Promise.all([readSetting(ctx, 'time_zone'), readCareTeam(ctx)])
  const people = new Map(team.staff.map(({ id, display_name }) => [id, { id, display_name }]))
  return {
    on_call: team.on_call.flatMap(({ id, weekdays }) => {
      const person = people.get(id)
      return person === undefined ? [] : [{ ...person, weekdays }]
    }),
    on_duty: team.is_empty ? [] : team.on_duty.flatMap((id) => people.get(id) ?? []),
    time_zone,
    staff: [...people.values()],
    sees_alerts: seesCrises(viewer, team),
    may_change: mayChangeRota(viewer),
  }
}

/** A held request that the viewer may decide about, or undefined. */
export async function readHeld(ctx: ReadContext, viewer: Viewer, id: string) {
  return await selectHeld(ctx.db, viewer, await readCareTeam(ctx))
    .where('prayers.id', '=', id)
    .select(['prayers.id', 'prayers.author_id', 'prayers.held_reason', 'prayers.kept_at'])
    .select(['prayers.is_anonymous', 'prayers.answered_at', 'prayers.title', 'prayers.content', 'prayers.held_at'])
    .select('prayers.visibility')
    .executeTakeFirst()
}

/** A request with a case that the viewer may know of, or undefined. */
export async function readAlarmingPrayer(ctx: ReadContext, viewer: Viewer, id: string) {
  if (!seesCrises(viewer, await readCareTeam(ctx))) return undefined
  return await prayersWithoutReader(ctx.db)
    .innerJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .where('prayers.id', '=', id)
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select(['prayers.id', 'prayers.acknowledged_by', 'prayers.acknowledged_at'])
    .executeTakeFirst()
}
