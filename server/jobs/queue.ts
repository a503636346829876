import type { z } from 'zod'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/open.ts'

export interface NewJob {
  /** Earliest time to run; now when left out. */
  run_at?: string
  /** At most one queued or running job has the same key; a second one is dropped. */
  unique_key?: string
  /** Takes the place of a queued job with the same key, in place of being dropped. */
  replaces?: boolean
  /** Maximum number of attempts, including the first. */
  max_attempts?: number
}

/** Kinds of jobs by name, with the schemas of their payloads. `kinds.ts` has those of the site; tests bring their own. */
export type JobSchemas = Record<string, z.ZodType<Record<string, unknown>, Record<string, unknown>>>

/** A job in the hands of a worker. */
export interface RunningJob {
  /** True for the last try: a job that fails in it is given up. */
  is_last: boolean
  /** Notes in the transaction of its work that the job is done. Throws when the worker has lost it to another meanwhile. */
  finish: (db: Db) => Promise<void>
}

/** The handler of each kind: a function of its parsed payload. Rejecting means "try again later". */
export type HandlersOf<Kinds extends JobSchemas> = {
  [Kind in keyof Kinds]: (payload: z.output<Kinds[Kind]>, job: RunningJob) => Promise<void>
}

/** Six attempts with the back-off of `worker.ts` cover about half an hour. */
const MAX_ATTEMPTS = 6

/**
 * Adds a job in the transaction of the change that it follows: both happen, or neither does. Takes any kind and payload:
 * `ctx.addJob` is the way in that the compiler checks.
 */
export async function insertJob(
  db: Db,
  now: string,
  kind: string,
  payload: Record<string, unknown>,
  { run_at = now, unique_key, replaces = false, max_attempts = MAX_ATTEMPTS }: NewJob = {},
): Promise<void> {
  if (replaces && unique_key !== undefined)
    await db.deleteFrom('jobs').where('unique_key', '=', unique_key).where('status', '=', 'queued').execute()
  await db
    .insertInto('jobs')
    .values({
      id: uuidv7(),
      kind,
      payload: JSON.stringify(payload),
      unique_key: unique_key ?? null,
      max_attempts,
      run_at,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
