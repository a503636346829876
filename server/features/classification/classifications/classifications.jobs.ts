import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { type Context, classifiesSlowly } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers, WorkAtOnce } from '../../../jobs/kinds.ts'
import { saveCorrection, rebuildNightly } from './learning.ts'
import { nextOutdated, readClassifiable } from './classifications.queries.ts'
import { applyFirstPrediction, applyPredictions, evaluatePrediction } from './classifications.commands.ts'
import { type Prediction, textOf } from './classifications.rules.ts'
import { continueRun } from './reclassification.ts'
import { openPrayerClassifier } from './active-classifier.ts'

/** Maximum number of requests that are evaluated again per hour after the model has changed. */
const OUTDATED_BATCH = 500
/**
 * After this time the rest is left to the next hour: what people share waits for the same worker, and another would take the job for dead.
 * Milliseconds.
 */
const OUTDATED_MS = MINUTE_MS

async function classifyPrayer(root: Context, id: string): Promise<void> {
  const prayer = await readClassifiable(root.db, id)
  if (!prayer || textOf(prayer).trim() === '') return
  const prayerClassifier = await openPrayerClassifier(root)
  // Classifies by the built-in model first, so that nobody waits for a slow or failed service or local model.
  if (classifiesSlowly(root)) {
    const builtIn = { prayer, said: prayerClassifier.classifyBuiltIn(textOf(prayer)) }
    await root.transaction((ctx) => applyPredictions(ctx, [builtIn], prayerClassifier.categories))
  }
  const language = prayer.language ?? root.classifier().detectLanguage(textOf(prayer))
  if (language !== prayer.language) {
    await root.db.updateTable('prayers').set({ language }).where('id', '=', prayer.id).execute()
  }
  const said = await prayerClassifier.classify(prayer)
  await root.transaction((ctx) => applyPredictions(ctx, [{ prayer, said }], prayerClassifier.categories))
}

/**
 * Sorts a request in the transaction that made it. Leaves it to the job when it is older, or when the classifier fails on
 * its text: nobody may lose a request for want of its categories.
 */
export const sortNewPrayer: WorkAtOnce<Context, 'prayers.classify'> = async (ctx, { id, is_new = false }) => {
  const prayer = is_new ? await readClassifiable(ctx.db, id) : undefined
  if (!prayer || textOf(prayer).trim() === '') return false
  const prayerClassifier = await openPrayerClassifier(ctx)
  let prediction: Prediction
  try {
    prediction = prayerClassifier.classifyBuiltIn(textOf(prayer))
  } catch {
    return false
  }
  await applyFirstPrediction(ctx, prayer, prediction)
  return true
}

async function evaluateOutdated(root: Context): Promise<void> {
  const started = performance.now()
  const prayerClassifier = await openPrayerClassifier(root)
  const prayers = await nextOutdated(root.db, prayerClassifier.model_id, OUTDATED_BATCH)
  await doEach(prayers, async (prayer) => {
    if (performance.now() - started > OUTDATED_MS || textOf(prayer).trim() === '') return
    const prediction = await prayerClassifier.classify(prayer)
    await root.transaction((ctx) => evaluatePrediction(ctx, prayer, prediction))
  })
}

/** Handles the jobs that wait for a service elsewhere, where one is set. */
export const classificationJobs = (
  ctx: Context,
): JobHandlers<'prayers.classify' | 'classifications.continue' | 'classifications.judge'> => ({
  'prayers.classify': ({ id }) => classifyPrayer(ctx, id),
  'classifications.continue': ({ id }, { is_last }) => continueRun(ctx, id, is_last),
  'classifications.judge': () => evaluateOutdated(ctx),
})

export const trainingJobs = (ctx: Context): JobHandlers<'classifications.learn' | 'classifications.rebuild'> => ({
  'classifications.learn': (payload) => saveCorrection(ctx, payload),
  'classifications.rebuild': () => rebuildNightly(ctx),
})
