import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ClassificationResult, ClassificationRun } from '../../../../contract/classifications.ts'
import { type Context, now, classifiesSlowly } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { doEach } from '../../../jobs/each.ts'
import { type Classifiable, countUnclassified, nextUnclassified } from './classifications.queries.ts'
import { type PrayerPrediction, applyPredictions } from './classifications.commands.ts'
import { type KnownCategory, textOf } from './classifications.rules.ts'
import { openPrayerClassifier } from './active-classifier.ts'

const columns = ['id', 'status', 'total', 'done', 'changed', 'created_at', 'finished_at'] as const
/** Number of requests per transaction. */
const BATCH = 100
/** For a service or a local model: so few that even slow answers arrive before another worker takes the job over. */
const REMOTE_BATCH = 5
const batchSize = (ctx: Context): number => (classifiesSlowly(ctx) ? REMOTE_BATCH : BATCH)

/** The current run, else the last one. */
export const readRun = (db: Db): Promise<ClassificationRun | undefined> =>
  db.selectFrom('classification_runs').select(columns).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Starts a run over all requests whose categories no person has chosen, which the worker does. Returns undefined when one is running. */
export async function startRun(ctx: Context): Promise<ClassificationRun | undefined> {
  const id = uuidv7()
  const inserted = await ctx.db
    .insertInto('classification_runs')
    .values({ id, status: 'running', total: await countUnclassified(ctx.db), created_at: now(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (inserted) await ctx.addJob('classifications.continue', { id })
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

/** Lists the results of the next requests of a run, which begin after `cursor`. */
interface Batch {
  cursor: string | null
  prayers: Classifiable[]
  is_last: boolean
  predictions: PrayerPrediction[]
  categories: KnownCategory[]
}

async function classifyBatch(root: Context, cursor: string | null, is_last_try = false): Promise<Batch> {
  const size = batchSize(root)
  const prayers = await nextUnclassified(root.db, cursor, size)
  const prayerClassifier = await openPrayerClassifier(root)
  const is_last = prayers.length < size
  const predictions: Batch['predictions'] = []
  const classified = doEach(prayers, async (prayer) => {
    if (textOf(prayer).trim() !== '') predictions.push({ prayer, said: await prayerClassifier.classify(prayer) })
  })
  await classified.catch((error: unknown) => {
    // A text on which it always fails keeps no other waiting. Before the last ones, a classifier that answers nothing walks past nobody.
    if (!is_last_try || (predictions.length === 0 && !is_last)) throw error
    root.log.warn({ err: error }, 'some requests are left as they are sorted')
  })
  return { cursor, prayers, is_last, predictions, categories: prayerClassifier.categories }
}

/** Classifies all requests, before a run is started, when one batch holds them. Undefined when it does not, or when it fails. */
export async function classifyWhole(root: Context): Promise<Batch | undefined> {
  if ((await countUnclassified(root.db)) >= batchSize(root)) return undefined
  try {
    const batch = await classifyBatch(root, null)
    return batch.is_last ? batch : undefined
  } catch (error) {
    root.log.warn({ err: error }, 'sorting goes on in the background')
    return undefined
  }
}

const readCursor = (db: Db, id: string) =>
  db.selectFrom('classification_runs').select(['status', 'cursor']).where('id', '=', id).executeTakeFirst()

/**
 * Stores the results of a batch and queues the next one in the caller's transaction: a run can stop anywhere and resumes there.
 * Returns the results, whoever may read these requests.
 */
export async function storeBatch(
  ctx: Context,
  id: string,
  { cursor, prayers, is_last, predictions, categories }: Batch,
): Promise<ClassificationResult[]> {
  const run = await readCursor(ctx.db, id)
  if (run?.status !== 'running' || run.cursor !== cursor) return []
  const results = await applyPredictions(ctx, predictions, categories)
  await ctx.db
    .updateTable('classification_runs')
    .set((row) => ({
      done: row('done', '+', prayers.length),
      changed: row('changed', '+', results.filter(({ changed }) => changed).length),
      cursor: prayers.at(-1)?.id ?? cursor,
      ...(is_last && { status: 'done' as const, finished_at: now(ctx) }),
    }))
    .where('id', '=', id)
    .where('status', '=', sql.lit('running'))
    .execute()
  if (!is_last) await ctx.addJob('classifications.continue', { id })
  return results
}

/** Classifies the next requests of the run, then stores the results. `is_last_try`: leaves out those on which the classifier fails. */
export async function continueRun(root: Context, id: string, is_last_try: boolean): Promise<void> {
  const run = await readCursor(root.db, id)
  if (run?.status !== 'running') return
  const batch = await classifyBatch(root, run.cursor, is_last_try)
  await root.transaction((ctx) => storeBatch(ctx, id, batch))
}
