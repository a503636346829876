import { sql } from 'kysely'
import type { ReportType } from '../../../../contract/reports.ts'
import { type Context, now } from '../../../context.ts'
import { hasEffect, withoutReader } from '../../../db/open.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { publishQueueChange } from '../review/decisions.commands.ts'
import { APPEAL_OVERDUE_MS } from '../review/decisions.rules.ts'
import { isOfDanger, isTheirTurn } from './appeals.queries.ts'
import { isOverdue } from './reports.rules.ts'

const DAY = 'yyyy-mm-dd'.length

/** The number of overdue reports and appeals, except those about the moderator's own requests, and appeals that others answer. */
async function countOverdue(ctx: Context, user_id: string): Promise<number> {
  const { db, clock } = ctx
  const reports = await db
    .selectFrom('reports')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'reports.update_id')
    .innerJoin('prayers', (join) =>
      join.on('prayers.id', '=', sql<string>`coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id)`),
    )
    .$call(withoutReader)
    .where('prayers.author_id', 'is distinct from', user_id)
    .where('reports.status', 'in', ['open', 'in_review'])
    .select(['reports.report_type', 'reports.status', 'reports.created_at'])
    .execute()
  const appeals = await db
    .selectFrom('decisions')
    .innerJoin('prayers', 'prayers.id', 'decisions.prayer_request_id')
    .where('prayers.author_id', 'is distinct from', user_id)
    .where('decisions.undone_at', 'is', null)
    .where((query) => query.not(isOfDanger()))
    .where(isTheirTurn({ id: user_id }, await readCareTeam(ctx)))
    .where('decisions.appeal_outcome', 'is', null)
    .where('decisions.appealed_at', '<', new Date(clock().getTime() - APPEAL_OVERDUE_MS).toISOString())
    .select('decisions.id')
    .execute()
  const late = reports.filter((row) => isOverdue({ ...row, report_type: row.report_type as ReportType }, clock()))
  return late.length + appeals.length
}

const selectModerators = ({ db }: Context) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('role', 'in', ['moderator', 'admin'])
    .where('users.status', '=', sql.lit('active'))

/** Reminds moderators of what is overdue, at most once a day (UTC). */
async function remindModerators(ctx: Context): Promise<void> {
  const today = `${ctx.clock().toISOString().slice(0, DAY)}T00:00:00.000Z`
  for (const { id } of await selectModerators(ctx).execute()) {
    const reminded = await ctx.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', id)
      .where('created_at', '>=', today)
      .where('kind', '=', sql.lit('overdue'))
      .executeTakeFirst()
    const count = reminded ? 0 : await countOverdue(ctx, id)
    if (count === 0) continue
    const unique_key = `notifications.tell_overdue ${id} ${today}`
    await ctx.addJob('notifications.tell_overdue', { user_id: id, count }, { unique_key })
  }
}

/** Lets others take the reports of who is no moderator any more: until then only administrators could decide about them. */
async function releaseLeft(ctx: Context): Promise<void> {
  const left = await ctx.db
    .selectFrom('reports')
    .leftJoin('prayer_updates', 'prayer_updates.id', 'reports.update_id')
    .where('reports.status', '=', sql.lit('in_review'))
    .where('reports.assigned_to', 'not in', selectModerators(ctx))
    .select(['reports.id', 'reports.assigned_to'])
    .select(sql<string>`coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id)`.as('about'))
    .orderBy('reports.id')
    .execute()
  for (const { id, assigned_to, about } of left) {
    const isReleased = await ctx.db
      .updateTable('reports')
      .set({ status: 'open', assigned_to: null, updated_at: now(ctx) })
      .where('id', '=', id)
      .where('status', '=', sql.lit('in_review'))
      .where('assigned_to', '=', assigned_to)
      .$call(hasEffect)
    if (isReleased) await publishQueueChange(ctx, { prayer_request_id: about })
  }
}

export const reportJobs = (root: Context): JobHandlers<'reports.remind'> => ({
  'reports.remind': () => doEach([releaseLeft, remindModerators], (work) => root.transaction(work)),
})
