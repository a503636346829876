import type { Context } from '../../../context.ts'
import { mergeSearchIndex } from '../../../db/search.ts'
import type { JobHandler } from '../../../jobs/worker.ts'
import {
  archiveQuietPrayers,
  promptExpectedPrayers,
  promptQuietPrayers,
  purgeDeletedPrayers,
} from './prayer-lifecycle.ts'
import { publishPrayed } from './prayer-events.ts'
import { reorderWaiting } from './praying.commands.ts'

/**
 * Recomputes the order after the site's setting to show the number of prayers has changed, one page per transaction, so
 * that others can write in between.
 */
const reorderAllWaiting =
  (root: Context): JobHandler =>
  async () => {
    let after: string | null | undefined = null
    while (after !== undefined) {
      const from: string | null = after
      after = await root.transaction((ctx) => reorderWaiting(ctx, from))
    }
  }

/** Handles one page per transaction until none is left. */
const untilDone =
  (root: Context, page: (ctx: Context) => Promise<boolean>): JobHandler =>
  async () => {
    while (await root.transaction(page));
  }

const purge =
  (root: Context): JobHandler =>
  async (payload) => {
    await untilDone(root, purgeDeletedPrayers)(payload)
    await root.transaction((ctx) => mergeSearchIndex(ctx.db))
  }

export const prayerJobs = (ctx: Context): Record<string, JobHandler> => ({
  'prayers.order_waiting': reorderAllWaiting(ctx),
  'prayers.ask_quiet': untilDone(ctx, promptQuietPrayers),
  'prayers.archive_quiet': untilDone(ctx, archiveQuietPrayers),
  'prayers.ask_expected': untilDone(ctx, promptExpectedPrayers),
  'prayers.purge_deleted': purge(ctx),
  'prayers.tell_prayed': ({ id }) => ctx.transaction((own) => publishPrayed(own, String(id))),
})
