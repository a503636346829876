import { type Context, sortsSlowly } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { learn, rebuildNightly } from './classifications.learning.ts'
import { judge, nextOutdated, readClassifiable, sortAs } from './classifications.queries.ts'
import { textOf } from './classifications.rules.ts'
import { continueRun } from './classifications.runs.ts'
import { openSorter } from './classifications.sorting.ts'

/** Requests that are looked at again in an hour, after the model has changed. */
const HOURLY = 500

const classifyPrayer =
  (root: Context): JobHandler =>
  async ({ id }) => {
    const prayer = await readClassifiable(root.db, String(id))
    if (!prayer || textOf(prayer).trim() === '') return
    const sorter = await openSorter(root)
    // Sorted by the built-in model first, so that nobody waits for a service or a model that is slow or down.
    if (sortsSlowly(root)) {
      await root.transaction((ctx) => sortAs(ctx, prayer, { ...sorter.sortHere(textOf(prayer)) }, sorter.known))
    }
    const language = prayer.language ?? root.classifier().detectLanguage(textOf(prayer))
    if (language !== prayer.language) {
      await root.db.updateTable('prayers').set({ language }).where('id', '=', prayer.id).execute()
    }
    const said = await sorter.ask(prayer)
    await root.transaction((ctx) => sortAs(ctx, prayer, said, sorter.known))
  }

const judgeOutdated =
  (root: Context): JobHandler =>
  async () => {
    const sorter = await openSorter(root)
    const prayers = await nextOutdated(root.db, sorter.model_id, HOURLY)
    for (const prayer of prayers) {
      if (textOf(prayer).trim() === '') continue
      const said = await sorter.ask(prayer)
      await root.transaction((ctx) => judge(ctx, prayer, said))
    }
  }

/** Those that wait for a service elsewhere, where one is set. */
export const sortingJobs = (ctx: Context): Record<string, JobHandler> => ({
  'prayers.classify': classifyPrayer(ctx),
  'classifications.continue': ({ id }) => continueRun(ctx, String(id)),
  'classifications.judge': judgeOutdated(ctx),
})

export const learningJobs = (ctx: Context): Record<string, JobHandler> => ({
  'classifications.learn': ({ id, wrong }) => learn(ctx, String(id), Array.isArray(wrong) ? wrong.map(String) : []),
  'classifications.rebuild': () => rebuildNightly(ctx),
})
