import { type SqlBool, sql } from 'kysely'
import type { Hold } from '../../../contract/holds.ts'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Viewer } from '../../http/session.ts'
import { readSetting } from '../../settings/settings.ts'
import { visibleTo } from '../prayers/prayers.rules.ts'
import { type CareTeam, heldFor, seesCrises } from './holds.rules.ts'

/** Those who are on call; else the pastoral team; else moderators and administrators. Always active, always staff. */
export async function readCareTeam(db: Db): Promise<CareTeam> {
  const [on_call, people] = await Promise.all([
    readSetting({ db }, 'care_on_call'),
    db
      .selectFrom('users')
      .select(['id', 'role'])
      // Word for word as the partial index has it, or no engine uses it.
      .where(sql<SqlBool>`role in ('care', 'moderator', 'admin')`)
      .where('status', '=', sql.lit('active'))
      .execute(),
  ])
  const ids = (some: typeof people): string[] => some.map(({ id }) => id)
  const named = ids(people.filter(({ id }) => on_call.includes(id)))
  if (named.length > 0) return { told: named, is_empty: false }
  const care = ids(people.filter(({ role }) => role === 'care'))
  if (care.length > 0) return { told: care, is_empty: false }
  return { told: ids(people), is_empty: true }
}

const selectHeld = (db: Db, viewer: Viewer, team: CareTeam) => db.selectFrom('prayers').where(heldFor(viewer, team))

/** A page of what waits, the longest first, danger before all else. */
export async function listHeld(
  ctx: Context,
  viewer: Viewer,
  { page, pageSize, kept }: { page: number; pageSize: number; kept: boolean },
): Promise<{ items: Hold[]; has_more: boolean }> {
  const rows = await selectHeld(ctx.db, viewer, await readCareTeam(ctx.db))
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as helper', 'helper.id', 'prayers.acknowledged_by')
    .where('prayers.kept_at', kept ? 'is not' : 'is', null)
    .select([
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
    ])
    .orderBy(sql`case when prayers.held_reason = 'crisis' then 0 else 1 end`)
    .orderBy('prayers.held_at')
    .orderBy('prayers.id')
    .limit(pageSize + 1)
    .offset(page * pageSize)
    .execute()
  const shown = rows.slice(0, pageSize)
  const updates = await listWaitingUpdates(
    ctx.db,
    shown.map(({ id }) => id),
  )
  const items = shown.map(
    ({ author_id, author_name, is_anonymous, helper_name, acknowledged_by, held_reason, held_at, ...row }): Hold => ({
      ...row,
      author: is_anonymous || author_id === null ? null : { id: author_id, display_name: author_name ?? '' },
      pseudonym: is_anonymous ? ctx.secrets.pseudonym(row.id) : null,
      held_reason: held_reason ?? 'moderator',
      held_at: held_at ?? '',
      waiting_updates: updates
        .filter((update) => update.prayer_request_id === row.id)
        .map(({ id, content, created_at }) => ({ id, content, created_at })),
      acknowledged_by: acknowledged_by === null ? null : { id: acknowledged_by, display_name: helper_name ?? '' },
    }),
  )
  return { items, has_more: rows.length > pageSize }
}

/** The updates that wait, of requests that the viewer was found to look after. */
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

/** One that waits and that the viewer may decide about, or undefined. */
export async function readHeld(db: Db, viewer: Viewer, id: string) {
  return await selectHeld(db, viewer, await readCareTeam(db))
    .where('prayers.id', '=', id)
    .select(['prayers.id', 'prayers.author_id', 'prayers.held_reason', 'prayers.is_anonymous', 'prayers.answered_at'])
    .executeTakeFirst()
}

/** Keeps that somebody decided against showing it. */
export const markKept = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ kept_at: now(ctx) })
    .where('id', '=', id)
    .execute()

/** One of which it was said that somebody may be in danger, by its words or by a report, and that the viewer may know of. */
export async function readAlarming(db: Db, viewer: Viewer, id: string) {
  const team = await readCareTeam(db)
  if (!seesCrises(viewer, team)) return undefined
  const reported = sql<SqlBool>`exists (select 1 from reports where reports.prayer_request_id = prayers.id
    and reports.report_type = 'danger_to_self' and reports.status in ('open', 'in_review'))`
  return await db
    .selectFrom('prayers')
    .where('prayers.id', '=', id)
    .where((query) => query.or([heldFor(viewer, team), visibleTo(viewer)]))
    .where((query) => query.or([query('prayers.alert', 'is not', null), reported]))
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select(['prayers.id', 'prayers.acknowledged_by', 'prayers.acknowledged_at'])
    .executeTakeFirst()
}

/** The first who does so is kept. */
export const markAcknowledged = (ctx: Context, id: string, user_id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ acknowledged_by: user_id, acknowledged_at: now(ctx) })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute()
