import { sql } from 'kysely'
import type { Period, Stats } from '../../../contract/stats.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { stepLength, stepsOf } from './stats.rules.ts'

/** What counts: shared with everybody or all members, and not taken away. */
const counted = (db: Db) =>
  db
    .selectFrom('prayers')
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', 'in', ['public', 'members'])

const count = sql<number | string>`count(*)`
const one = async (query: { executeTakeFirst(): Promise<{ n: number | string } | undefined> }): Promise<number> =>
  Number((await query.executeTakeFirst())?.n ?? 0)

async function perStep(
  db: Db,
  since: string,
  length: number,
): Promise<Map<string, { prayers: number; prayed: number }>> {
  const steps = new Map<string, { prayers: number; prayed: number }>()
  const at = (step: string) => {
    const found = steps.get(step) ?? { prayers: 0, prayed: 0 }
    steps.set(step, found)
    return found
  }
  const written = await counted(db)
    .where('prayers.listed_at', '>=', since)
    .groupBy(sql`1`)
    .select([sql<string>`substr(prayers.listed_at, 1, ${sql.lit(length)})`.as('step'), count.as('n')])
    .execute()
  for (const { step, n } of written) at(step).prayers = Number(n)
  const prayed = await counted(db)
    .innerJoin('prayed', 'prayed.prayer_request_id', 'prayers.id')
    .where('prayed.prayed_at', '>=', since)
    .groupBy(sql`1`)
    .select([sql<string>`substr(prayed.prayed_at, 1, ${sql.lit(length)})`.as('step'), count.as('n')])
    .execute()
  for (const { step, n } of prayed) at(step).prayed = Number(n)
  return steps
}

async function attention(db: Db): Promise<Stats['attention']> {
  const open = db.selectFrom('reports').where('status', 'in', ['open', 'in_review'])
  return {
    reports_of_danger: await one(open.where('report_type', '=', 'danger_to_self').select(count.as('n'))),
    reports_open: await one(open.where('report_type', '!=', 'danger_to_self').select(count.as('n'))),
    held: await one(db.selectFrom('prayers').where('publication', '=', sql.lit('held')).select(count.as('n'))),
    awaiting_approval: await one(
      db.selectFrom('users').where('awaits_approval', '=', sql.lit(true)).select(count.as('n')),
    ),
    drafts: await one(db.selectFrom('content').where('status', '=', 'draft').select(count.as('n'))),
  }
}

/** The numbers of a period that ends now. */
export async function readStats({ db, clock }: Context, period: Period): Promise<Stats> {
  const until = clock()
  const steps = stepsOf(period, until)
  const since = `${steps[0] ?? ''}T00:00:00.000Z`
  const members = db.selectFrom('users').where('status', '=', 'active')
  const written = counted(db).where('prayers.listed_at', '>=', since)
  const prayed = counted(db)
    .innerJoin('prayed', 'prayed.prayer_request_id', 'prayers.id')
    .where('prayed.prayed_at', '>=', since)
  const length = stepLength(period)
  const over_time = await perStep(db, since, length)
  return {
    period,
    since,
    until: until.toISOString(),
    members: await one(members.select(count.as('n'))),
    members_joined: await one(members.where('created_at', '>=', since).select(count.as('n'))),
    prayers: await one(written.select(count.as('n'))),
    prayers_anonymous: await one(written.where('is_anonymous', '=', sql.lit(true)).select(count.as('n'))),
    prayed: await one(prayed.select(count.as('n'))),
    prayed_by: await one(prayed.select(sql<number>`count(distinct prayed.user_id)`.as('n'))),
    waiting: await one(
      counted(db).where('pray_count', '=', 0).where('prayers.status', 'in', ['open', 'ongoing']).select(count.as('n')),
    ),
    by_category: await db
      .selectFrom('categories')
      .select(['id', 'name', 'prayer_count as count'])
      .orderBy('prayer_count', 'desc')
      .orderBy('order')
      .execute(),
    over_time: steps.map((date) => ({ date, ...(over_time.get(date.slice(0, length)) ?? { prayers: 0, prayed: 0 }) })),
    attention: await attention(db),
  }
}
