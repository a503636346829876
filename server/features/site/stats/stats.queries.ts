import { sql } from 'kysely'
import type { Period, Stats } from '../../../../contract/stats.ts'
import type { Context } from '../../../context.ts'
import { type Db, withoutReader } from '../../../db/open.ts'
import { stepsOf } from './stats.rules.ts'

/** The counted requests: for everybody or all members, and not removed. */
const selectCounted = (db: Db) =>
  db
    .selectFrom('prayers')
    .$call(withoutReader)
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

/** The numbers of a period that ends now. */
export async function readStats({ db, clock }: Context, period: Period): Promise<Stats> {
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
