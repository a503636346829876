import type { Context } from '../../context.ts'
import { tidyWords } from '../../db/search.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { reorderWaiting } from './prayers.changes.ts'
import { archiveQuiet, askExpected, askQuiet, purgeDeleted } from './prayers.lifecycle.ts'
import { tellPrayed } from './prayers.telling.ts'

/** After the site has chosen to show, or not to show, how many prayed. A page at a time, so that others can write between. */
const orderWaiting =
  (root: Context): JobHandler =>
  async () => {
    let after: string | null | undefined = null
    while (after !== undefined) {
      const from: string | null = after
      after = await root.transaction((ctx) => reorderWaiting(ctx, from))
    }
  }

/** A page at a time, each in a transaction of its own, until none is left. */
const pages =
  (root: Context, page: (ctx: Context) => Promise<boolean>): JobHandler =>
  async () => {
    while (await root.transaction(page));
  }

const purge =
  (root: Context): JobHandler =>
  async (payload) => {
    await pages(root, purgeDeleted)(payload)
    await root.transaction((ctx) => tidyWords(ctx.db))
  }

export const prayerJobs = (ctx: Context): Record<string, JobHandler> => ({
  'prayers.order_waiting': orderWaiting(ctx),
  'prayers.ask_quiet': pages(ctx, askQuiet),
  'prayers.archive_quiet': pages(ctx, archiveQuiet),
  'prayers.ask_expected': pages(ctx, askExpected),
  'prayers.purge_deleted': purge(ctx),
  'prayers.tell_prayed': ({ id }) => ctx.transaction((own) => tellPrayed(own, String(id))),
})
