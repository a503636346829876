import { sql } from 'kysely'
import type { Period, Stats } from '../../../../contract/stats.ts'
import type { Context } from '../../../context.ts'
import { type Db, prayersWithoutReader } from '../../../db/open.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type Step, stepsOf } from './stats.rules.ts'

/** The counted requests: for everybody or all members, and not removed. */
const selectCounted = (db: Db) =>
  prayersWithoutReader(db)
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', 'in', ['public', 'members'])

const count = sql<number | string>`count(*)`
const readCount = async (query: { executeTakeFirst(): Promise<{ n: number | string } | undefined> }): Promise<number> =>
  Number((await query.executeTakeFirst())?.n ?? 0)

/** The index of the step, oldest first, that a time falls into. Uses comparisons, which both engines evaluate alike. */
function stepIndex(column: string, steps: Step[]) {
  const cases = steps.map(({ start }, index) => sql`when ${sql.ref(column)} >= ${start} then ${sql.lit(index)}`)
  return sql<number>`case ${sql.join(cases.toReversed(), sql` `)} end`
}

/** The number of jobs that used up their attempts within the last week: older ones are deleted. */
export const countFailedJobs = (db: Db): Promise<number> =>
  readCount(db.selectFrom('jobs').where('status', '=', sql.lit('failed')).select(count.as('n')))

/** The numbers of a period that ends now. */
export async function readStats(ctx: Context, period: Period): Promise<Stats> {
  const { db } = ctx
  const until = ctx.clock()
  const steps = stepsOf(period, until, await readSetting(ctx, 'time_zone'))
  const since = steps[0]?.start ?? until.toISOString()
  const members = db.selectFrom('users').where('status', '=', 'active')
  const written = await selectCounted(db)
    .where('prayers.listed_at', '>=', since)
    .groupBy(sql`1`)
    .select([stepIndex('prayers.listed_at', steps).as('step'), count.as('n')])
    .select(sql<number | string>`sum(case when is_anonymous then 1 else 0 end)`.as('anonymous'))
    .execute()
  // As a condition, so that SQLite begins with the prayers of the period and not with all requests.
  const prayed = db
    .selectFrom('prayed')
    .where('prayed_at', '>=', since)
    .where((query) =>
      query.exists(
        selectCounted(db).select('prayers.id').where('prayers.id', '=', sql.ref<string>('prayed.prayer_request_id')),
      ),
    )
  const prayedPerStep = await prayed
    .groupBy(sql`1`)
    .select([stepIndex('prayed_at', steps).as('step'), count.as('n')])
    .execute()
  const over_time = steps.map(({ date }, index) => ({
    date,
    prayers: Number(written.find(({ step }) => step === index)?.n ?? 0),
    prayed: Number(prayedPerStep.find(({ step }) => step === index)?.n ?? 0),
  }))
  return {
    period,
    since,
    until: until.toISOString(),
    members: await readCount(members.select(count.as('n'))),
    members_joined: await readCount(members.where('created_at', '>=', since).select(count.as('n'))),
    prayers: over_time.reduce((sum, { prayers }) => sum + prayers, 0),
    prayers_anonymous: written.reduce((sum, { anonymous }) => sum + Number(anonymous), 0),
    prayed: over_time.reduce((sum, step) => sum + step.prayed, 0),
    prayed_by: await readCount(prayed.select(sql<number>`count(distinct user_id)`.as('n'))),
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
    over_time,
  }
}
