import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ClassificationResult, ClassificationRun } from '../../../../contract/classifications.ts'
import { type Context, now, classifiesSlowly } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { type Classifiable, countUnclassified, nextUnclassified } from './classifications.queries.ts'
import { applyPrediction } from './classifications.commands.ts'
import { type Prediction, textOf } from './classifications.rules.ts'
import { openPrayerClassifier } from './active-classifier.ts'

const columns = ['id', 'status', 'total', 'done', 'changed', 'created_at', 'finished_at'] as const
/** Number of requests per transaction. */
const BATCH = 100
/** For a service or a local model: so few that even slow answers arrive before another worker takes the job over. */
const REMOTE_BATCH = 5
const batchSize = (ctx: Context): number => (classifiesSlowly(ctx) ? REMOTE_BATCH : BATCH)
/** How long a run that fits in one batch may take before the worker takes it over. Milliseconds. */
const AT_ONCE_TIMEOUT_MS = 5 * 60_000

/** The current run, else the last one. */
export const readRun = (db: Db): Promise<ClassificationRun | undefined> =>
  db.selectFrom('classification_runs').select(columns).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** True if one batch holds the whole run. */
export const fitsOneBatch = (ctx: Context, { total }: ClassificationRun): boolean => total < batchSize(ctx)

/**
 * Starts a run over all requests whose categories no person has chosen. Returns undefined when one is running. The worker
 * does it; one that fits in a batch is left to the caller at first, who does it with `continueRun`.
 */
export async function startRun(ctx: Context): Promise<ClassificationRun | undefined> {
  const id = uuidv7()
  const inserted = await ctx.db
    .insertInto('classification_runs')
    .values({ id, status: 'running', total: await countUnclassified(ctx.db), created_at: now(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (inserted) {
    const run_at = new Date(ctx.clock().getTime() + AT_ONCE_TIMEOUT_MS).toISOString()
    await ctx.addJob('classifications.continue', { id }, fitsOneBatch(ctx, inserted) ? { run_at } : {})
  }
  return inserted
}

/** Cancels the current run. Stored predictions stay. */
export const cancelRun = (ctx: Context): Promise<ClassificationRun | undefined> =>
  ctx.db
    .updateTable('classification_runs')
    .set({ status: 'cancelled', finished_at: now(ctx) })
    .where('status', '=', sql.lit('running'))
    .returning(columns)
    .executeTakeFirst()

/**
 * Classifies the next requests of the run, then stores the results and queues the next batch in one transaction: a run
 * can stop anywhere and resumes there. Returns the results of these requests, whoever may read them.
 */
export async function continueRun(root: Context, id: string): Promise<ClassificationResult[]> {
  const running = (db: Db) =>
    db.selectFrom('classification_runs').select(['status', 'cursor']).where('id', '=', id).executeTakeFirst()
  const run = await running(root.db)
  if (run?.status !== 'running') return []
  const size = batchSize(root)
  const prayers = await nextUnclassified(root.db, run.cursor, size)
  const prayerClassifier = await openPrayerClassifier(root)
  const predictions: { prayer: Classifiable; said: Prediction }[] = []
  for (const prayer of prayers) {
    if (textOf(prayer).trim() !== '') predictions.push({ prayer, said: await prayerClassifier.classify(prayer) })
  }
  return await root.transaction(async (ctx) => {
    const still = await running(ctx.db)
    if (still?.status !== 'running' || still.cursor !== run.cursor) return []
    const results: ClassificationResult[] = []
    for (const { prayer, said: prediction } of predictions) {
      const result = await applyPrediction(ctx, prayer, prediction, prayerClassifier.categories)
      if (result) results.push(result)
    }
    const is_last = prayers.length < size
    await ctx.db
      .updateTable('classification_runs')
      .set((row) => ({
        done: row('done', '+', prayers.length),
        changed: row('changed', '+', results.filter(({ changed }) => changed).length),
        cursor: prayers.at(-1)?.id ?? run.cursor,
        ...(is_last && { status: 'done' as const, finished_at: now(ctx) }),
      }))
      .where('id', '=', id)
      .where('status', '=', sql.lit('running'))
      .execute()
    if (!is_last) await ctx.addJob('classifications.continue', { id })
    return results
  })
}
