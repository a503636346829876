import { sql } from 'kysely'
import { type Check, type CheckName, type CheckOutcome, checkNames, outcomes } from '../../../../contract/checks.ts'
import type { Db } from '../../../db/open.ts'
import { countFailedJobs } from '../stats/stats.queries.ts'

/** The result of one run. `detail`: values for the placeholders of its message. */
export interface CheckResult {
  outcome: CheckOutcome
  is_well: boolean
  detail?: Record<string, string | number>
}

export const neverChecked = (name: CheckName): Check => ({
  name,
  outcome: null,
  is_well: false,
  detail: {},
  ms: null,
  checked_at: null,
  succeeded_at: null,
})

/** Every check with its last result, in the order of display. */
export async function listChecks(db: Db): Promise<Check[]> {
  const rows = await db.selectFrom('checks').selectAll().execute()
  return checkNames.map((name) => {
    const row = rows.find((one) => one.name === name)
    return row
      ? { ...row, name, outcome: outcomes.find((outcome) => outcome === row.outcome) ?? 'failed' }
      : neverChecked(name)
  })
}

/**
 * The number of waiting and failed jobs, and when the worker last finished one. Each query reads an index of few rows.
 */
export async function readJobStatus(db: Db) {
  const count = sql<number | string>`count(*)`
  const { waiting } = await db
    .selectFrom('jobs')
    .where('status', '=', sql.lit('queued'))
    .select(count.as('waiting'))
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('jobs')
    .select('finished_at')
    // Must match the condition of the partial index exactly, or no engine uses the index.
    .where(sql<boolean>`status in ('done', 'failed')`)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    jobs_waiting: Number(waiting),
    jobs_failed: await countFailedJobs(db),
    last_job_at: last?.finished_at ?? null,
  }
}
