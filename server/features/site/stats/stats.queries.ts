import { type SqlBool, sql } from 'kysely'
import type { Period, Stats } from '../../../../contract/stats.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { isStale, readHelplines } from '../../care/care/helplines.queries.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { isReviewableBy } from '../../care/review/review.rules.ts'
import { stepsOf } from './stats.rules.ts'

/** The counted requests: for everybody or all members, and not removed. */
const selectCounted = (db: Db) =>
  db
    .selectFrom('prayers')
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', 'in', ['public', 'members'])

const count = sql<number | string>`count(*)`
const readCount = async (query: { executeTakeFirst(): Promise<{ n: number | string } | undefined> }): Promise<number> =>
  Number((await query.executeTakeFirst())?.n ?? 0)

/** The index of the step, oldest first, that a time falls into. Uses comparisons, which both engines evaluate alike. */
function stepIndex(column: string, steps: string[]) {
  const cases = steps.map(
    (step, index) => sql`when ${sql.ref(column)} >= ${`${step}T00:00:00.000Z`} then ${sql.lit(index)}`,
  )
  return sql<number>`case ${sql.join(cases.toReversed(), sql` `)} end`
}

async function countPerStep(db: Db, steps: string[]): Promise<{ prayers: number; prayed: number }[]> {
  const since = `${steps[0] ?? ''}T00:00:00.000Z`
  const counts = steps.map(() => ({ prayers: 0, prayed: 0 }))
  const written = await selectCounted(db)
    .where('prayers.listed_at', '>=', since)
    .groupBy(sql`1`)
    .select([stepIndex('prayers.listed_at', steps).as('step'), count.as('n')])
    .execute()
  const prayed = await selectCounted(db)
    .innerJoin('prayed', 'prayed.prayer_request_id', 'prayers.id')
    .where('prayed.prayed_at', '>=', since)
    .groupBy(sql`1`)
    .select([stepIndex('prayed.prayed_at', steps).as('step'), count.as('n')])
    .execute()
  for (const { step, n } of written) Object.assign(counts[step] ?? {}, { prayers: Number(n) })
  for (const { step, n } of prayed) Object.assign(counts[step] ?? {}, { prayed: Number(n) })
  return counts
}

/** The number of jobs that used up their attempts within the last week: older ones are deleted. */
export const countFailedJobs = (db: Db): Promise<number> =>
  readCount(db.selectFrom('jobs').where('status', '=', sql.lit('failed')).select(count.as('n')))

/**
 * The numbers of items that wait for this administrator. Leaves out what they may not read, so that no number reveals
 * it. Each count reads an index that holds little more than waiting items.
 */
export async function readAttention(ctx: Context, viewer: Viewer): Promise<Stats['attention']> {
  const { db } = ctx
  const held = db
    .selectFrom('prayers')
    .where(isReviewableBy(viewer, await readCareTeam(ctx)))
    .where('kept_at', 'is', null)
  // Like the list of reports: leaves out those about the viewer's own requests.
  const reports = db
    .selectFrom('reports')
    .leftJoin('prayer_updates as update', 'update.id', 'reports.update_id')
    .innerJoin('prayers', (join) =>
      join.on('prayers.id', '=', sql<string>`coalesce(reports.prayer_request_id, "update".prayer_request_id)`),
    )
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .where('reports.status', 'in', ['open', 'in_review'])
  return {
    reports_of_danger: await readCount(reports.where('report_type', '=', 'danger_to_self').select(count.as('n'))),
    alerts: await readCount(
      held.where('held_reason', '=', sql.lit('crisis')).where('acknowledged_at', 'is', null).select(count.as('n')),
    ),
    reports_open: await readCount(reports.where('report_type', '!=', 'danger_to_self').select(count.as('n'))),
    held: await readCount(held.where('held_reason', '!=', sql.lit('crisis')).select(count.as('n'))),
    awaiting_approval: await readCount(
      db
        .selectFrom('users')
        .where(sql<SqlBool>`awaits_approval`)
        .select(count.as('n')),
    ),
    stale_helplines: readHelplines().items.filter((item) => isStale(item, now(ctx))).length,
    failed_jobs: await countFailedJobs(db),
    mail_missing: (await hasMailServer(ctx)) ? 0 : 1,
    drafts: await readCount(db.selectFrom('content').where('status', '=', 'draft').select(count.as('n'))),
  }
}

/** The numbers of a period that ends now. */
export async function readStats({ db, clock }: Context, period: Period): Promise<Omit<Stats, 'attention'>> {
  const until = clock()
  const steps = stepsOf(period, until)
  const since = `${steps[0] ?? ''}T00:00:00.000Z`
  const members = db.selectFrom('users').where('status', '=', 'active')
  const written = selectCounted(db).where('prayers.listed_at', '>=', since)
  const prayed = selectCounted(db)
    .innerJoin('prayed', 'prayed.prayer_request_id', 'prayers.id')
    .where('prayed.prayed_at', '>=', since)
  const over_time = await countPerStep(db, steps)
  return {
    period,
    since,
    until: until.toISOString(),
    members: await readCount(members.select(count.as('n'))),
    members_joined: await readCount(members.where('created_at', '>=', since).select(count.as('n'))),
    prayers: await readCount(written.select(count.as('n'))),
    prayers_anonymous: await readCount(written.where('is_anonymous', '=', sql.lit(true)).select(count.as('n'))),
    prayed: await readCount(prayed.select(count.as('n'))),
    prayed_by: await readCount(prayed.select(sql<number>`count(distinct prayed.user_id)`.as('n'))),
    waiting: await readCount(
      selectCounted(db)
        .where('pray_count', '=', 0)
        .where('prayers.status', 'in', ['open', 'ongoing'])
        .select(count.as('n')),
    ),
    by_category: await db
      .selectFrom('categories')
      .select(['id', 'name', 'prayer_count as count'])
      .orderBy('prayer_count', 'desc')
      .orderBy('order')
      .execute(),
    over_time: steps.map((date, index) => ({ date, ...(over_time[index] ?? { prayers: 0, prayed: 0 }) })),
  }
}
