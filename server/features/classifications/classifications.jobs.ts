import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { classify, judge, knownCategories, nextOutdated, readClassifiable } from './classifications.queries.ts'
import { continueRun } from './classifications.runs.ts'

/** Requests that are looked at again in an hour, after the model has changed. */
const HOURLY = 500

const classifyPrayer =
  (root: Context): JobHandler =>
  ({ id }) =>
    root.transaction(async (ctx) => {
      const prayer = await readClassifiable(ctx.db, String(id))
      if (!prayer) return
      await classify(ctx, prayer, await knownCategories(ctx.db))
      if (prayer.language !== null) return
      const language = ctx.classifier().detectLanguage([prayer.title, prayer.content].filter(Boolean).join('\n'))
      await ctx.db.updateTable('prayers').set({ language }).where('id', '=', prayer.id).execute()
    })

const judgeOutdated =
  (root: Context): JobHandler =>
  async () => {
    const model_id = root.classifier().id
    const known = await knownCategories(root.db)
    const prayers = await nextOutdated(root.db, model_id, HOURLY)
    for (const prayer of prayers) await root.transaction((ctx) => judge(ctx, prayer, known))
  }

export const classificationJobs = (ctx: Context): Record<string, JobHandler> => ({
  'prayers.classify': classifyPrayer(ctx),
  'classifications.continue': ({ id }) => continueRun(ctx, String(id)),
  'classifications.judge': judgeOutdated(ctx),
})
